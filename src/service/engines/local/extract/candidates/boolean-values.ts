import { tokensOf } from '../layout/fold-text.ts';
import type { Segment } from '../layout/text-layout.ts';
import { booleanQuestion } from '../lexicon/boolean-questions.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { emptyWords } from '../lexicon/words.ts';
import { booleanOf, findMarks } from '../recognise/booleans.ts';
import type { Candidate } from './candidate.ts';
import type { LabelledLayout } from './labelled-values.ts';
import { titleAnswer } from './title-booleans.ts';

const maxSegments = 3_000;

/**
 * Returns candidate values for boolean fields. The sources are the document title (for `is_credit_note`),
 * words from the description of the field, and checkboxes next to a question.
 */
export function booleanValues(labelled: LabelledLayout, fields: readonly FieldPlan[]): Candidate[] {
  return fields
    .filter((field) => field.shape === 'boolean')
    .flatMap((field) => [
      ...byTitle(labelled, field),
      ...byWords(labelled, field),
      ...byQuestion(labelled, field),
    ]);
}

function byTitle(labelled: LabelledLayout, field: FieldPlan): Candidate[] {
  const question = booleanQuestion([field.node.name, field.node.key], field.node.description);
  const answer = titleAnswer(labelled, question);
  if (answer === undefined) return [];
  const reason = answer.truth ? 'title of the document' : 'title of another document type';
  return [{ ...answer, field: field.index, score: answer.truth ? 0.95 : 0.75, reason, labelled: true }];
}

function byWords(labelled: LabelledLayout, field: FieldPlan): Candidate[] {
  const question = booleanQuestion([], field.node.description);
  if (question.yesWords.length === 0) return [];
  const base = { field: field.index, labelled: true };
  for (const segment of labelled.layout.segments) {
    const at = wordsIn(segment, question.yesWords);
    if (at === undefined) continue;
    const span = { segment, start: at.start, end: at.end };
    const text = segment.text.slice(at.start, at.end);
    const reason = 'the document contains words of the field description';
    return [{ ...base, spans: [span], text, truth: true, score: 0.85, reason }];
  }
  if (!question.absenceIsNo || labelled.layout.segments.length === 0) return [];
  const reason = 'the document contains none of the words of the field description';
  return [{ ...base, spans: [], text: '', truth: false, score: 0.8, reason }];
}

/** Returns the position of the first phrase that occurs as whole words. */
function wordsIn(segment: Segment, phrases: readonly string[]): { start: number; end: number } | undefined {
  const longest = Math.max(...phrases.map((phrase) => phrase.length));
  for (const [from, first] of segment.tokens.entries()) {
    let joined = '';
    for (const token of segment.tokens.slice(from, from + 8)) {
      joined += token.text;
      if (joined.length > longest) break;
      if (phrases.includes(joined)) return { start: first.start, end: token.end };
    }
  }
  return undefined;
}

const questionWords = new Set(
  'is are was has have had do does did can will whether flag y n yes no'.split(' '),
);

/**
 * Returns candidates from checkboxes next to a question with the words of the field name. For example, `Do you keep
 * pets? [x] Yes [ ] No` answers `has_pets`.
 */
function byQuestion(labelled: LabelledLayout, field: FieldPlan): Candidate[] {
  const words = tokensOf(field.node.name)
    .map((token) => token.text)
    .filter((word) => !questionWords.has(word) && !emptyWords.has(word));
  if (words.length === 0 || !words.some((word) => word.length > 3)) return [];
  const candidates: Candidate[] = [];
  for (const segment of labelled.layout.segments.slice(0, maxSegments)) {
    const places = words.map((word) => segment.tokens.find((token) => isSameWord(token.text, word)));
    if (places.some((place) => place === undefined)) continue;
    const start = Math.min(...places.map((place) => place?.start ?? 0));
    const end = Math.max(...places.map((place) => place?.end ?? 0));
    const truth = checkboxBefore(labelled, segment, start) ?? answerAfter(labelled, segment, end);
    if (truth === undefined) continue;
    candidates.push({
      spans: [{ segment, start: 0, end: segment.text.length }],
      text: segment.text,
      truth,
      field: field.index,
      score: 0.72,
      reason: 'checkbox or answer next to the question',
      labelled: true,
    });
    if (candidates.length > 8) break;
  }
  return candidates;
}

/** Returns whether two words are equal, or differ only in an ending of at most two letters (`pet`, `pets`). */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 3 && long.startsWith(short) && long.length - short.length <= 2;
}

/** Returns the value of the checkbox before `start`, or of a checkbox that fills the cell to the left. */
function checkboxBefore(labelled: LabelledLayout, segment: Segment, start: number): boolean | undefined {
  const mark = findMarks(segment.text.slice(0, start)).at(-1);
  if (mark !== undefined && !/[\p{L}\d]/u.test(segment.text.slice(0, mark.start))) return mark.value;
  if (mark !== undefined) return undefined;
  const row = labelled.layout.rows[segment.row];
  const left = row?.segments[row.segments.indexOf(segment) - 1];
  if (left === undefined || segment.box.left - left.box.right > 3 * Math.max(6, segment.height))
    return undefined;
  const [only, ...others] = findMarks(left.text);
  return only === undefined || others.length > 0 || left.text.trim().length !== only.end - only.start
    ? undefined
    : only.value;
}

/**
 * Returns the answer to a question. The answer is on the line of the question or in the cells to the right. Without a
 * check mark, the answer must be a single word after `?`, `:` or the end of the cell.
 */
function answerAfter(labelled: LabelledLayout, segment: Segment, end: number): boolean | undefined {
  const row = labelled.layout.rows[segment.row];
  const right =
    row?.segments.slice(row.segments.indexOf(segment) + 1, row.segments.indexOf(segment) + 9) ?? [];
  const rest = segment.text.slice(end);
  const close = /[?:？：]/.exec(rest);
  const answer = [rest.slice(close === null ? 0 : close.index + 1), ...right.map((cell) => cell.text)]
    .join(' ')
    .trim();
  const atQuestionEnd = close !== null || rest.trim() === '';
  if (findMarks(answer).some((mark) => mark.value)) return booleanOf(answer.slice(0, 300));
  return atQuestionEnd && tokensOf(answer).length === 1 ? booleanOf(answer) : undefined;
}
