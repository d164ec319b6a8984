import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RecordSide } from '../../analysis/compare/pair-records.ts';
import { pairRecords } from '../../analysis/compare/pair-records.ts';
import { scoringConfig } from '../../analysis/config-changes/scoring-config.ts';
import { clusteredSettings, clusterTags } from '../../analysis/fold/with-clusters.ts';
import { compareLabels } from '../../analysis/label-differences/compare-labels.ts';
import {
  foldLabels,
  type LabelledList,
  type NumberedLine,
} from '../../analysis/label-differences/fold-labels.ts';
import { listLabelDifferences } from '../../analysis/label-differences/label-list.ts';
import type { FigureOptions } from '../../analysis/measure/figure-options.ts';
import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256 } from '../../base/hash.ts';
import { pluralise, points } from '../../base/phrases.ts';
import { textLines } from '../../base/read-text-file.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import { checkGold } from '../../loaders/check/check-gold.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { mismatchOf, shown } from '../../model/processor/mismatch.ts';
import {
  type LabelListHead,
  labelLineSchema,
  labelListHeadSchema,
  labelOf,
  restPath,
} from '../../model/record/label-list.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type {
  LabelComparisonResult,
  LabelListResult,
  LabelledQuestion,
} from '../../model/results/label-results.ts';
import { requireSameScorer } from '../../model/score/scorer-description.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import { requireFinished } from '../inputs/open-side.ts';

/** Two sides of a comparison, and how to score them. */
export interface LabelSource {
  readonly baseline: RecordSide;
  readonly candidate: RecordSide;
  readonly common?: boolean | undefined;
  readonly optionsOf: (plan: RunPlan) => FigureOptions;
}

/** Writes the list of values whose gold decides a comparison. Throws if the file exists, because it may have answers. */
export async function writeLabelList(
  file: string,
  share: number,
  source: LabelSource,
): Promise<LabelListResult> {
  const { reader, options, names } = await pairedSource(source);
  const { scoring, statistics } = options;
  const target = path.resolve(file);
  if (existsSync(target))
    throw new GoldsetError('OUTPUT_NOT_WRITABLE', {
      file: target,
      reason: 'it already exists and may have answers',
    });
  const { head, lines } = await listLabelDifferences(reader, { scoring, share, seed: statistics.seed });
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFileAtomically(target, text);
  const { documents, differing, included } = head;
  const values = lines.filter((line) => line.path !== restPath).length;
  return {
    schemaVersion: 1,
    list: target,
    ...names,
    documents,
    differing,
    included,
    values,
    share,
    scorerFingerprint: head.scorer,
  };
}

/** Compares two versions by a list of labels. While a line is open, returns how many are open, and no results. */
export async function compareByLabels(file: string, source: LabelSource): Promise<LabelComparisonResult> {
  const { reader, options, names } = await pairedSource(source);
  const { scoring, statistics } = options;
  const { head, list, text } = await readLabelList(path.resolve(file));
  const scorer = describeScorer(scoring).fingerprint;
  if (head.scorer !== scorer)
    throw new GoldsetError('LABELS_INVALID', {
      file: list.file,
      line: 1,
      path: 'scorer',
      found: head.scorer,
      expected: scorer,
      fix: 'Use the scoring options with which the list was written, or write a new list.',
    });
  const { config } = scoringConfig(reader.plan);
  const folded = await foldLabels(reader, list, {
    scoring,
    tags: clusterTags(statistics),
    checkGold: (gold, line) => checkLabel(list, gold, line, config),
  });
  const states = list.lines
    .filter((line) => line.path !== restPath)
    .map(({ answer }) => labelOf(answer).state);
  const open = states.filter((state) => state === 'open').length;
  const unclear = states.filter((state) => state === 'unclear').length;
  const { title, kind } = { title: reader.plan.dataset.name, kind: reader.plan.dataset.kind };
  const counts = {
    documents: folded.compared.length,
    differing: folded.differing,
    included: folded.labelled.length,
    answered: states.length - open,
    unclear,
    open,
  };
  const result = { schemaVersion: 1, title, kind, ...names, ...counts, scorerFingerprint: scorer } as const;
  if (open > 0)
    return {
      ...result,
      state: 'labels-open',
      sentence: `${open} of ${pluralise(states.length, 'value')} have no answer yet, so there are no results.`,
      questions: [],
      notIdentified: [],
      overlay: null,
    };
  const { questions, notIdentified } = compareLabels(folded, clusteredSettings(statistics, folded.run));
  const overlay = await writeOverlay(source, list, text, scorer);
  return {
    ...result,
    state: folded.differing === 0 ? 'identical' : 'compared',
    sentence: sentenceOf(counts, questions, names.candidate),
    questions,
    notIdentified,
    overlay,
  };
}

async function pairedSource({ baseline, candidate, common, optionsOf }: LabelSource) {
  for (const { reader } of [baseline, candidate]) await requireFinished(reader);
  const { reader } = await pairRecords(baseline, candidate, { common });
  const [before = '', after = ''] = reader.plan.versions.map(({ requested }) => requested);
  const [own, options] = [optionsOf(baseline.reader.plan), optionsOf(candidate.reader.plan)];
  requireSameScorer(describeScorer(own.scoring), describeScorer(options.scoring));
  return { reader, options, names: { baseline: before, candidate: after } };
}

async function readLabelList(
  file: string,
): Promise<{ readonly head: LabelListHead; readonly list: LabelledList; readonly text: string }> {
  let head: LabelListHead | undefined;
  const lines: NumberedLine[] = [];
  const hashed: string[] = [];
  for await (const { text, line } of textLines(file)) {
    if (text.trim() === '') continue;
    hashed.push(text);
    const value = parsedLine(file, line, text);
    const parsed = (head === undefined ? labelListHeadSchema : labelLineSchema).safeParse(value);
    if (!parsed.success) {
      const { path: place, found, expected } = mismatchOf(parsed.error, value);
      throw new GoldsetError('LABELS_INVALID', { file, line, path: place, found, expected, fix: newList });
    }
    if (head === undefined) head = parsed.data as LabelListHead;
    else lines.push({ ...(parsed.data as Omit<NumberedLine, 'line'>), line });
  }
  if (head === undefined)
    throw new GoldsetError('LABELS_INVALID', {
      file,
      line: 1,
      path: 'the file',
      found: 'nothing',
      expected: 'a list of goldset compare --label-differences',
      fix: newList,
    });
  const { share, seed } = head;
  return { head, list: { file, share, seed, lines }, text: hashed.join('\n') };
}

const newList = 'Restore the line. Only "answer" and "comment" may change.';

function parsedLine(file: string, line: number, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new GoldsetError('LABELS_INVALID', {
      file,
      line,
      path: 'the line',
      found: text.slice(0, 80),
      expected: 'one JSON object',
      fix: newList,
    });
  }
}

/** Throws LABELS_INVALID for an answer that the schema or the classes do not allow. */
function checkLabel(
  { file }: LabelledList,
  gold: JsonValue,
  { answer, line, path: asked }: NumberedLine,
  config: Parameters<typeof checkGold>[1],
): void {
  const [mismatch] = checkGold(gold, config);
  if (mismatch === undefined) return;
  const isInside = typeof answer === 'object' && answer !== null;
  throw new GoldsetError('LABELS_INVALID', {
    file,
    line,
    path: `answer of ${asked}`,
    found: shown(answer),
    expected: `${isInside ? `in ${mismatch.path}: ` : ''}${mismatch.expected}, "none" or "unclear"`,
    fix: 'Correct the answer.',
  });
}

/** Stores the labels next to the record of the candidate. They never change the gold. Returns the file. */
async function writeOverlay(
  { baseline, candidate }: LabelSource,
  { file, lines }: LabelledList,
  text: string,
  scorer: string,
): Promise<string> {
  const hash = sha256(text);
  const overlay = path.join(path.resolve(candidate.reader.dir), 'labels', `${hash.slice(0, 16)}.json`);
  const content = {
    schemaVersion: 1,
    list: { file: path.basename(file), sha256: hash },
    baseline: { recordId: baseline.reader.plan.recordId, version: baseline.version ?? null },
    candidate: { recordId: candidate.reader.plan.recordId, version: candidate.version ?? null },
    scorer,
    labels: lines.map(({ document, path: place, answer, comment }) => ({
      document,
      path: place,
      answer,
      comment,
    })),
  };
  await writeFileAtomically(overlay, `${JSON.stringify(content, null, 2)}\n`);
  return overlay;
}

function sentenceOf(
  { documents, differing, included }: Pick<LabelComparisonResult, 'documents' | 'differing' | 'included'>,
  questions: readonly LabelledQuestion[],
  candidate: string,
): string {
  const all = pluralise(documents, 'document');
  if (differing === 0)
    return `Both versions have the same score in all ${all}, whatever the gold is: every difference is 0.`;
  const named = (verdict: LabelledQuestion['verdict']) =>
    questions
      .filter((question) => question.verdict === verdict)
      .map(({ label, difference }) => `${label} (${amount(difference)})`);
  const [worse, better] = [named('regressed'), named('improved')];
  const found = [
    ...(worse.length > 0 ? [`worse: ${worse.join(', ')}`] : []),
    ...(better.length > 0 ? [`better: ${better.join(', ')}`] : []),
  ];
  const verdict =
    found.length === 0 ? 'No difference is significant.' : `Version ${candidate} is ${found.join('; ')}.`;
  return `The versions differ in ${differing} of ${all}, and ${included} of these have labels. ${verdict}`;
}

function amount({ value, unit }: LabelledQuestion['difference']): string {
  if (value === null) return '—';
  if (unit === 'points') return `${points(value)} points`;
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)} per document`;
}
