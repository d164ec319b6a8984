import path from 'node:path';
import {
  type ComparedReport,
  openCompared,
  requireEqualScoring,
} from '../../analysis/compare/compare-records.ts';
import { compareResult } from '../../analysis/compare/compare-result.ts';
import { pairRecords, type RecordSide } from '../../analysis/compare/pair-records.ts';
import type { QuotaRule } from '../../analysis/label-differences/list-design.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { documentPages } from '../../loaders/inputs/document-pages.ts';
import type { LabelComparisonResult, LabelListResult } from '../../model/results/label-results.ts';
import type { CompareResult } from '../../model/results/score-results.ts';
import type { OpenSinks } from '../../report/formats/write-report.ts';
import { requireCitations } from '../citations/require-citations.ts';
import { type ExitCode, exitCodeOf, reportExitCode } from '../exit-code.ts';
import { openSide } from '../inputs/open-side.ts';
import type { SecondGoldFlags } from '../inputs/read-second-gold.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { scoreAndWrite, secondGoldOf } from '../report/report-record.ts';
import { checkScored } from '../settings/check-patterns.ts';
import { numberFlag } from '../settings/flags.ts';
import { resolveSettings, type Settings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { summaryOptions } from '../settings/summary-options.ts';

export interface CompareRequest extends SettingsRequest, SecondGoldFlags {
  /** Record of the baseline: its folder, the folder that contains it, or the name of a baseline. */
  readonly baseline: string;
  /**
   * Record of the candidate: its folder, the folder that contains it, or the name of a baseline. If not set, goldset
   * compares two versions or repeats of one record, which `baseline` names.
   */
  readonly candidate?: string;
  /** Versions to compare: `BASELINE,CANDIDATE`, or one name if baseline and candidate have the same version. */
  readonly versions?: string;
  /** Repeats to compare, for example `1,2`. */
  readonly repeats?: string;
  /** Compares only the items that have the same document and the same gold in both records. */
  readonly commonItems?: boolean;
  /** Reads the words inside the cited boxes of baseline and candidate, and stores these words in the records. */
  readonly citations?: boolean;
  /** Folder of the report. If not set, no report is written. */
  readonly out?: string;
  /**
   * Path of a new file. If this option is set, goldset writes the list of values in which the versions differ, for a
   * person to label, and compares nothing. The labels decide which version is better.
   */
  readonly labelDifferences?: string;
  /**
   * With `labelDifferences`: share of the differing documents that the list contains, above 0 and at most 1. Default:
   * 1, which means that the list contains all differing documents.
   */
  readonly sample?: string;
  /**
   * Instead of `sample`: number of documents to list per field with differences. `20,line_items=50` means 50 for
   * `line_items` and 20 for each other field.
   */
  readonly quota?: string;
  /**
   * Writes a list that a person labels document by document. The person can stop as soon as the labels decide one
   * comparison. A text names the field to compare. `true` selects the primary field of the run, or all values if the
   * run has no primary field.
   */
  readonly sequential?: boolean | string;
  /**
   * Path of a list that `labelDifferences` wrote and a person completed. If only this option is set, goldset compares
   * the versions by the labels in the list. Together with `labelDifferences`, goldset copies the labels to the new
   * list.
   */
  readonly labels?: string;
  /**
   * With `labels`: number of values in the gold of all compared documents. Or the path of a CSV file with the columns
   * `document` and `values`, which states this number for each document of a random sample. goldset needs the number to
   * compute the difference in recall.
   */
  readonly goldValues?: number | string;
}

/** The result of a comparison by labels, or the written list of labels. */
export interface LabelOutcome {
  readonly result: LabelListResult | LabelComparisonResult;
  readonly exitCode: ExitCode;
}

export interface CompareOutcome {
  readonly result: CompareResult;
  readonly exitCode: ExitCode;
}

/** Compares two versions on the same items. Writes a report if the request has an output folder. */
export async function compareRecords(
  request: CompareRequest,
  ports: Ports = silentPorts,
): Promise<CompareOutcome> {
  rejectFlags(request, ['sample', 'quota', 'sequential'], 'without --label-differences');
  rejectFlags(request, ['goldValues'], 'without --labels');
  const settings = await resolveSettings(request);
  const { sides, compared } = await preparedComparison(request, settings, ports);
  const { model, files } = await scoreAndWrite(
    request.out,
    settings,
    async (openSinks) => (await compared(openSinks !== undefined, openSinks)).model,
    ports,
  );
  const notices = sides.flatMap(({ reader }) => reader.notices);
  for (const notice of new Set(notices)) ports.notice(notice);
  const folder = request.out === undefined ? null : path.resolve(request.out);
  return { result: compareResult(model, files[0] ?? folder), exitCode: reportExitCode(model.verdict.code) };
}

/** Compares two versions as `compareRecords` does, but writes no report. Returns the content of the report. */
export async function readComparison(request: CompareRequest): Promise<ComparedReport> {
  const settings = await resolveSettings(request);
  const { compared } = await preparedComparison(request, settings, silentPorts);
  return compared(true);
}

/**
 * Opens the baseline and the candidate. Returns a function `compared` that scores and compares the two. If `isReport`
 * is true, `compared` also computes what only a report shows.
 */
async function preparedComparison(request: CompareRequest, settings: Settings, ports: Ports) {
  const sides = await openSides(request, settings.baselines);
  const [baseline, candidate] = sides;
  await requireCitations([baseline.reader, candidate.reader], request.citations === true, ports);
  const { reader } = candidate;
  const secondGold = await secondGoldOf(request, reader, settings.optionsOf(reader.plan), settings);
  const compared = (isReport: boolean, openSinks?: OpenSinks) =>
    openCompared(baseline, candidate, {
      ...summaryOptions(settings, reader.plan),
      readPages: isReport ? documentPages() : undefined,
      common: request.commonItems,
      optionsOf: settings.optionsOf,
      acceptedFailures: settings.acceptedFailures(baseline.reader.plan, candidate.reader.plan),
      onScored: (run) => checkScored(settings.optionsOf(run.plan), run, ports),
      sampleSize: isReport ? {} : undefined,
      secondGold,
      openSinks,
    });
  return { sides, compared };
}

/**
 * Checks whether two versions can be compared, without scoring them. Returns how many documents both versions have with
 * equal gold. Throws RECORDS_NOT_COMPARABLE or SCORERS_DIFFER in the same cases as `compareRecords`.
 */
export async function checkComparable(request: CompareRequest): Promise<{ readonly documents: number }> {
  const settings = await resolveSettings(request);
  const [baseline, candidate] = await openSides(request, settings.baselines);
  requireEqualScoring(baseline.reader.plan, candidate.reader.plan, settings.optionsOf);
  const { reader } = await pairRecords(baseline, candidate, { common: request.commonItems });
  return { documents: reader.plan.items.count };
}

/**
 * Does one of two things. With `labelDifferences`, writes a list of the values in which two versions differ, for a
 * person to label. With `labels`, compares the versions by a completed list. The exit code is 3 while labels are
 * missing.
 */
export async function compareByLabels(request: CompareRequest): Promise<LabelOutcome> {
  const { labelDifferences, labels, sample, quota, sequential } = request;
  if (labelDifferences === undefined) {
    rejectFlags(request, ['out', 'sample', 'quota', 'sequential'], 'with --labels');
  } else {
    rejectFlags(request, ['out', 'goldValues'], 'with --label-differences');
    if (quota !== undefined) rejectFlags(request, ['sample'], 'with --quota');
    if (sequential) rejectFlags(request, ['sample', 'quota'], 'with --sequential');
  }
  const share = numberFlag('--sample', sample ?? '1', 0.0001, 1);
  const quotas = quota === undefined ? undefined : parseQuota(quota);
  const settings = await resolveSettings(request);
  const [baseline, candidate] = await openSides(request, settings.baselines);
  const source = { baseline, candidate, common: request.commonItems, optionsOf: settings.optionsOf };
  if (labelDifferences !== undefined) {
    const list = { share, quotas, sequential: sequential || undefined, answersFrom: labels };
    const { writeLabelList } = await import('./write-label-list.ts');
    return { result: await writeLabelList(labelDifferences, list, source), exitCode: 0 };
  }
  const { compareByLabels: compare } = await import('./compare-by-labels.ts');
  const result = await compare(labels as string, source, request.goldValues);
  return { result, exitCode: exitCodeOf({ incomplete: result.state === 'labels-open' }) };
}

function rejectFlags(
  request: CompareRequest,
  names: readonly ('out' | 'sample' | 'quota' | 'sequential' | 'goldValues')[],
  where: string,
): void {
  const found = names.find((name) => request[name] !== undefined && request[name] !== false);
  if (found === undefined) return;
  const flag = found === 'goldValues' ? '--gold-values' : `--${found}`;
  throw new GoldsetError('USAGE', {
    problem: `found ${flag} ${where}`,
    fix: `Omit ${flag}, or see docs/commands/compare.md.`,
  });
}

/** Parses a text such as `20,line_items=50`: the number of documents per field, and other numbers for single fields. */
function parseQuota(text: string): QuotaRule {
  const byField = new Map<string, number>();
  let documents: number | undefined;
  for (const part of text.split(',')) {
    const at = part.lastIndexOf('=');
    const count = numberFlag('--quota', part.slice(at + 1).trim(), 1, 1_000_000_000, 'whole number');
    const field = part.slice(0, Math.max(0, at)).trim();
    if (field === '') documents = count;
    else byField.set(field, count);
  }
  if (documents !== undefined) return { documents, byField };
  throw new GoldsetError('USAGE', {
    problem: `--quota: found "${text}", expected a number of documents for all fields without their own quota`,
    fix: `Add the number, for example --quota 20,${text}.`,
  });
}

/** Opens the records of baseline and candidate, and chooses the version and repeat of each. */
async function openSides(
  request: CompareRequest,
  baselines: string,
): Promise<readonly [RecordSide, RecordSide]> {
  const { candidate } = request;
  const first = await openSide(request.baseline, baselines);
  const second = candidate === undefined ? { reader: first.reader } : await openSide(candidate, baselines);
  const repeats = pair('--repeats', request.repeats)?.map((text) =>
    numberFlag('--repeats', text, 1, 100, 'whole number'),
  );
  const versions = pair('--versions', request.versions) ?? knownVersions();
  return [
    { reader: first.reader, version: versions?.[0] ?? first.version, repeat: repeats?.[0] },
    { reader: second.reader, version: versions?.[1] ?? second.version, repeat: repeats?.[1] },
  ];

  /**
   * Returns the versions of a single record that has exactly two versions. Returns `undefined` if there are two
   * records, or if two repeats of one version are compared. Throws USAGE in all other cases.
   */
  function knownVersions(): readonly (string | undefined)[] | undefined {
    if (candidate !== undefined) return undefined;
    const known = first.reader.plan.versions.map(({ requested }) => requested);
    if (known.length === 2 && repeats === undefined) return known;
    if (known.length === 1 && repeats !== undefined) return undefined;
    const { dir } = first.reader;
    throw new GoldsetError(
      'USAGE',
      known.length === 1
        ? {
            problem: `${dir} has only one version, ${known[0]}, so there is nothing to compare it with`,
            fix: 'Give a second record, or --repeats 1,2.',
          }
        : {
            problem: `${dir} has several versions (${known.join(', ')}), and none was selected`,
            fix: 'Select the versions with --versions BASELINE,CANDIDATE.',
          },
    );
  }
}

function pair(name: string, text: string | undefined): readonly [string, string] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(',').map((word) => word.trim());
  const [first, second = first] = words;
  if (words.length <= 2 && first && second) return [first, second];
  throw new GoldsetError('USAGE', {
    problem: `${name}: found "${text}", expected one value, or two separated by a comma`,
    fix: `Correct the flag, for example ${name} ${name === '--repeats' ? '1,2' : '1.0,draft'}`,
  });
}
