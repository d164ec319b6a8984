import type { Candidate, FoundValue } from '../candidates/candidate.ts';
import type { LabelledLayout } from '../candidates/labelled-values.ts';
import { segmentsBelow } from '../candidates/labelled-values.ts';
import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import type { Segment } from '../layout/text-layout.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { emptyWords } from '../lexicon/words.ts';
import { codeOf } from '../recognise/amounts.ts';
import { findMarks } from '../recognise/booleans.ts';

interface Option {
  readonly value: string;
  readonly joined: string;
  readonly words: readonly string[];
}

/**
 * Returns candidate values for enum fields, from labelled values, checked boxes, the words of the document and its main
 * currency. If `thorough` is `false`, uses only labelled values.
 */
export function enumValues(
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  thorough: boolean,
  currency: string | undefined,
): Candidate[] {
  return fields
    .filter((field) => field.shape === 'enum')
    .flatMap((field) => {
      const options = field.node.options.map((value, index) => ({
        value,
        joined: joinedForm(value),
        words: tokensOf(
          `${value} ${thorough ? (field.node.optionDescriptions[index] ?? '') : ''}`.slice(0, 300),
        )
          .map((token) => token.text)
          .filter((word) => word.length > 2 && !emptyWords.has(word)),
      }));
      const nearLabels = optionsNearLabels(labelled, field, options);
      return thorough
        ? [
            ...nearLabels,
            ...checkedOptions(labelled, field, options),
            ...optionsInText(labelled, field, options),
            ...byCurrency(labelled, field, currency),
          ]
        : nearLabels;
    });
}

function optionsNearLabels(
  labelled: LabelledLayout,
  field: FieldPlan,
  options: readonly Option[],
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const hit of labelled.hits) {
    const owner = hit.owners.find((one) => one.field === field.index);
    if (owner === undefined) continue;
    const right = markedFirst(cellsFrom(labelled, hit.segment).slice(1), options);
    const [under] = segmentsBelow(labelled.layout, hit.segment, 1);
    const below = under === undefined ? undefined : markedFirst(cellsFrom(labelled, under), options);
    const ranges: { segment: Segment; from: number; factor: number }[] = [
      { segment: hit.segment, from: hit.end, factor: 1 },
      ...(right === undefined ? [] : [{ segment: right, from: 0, factor: 0.95 }]),
      ...(below === undefined ? [] : [{ segment: below, from: 0, factor: 0.75 }]),
    ];
    for (const { segment, from, factor } of ranges) {
      const found = optionIn(segment, from, options);
      if (found === undefined) continue;
      candidates.push({
        ...found,
        field: field.index,
        score: owner.weight * factor * (hit.atStart ? 1 : 0.7),
        reason: `next to the label "${hit.segment.text.slice(hit.start, hit.end)}"`,
        labelled: true,
      });
      break;
    }
  }
  return candidates;
}

/** Returns a cell and the cells to its right. */
function cellsFrom({ layout }: LabelledLayout, segment: Segment): readonly Segment[] {
  const row = layout.rows[segment.row]?.segments ?? [];
  return row.slice(row.indexOf(segment));
}

/** Returns the first cell that shows an option after a check mark or a cross. Otherwise returns the first cell. */
function markedFirst(cells: readonly Segment[], options: readonly Option[]): Segment | undefined {
  const marked = cells.find(
    (cell) => findMarks(cell.text)[0]?.value === true && optionIn(cell, 0, options) !== undefined,
  );
  return marked ?? cells[0];
}

/** Returns the longest option that the text names after position `from`. A sign such as `€` names a currency. */
function optionIn(segment: Segment, from: number, options: readonly Option[]): FoundValue | undefined {
  const tokens = segment.tokens.filter((token) => token.start >= from);
  const ranked = [...options].sort((a, b) => b.joined.length - a.joined.length);
  for (const option of ranked) {
    for (let start = 0; start < Math.min(tokens.length, 12); start++) {
      let joined = '';
      for (let end = start; end < tokens.length && joined.length < option.joined.length; end++) {
        joined += tokens[end]?.text ?? '';
        if (joined !== option.joined) continue;
        return {
          spans: [{ segment, start: tokens[start]?.start ?? 0, end: tokens[end]?.end ?? 0 }],
          text: option.value,
        };
      }
    }
  }
  const sign = /[€$£¥]|\bRM\b/.exec(segment.text.slice(from));
  const code = codeOf(sign?.[0]);
  const named = options.find((option) => code !== undefined && option.value.toUpperCase() === code);
  if (named === undefined || sign === null) return undefined;
  const start = from + sign.index;
  return { spans: [{ segment, start, end: start + sign[0].length }], text: named.value };
}

function checkedOptions(labelled: LabelledLayout, field: FieldPlan, options: readonly Option[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const segment of labelled.layout.segments.slice(0, 3_000)) {
    const marks = findMarks(segment.text);
    for (const [index, mark] of marks.entries()) {
      if (!mark.value) continue;
      const to = marks[index + 1]?.start ?? segment.text.length;
      const behind = optionIn(
        { ...segment, tokens: segment.tokens.filter((token) => token.end <= to) },
        mark.end,
        options,
      );
      const row = labelled.layout.rows[segment.row];
      const right = row?.segments[row.segments.indexOf(segment) + 1];
      const found =
        behind ??
        (right === undefined || /\S/.test(segment.text.slice(mark.end))
          ? undefined
          : optionIn(right, 0, options));
      if (found !== undefined) {
        candidates.push({ ...found, field: field.index, score: 0.95, reason: 'checked box', labelled: true });
      }
    }
  }
  return candidates;
}

/**
 * Returns candidates for the options whose words the document uses. Large text and the start of the document count
 * more.
 */
function optionsInText(labelled: LabelledLayout, field: FieldPlan, options: readonly Option[]): Candidate[] {
  const segments = labelled.layout.segments.slice(0, 1_500);
  const heights = segments.map((segment) => segment.height).sort((a, b) => a - b);
  const usual = Math.max(1, heights[heights.length >> 1] ?? 1);
  const scores = new Map<Option, { sum: number; best: number; at: Segment | undefined; whole: boolean }>();
  for (const [index, segment] of segments.entries()) {
    const weight = (index < 25 ? 1.5 : 0.5) * Math.min(2, Math.max(1, segment.height / usual));
    const words = new Set(segment.tokens.map((token) => token.text));
    const joined = segment.tokens.map((token) => token.text).join('');
    for (const option of options) {
      const whole =
        option.joined.length >= 3 &&
        (words.has(option.joined) || (option.words.length > 1 && joined.includes(option.joined)));
      const shared = option.words.filter((word) => words.has(word)).length / Math.max(3, option.words.length);
      const gain = weight * (whole ? 1 : shared * 0.4);
      if (gain <= 0) continue;
      const tally = scores.get(option) ?? { sum: 0, best: 0, at: undefined, whole: false };
      tally.sum += gain;
      tally.whole ||= whole;
      if (gain > tally.best) {
        tally.best = gain;
        tally.at = segment;
      }
      scores.set(option, tally);
    }
  }
  const total = [...scores.values()].reduce((sum, tally) => sum + tally.sum, 0);
  return [...scores].flatMap(([option, { sum, at, whole }]) => {
    if (at === undefined || (!whole && sum < 1)) return [];
    const score = Math.min(0.7, 0.25 + 0.35 * (sum / total) + (whole ? 0.1 : 0) + Math.min(0.1, sum * 0.03));
    const span = { segment: at, start: 0, end: at.text.length };
    return [
      {
        spans: [span],
        text: option.value,
        field: field.index,
        score,
        reason: 'words of the option in the document',
        labelled: false,
      },
    ];
  });
}

/** Returns the most frequent currency of the document, if it is an option. */
function byCurrency(labelled: LabelledLayout, field: FieldPlan, currency: string | undefined): Candidate[] {
  if (currency === undefined || !field.node.options.includes(currency)) return [];
  for (const segment of labelled.layout.segments.slice(0, 3_000)) {
    for (const match of segment.text.matchAll(/[A-Z]{3}|RM|[€$£¥₹]/g)) {
      if (codeOf(match[0]) !== currency) continue;
      const span = { segment, start: match.index, end: match.index + match[0].length };
      const reason = 'the currency of most amounts';
      return [{ spans: [span], text: currency, field: field.index, score: 0.75, reason, labelled: false }];
    }
  }
  return [];
}
