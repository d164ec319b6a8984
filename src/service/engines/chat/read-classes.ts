import { sha256 } from '../../../base/hash.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ClassificationOutput, Split, SplitterOutput } from '../../../model/processor/output.ts';
import type { Classification } from '../../../model/processor/processor-config.ts';
import { type AnswerJson, checkMembers, mismatch } from './answer-json.ts';
import { confidenceOf } from './confidence.ts';
import type { PageSearch } from './page-search.ts';

/** Returns the class in an answer. The confidence is lower if the quote of the model is not on a page. */
export function readClassification(
  answer: AnswerJson,
  classes: readonly Classification[],
  search: PageSearch,
): ClassificationOutput {
  const { members } = answer;
  checkMembers('', members, ['class', 'page', 'quote']);
  const { id, type } = classOf(members.class, classes, 'class');
  const { quote = null, page = null } = members;
  if (quote !== null && typeof quote !== 'string') throw mismatch('quote', 'a string or null', quote);
  const text = quote === null || quote.trim() === '' ? null : quote;
  const spans = text === null ? null : search.find(text, Number(page));
  const check = text === null ? 'unquoted' : spans === null ? 'contradicted' : 'supported';
  const content =
    text === null
      ? 'The model gave no quote for the class.'
      : spans === null
        ? 'The quote of the model is not on the pages that the model read.'
        : `Page ${spans[0]?.segment.page.number}: "${text.slice(0, 200)}".`;
  return {
    id,
    type,
    confidence: confidenceOf(answer.probability('class'), check),
    insights: [{ type: 'reasoning', content }],
  };
}

/**
 * Returns the splits in an answer, ordered by their first page. Throws an `EngineFailure` if a split is not a range of pages that
 * were sent. Keeps gaps and overlaps, because they are errors of the model that an evaluation must count.
 */
export function readSplits(
  answer: AnswerJson,
  classes: readonly Classification[],
  pages: readonly { readonly number: number }[],
): SplitterOutput {
  checkMembers('', answer.members, ['splits']);
  const given = answer.members.splits;
  if (!Array.isArray(given)) throw mismatch('splits', 'a list', given);
  if (given.length === 0 && pages.length > 0) throw mismatch('splits', 'at least one document', given);
  const numbers = new Set(pages.map(({ number }) => number));
  const splits = given.map((entry: unknown, index): Split => {
    const path = `splits[${index}]`;
    if (!isJsonObject(entry)) throw mismatch(path, 'an object', entry);
    checkMembers(path, entry, ['class', 'start_page', 'end_page', 'identifier', 'observation']);
    const { id, type } = classOf(entry.class, classes, `${path}.class`);
    const [startPage, endPage] = (['start_page', 'end_page'] as const).map((name) => {
      const page = entry[name];
      if (typeof page === 'number' && numbers.has(page)) return page;
      throw mismatch(`${path}.${name}`, 'the number of a page', page);
    }) as [number, number];
    if (endPage < startPage) throw mismatch(`${path}.end_page`, `a page from ${startPage}`, endPage);
    return {
      id: `split_${sha256([id, startPage, endPage, index].join('\n')).slice(0, 16)}`,
      classificationId: id,
      type,
      startPage,
      endPage,
      identifier: textOrNull(entry.identifier, `${path}.identifier`),
      observation: textOrNull(entry.observation, `${path}.observation`),
    };
  });
  return { splits: splits.sort((a, b) => a.startPage - b.startPage || a.endPage - b.endPage) };
}

function classOf(given: unknown, classes: readonly Classification[], path: string): Classification {
  const found = classes.find(({ id }) => id === given);
  if (found === undefined) throw mismatch(path, `one of ${classes.map(({ id }) => id).join(', ')}`, given);
  return found;
}

function textOrNull(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw mismatch(path, 'a string or null', value);
  return value;
}
