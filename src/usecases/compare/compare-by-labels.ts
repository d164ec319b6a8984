import path from 'node:path';
import { scoringConfig } from '../../analysis/config-changes/scoring-config.ts';
import { clusteredSettings, clusterTags } from '../../analysis/fold/with-clusters.ts';
import { compareLabels } from '../../analysis/label-differences/compare-labels.ts';
import {
  foldLabels,
  type LabelledList,
  type NumberedLine,
} from '../../analysis/label-differences/fold-labels.ts';
import { type GoldValues, valuesPerDocument } from '../../analysis/label-differences/gold-values.ts';
import { compareSequentially } from '../../analysis/label-differences/sequential-labels.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256 } from '../../base/hash.ts';
import { pluralise } from '../../base/phrases.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import { checkGold } from '../../loaders/check/check-gold.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { shown } from '../../model/processor/mismatch.ts';
import { labelOf, restPath } from '../../model/record/label-list.ts';
import type { LabelComparisonResult } from '../../model/results/label-results.ts';
import { describeScorer } from '../../scorers/extraction/scorer-fingerprint.ts';
import { sentenceOf, sequentialSentence } from './label-sentences.ts';
import { type LabelSource, pairedSource, rejectClusters } from './label-source.ts';
import { readGoldValues } from './read-gold-values.ts';
import { readLabelList } from './read-label-list.ts';

/**
 * Number of values in the gold of all compared documents, or the path of a file. The file states the number of values
 * in the gold of each document of a random sample.
 */
export type GoldValuesInput = number | string;

/**
 * Compares two versions by a list of labels. If an answer is missing, returns the numbers of documents and answers, but
 * no comparison. A sequential list may stay incomplete: it needs no further answers when the existing ones decide the
 * comparison.
 */
export async function compareByLabels(
  file: string,
  source: LabelSource,
  goldValuesInput?: GoldValuesInput,
): Promise<LabelComparisonResult> {
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
  const counts = {
    documents: folded.compared.length,
    differing: folded.differing,
    included: folded.labelled.length,
    answered: states.length - open,
    unclear,
    open,
  };
  const goldValues = await readGoldValues(goldValuesInput, reader.plan, folded);
  const result = {
    schemaVersion: 1,
    title: reader.plan.dataset.name,
    kind: reader.plan.dataset.kind,
    ...names,
    ...counts,
    questions: [],
    sequential: null,
    primary: null,
    goldValues: goldValues === undefined ? null : goldValuesResult(goldValues, folded.compared.length),
    notIdentified: [],
    overlay: null,
    scorerFingerprint: scorer,
  } as const;
  const overlayOf = () => writeOverlay(source, list, text, scorer);
  const isIdentical = folded.differing === 0;
  if (head.sequential !== undefined) {
    rejectClusters(statistics);
    const sequential = compareSequentially(folded, head.sequential);
    const isDecided = sequential.stoppedAfter !== null;
    return {
      ...result,
      state: isIdentical ? 'identical' : isDecided ? 'stopped' : open > 0 ? 'labels-open' : 'compared',
      sentence: sequentialSentence(counts, sequential, names.candidate),
      sequential,
      notIdentified: [{ quantity: 'size of a difference', reason: sequentialReason }],
      overlay: isDecided || open === 0 ? await overlayOf() : null,
    };
  }
  if (open > 0)
    return {
      ...result,
      state: 'labels-open',
      sentence: `${open} of ${pluralise(states.length, 'value')} have no answer yet, so there are no results.`,
    };
  const compared = compareLabels(folded, clusteredSettings(statistics, folded.run), goldValues);
  return {
    ...result,
    ...compared,
    state: isIdentical ? 'identical' : 'compared',
    sentence: sentenceOf(counts, compared, names.candidate),
    overlay: await overlayOf(),
  };
}

const sequentialReason =
  'labelling stopped when one comparison was decided, so the labels are not a sample of a fixed size';

function goldValuesResult(
  values: GoldValues,
  documents: number,
): NonNullable<LabelComparisonResult['goldValues']> {
  const { perDocument, sample } = valuesPerDocument(values, documents);
  return { perDocument, source: sample === null ? 'known' : 'estimated', sample };
}

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

/** Stores the labels next to the record of the candidate. Returns the path of the new file. Never changes the gold. */
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
