import { GoldsetError } from '../../base/goldset-error.ts';
import { pluralise, truncateList } from '../../base/phrases.ts';
import type { ResolvedVersion, RunPlan } from '../../model/record/run-record.ts';
import type {
  ReconciledExplanation,
  ReconciledRow,
  Reconciliation,
} from '../../model/report/sections/reconciliation.ts';
import type { BatchProcessorRun } from '../../model/wire/batch-processor-run.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import { baseConventions, describeConventions } from './conventions.ts';
import { evaluate, type RecordedVersion, recordedVersion } from './evaluate.ts';
import { FigureComparison } from './figure-comparison.ts';
import { searchDocuments } from './search-documents.ts';
import { type ExplanationSearch, searchExplanations } from './search-explanations.ts';
import { serviceFigures } from './service-figures.ts';

/** States in which a batch has no metrics, or only those of its finished files. */
const withoutFigures: ReadonlySet<string> = new Set(['PENDING', 'PROCESSING', 'FAILED']);

interface ReconcileOptions {
  /**
   * Requested name, resolved name or id of the version. By default, the version that the batch ran, or the only
   * version.
   */
  readonly version?: string;
}

/**
 * Computes figures from the recorded outputs, with the names and the rules of the service, and compares them with the
 * figures of a batch processor run. If figures differ, searches for the smallest change of conventions, labels or
 * documents that makes them equal. Throws USAGE if the batch has no metrics.
 *
 * Counts must be equal. Shares and confidences may differ by 1e-9 or by the rounding of the service. Run times are not
 * compared, because record and batch are different runs. Example: docs/commands/reconcile.md.
 */
export async function reconcile(
  reader: RecordReader,
  batch: BatchProcessorRun,
  options: ReconcileOptions = {},
): Promise<Reconciliation> {
  const metrics = batch.metrics ?? undefined;
  if (metrics === undefined || withoutFigures.has(batch.status))
    throw usage(`batch processor run ${batch.id} has no metrics; its status is ${batch.status}`);
  const at = chosenVersion(reader.plan, batch, options.version);
  const version = await recordedVersion(reader, at);
  if (metrics.type !== undefined && metrics.type !== version.config.type)
    throw usage(
      `batch processor run ${batch.id} is of type ${metrics.type}, but the record is of type ${version.config.type}`,
    );
  const base = evaluate(version, baseConventions(batch.options));
  const pagesKnown = base.documents.every(({ recorded }) => recorded.pages !== null);
  const comparison = new FigureComparison(serviceFigures(metrics), pagesKnown);
  const search = searchExplanations(version, base, comparison);
  const { names, decimals } = search.base;
  const rows = comparison.names(base).map((name): ReconciledRow => {
    const row = comparison.row(name, base, decimals);
    if (row.status === 'not-compared') return { ...row, finding: comparison.exclusionReason(name) };
    return { ...row, finding: row.status === 'equal' ? null : findingOf(name, search, comparison, version) };
  });
  const verdict = verdictOf(names.size, search.explanations);
  const count = (status: ReconciledRow['status']) => rows.filter((row) => row.status === status).length;
  const counts = { equal: count('equal'), differs: count('differs'), notCompared: count('not-compared') };
  return {
    batchRunId: batch.id,
    version: (reader.plan.versions[at] as ResolvedVersion).requested,
    kind: version.config.type,
    verdict,
    sentence: sentenceOf(verdict, counts, search.explanations),
    counts,
    rows,
    explanations: search.explanations,
    scale: comparison.scale,
    decimals,
    conventions: describeConventions(base.conventions, version.config.type),
    searched: { conventions: search.triedConventions, documents: search.triedDocuments },
    notes: notesOf(reader.plan, at, batch, version.reused),
  };
}

/**
 * Returns why one figure differs. The reason is the change that explains all figures or, if there is none, a change
 * that makes this figure equal.
 */
function findingOf(
  name: string,
  search: ExplanationSearch,
  comparison: FigureComparison,
  version: RecordedVersion,
): string {
  const [whole] = search.explanations;
  if (whole !== undefined && whole.unexplained === 0) return `equal when ${explanationText(whole)}`;
  const single = search.singles.find(({ names }) => !names.has(name));
  if (single !== undefined) return `equal when ${single.changes[0]?.text ?? ''}`;
  const { found } = searchDocuments(search.base.evaluation, comparison, search.base, version.config, name);
  if (found.length === 0) return 'not explained';
  const [first] = found;
  const all = [...new Set(found.flatMap(({ candidates }) => candidates))];
  return `differs by exactly 1 document: ${first?.text ?? ''} (${listed(all)})`;
}

/**
 * Describes the changes that together explain a difference. For each change, lists the documents in which it may have
 * happened.
 */
function explanationText({ changes }: ReconciledExplanation): string {
  return changes
    .map(({ text, candidates }) => (candidates.length === 0 ? text : `${text} (${listed(candidates)})`))
    .join(', and ');
}

const maxNamed = 8;

function listed(candidates: readonly string[]): string {
  return `${candidates.length === 1 ? 'candidate' : 'candidates'} ${truncateList(candidates, maxNamed)}`;
}

function verdictOf(
  differing: number,
  explanations: readonly ReconciledExplanation[],
): Reconciliation['verdict'] {
  if (differing === 0) return 'equal';
  const [first] = explanations;
  if (first === undefined) return 'not-explained';
  return first.unexplained === 0 ? 'explained' : 'partly-explained';
}

function sentenceOf(
  verdict: Reconciliation['verdict'],
  { equal, differs }: Reconciliation['counts'],
  explanations: readonly ReconciledExplanation[],
): string {
  const compared = equal + differs;
  if (verdict === 'equal') return `All ${compared} figures of the service equal those of goldset.`;
  const opening = `${differs} of ${compared} figures differ.`;
  const [first, ...others] = explanations;
  if (first === undefined) return `${opening} No tried change explains them.`;
  if (first.unexplained > 0)
    return `${opening} ${first.explained} of them are equal when ${explanationText(first)}; ${first.unexplained} are not explained.`;
  const more =
    others.length === 0 ? '' : ` ${pluralise(others.length, 'other change')} would explain them too.`;
  return `${opening} All are equal when ${explanationText(first)}.${more}`;
}

function chosenVersion(plan: RunPlan, batch: BatchProcessorRun, name: string | undefined): number {
  const { versions } = plan;
  const known = versions.map(({ requested }) => requested).join(', ');
  if (name !== undefined) {
    const at = versions.findIndex(
      ({ requested, resolved, versionId }) => name === requested || name === resolved || name === versionId,
    );
    if (at === -1) throw usage(`the record has no version "${name}"`, `Select one of: ${known}.`);
    return at;
  }
  const at = versions.findIndex(({ versionId }) => versionId === batch.processorVersionId);
  if (at !== -1) return at;
  if (versions.length === 1) return 0;
  throw usage(
    `the batch ran version ${batch.processorVersionId ?? '(unknown)'}, which the record does not have`,
    `Select a version with --version; the record has ${known}.`,
  );
}

function notesOf(plan: RunPlan, at: number, batch: BatchProcessorRun, reused: number): string[] {
  const { versionId } = plan.versions[at] as ResolvedVersion;
  const notes: string[] = [];
  if (batch.processorVersionId != null && batch.processorVersionId !== versionId)
    notes.push(`the batch ran version ${batch.processorVersionId}, and the record has version ${versionId}`);
  const { count } = plan.items;
  const files = batch.metrics?.numFiles ?? batch.runCount ?? null;
  if (reused > 0)
    notes.push(
      `${reused} of ${pluralise(count, 'document')} of the record have outputs that were reused from earlier runs, and ${files === null ? 'the batch does not state its number of documents' : `the batch counts ${pluralise(files, 'document')}`}; the figures of the record include the reused outputs`,
    );
  if (plan.repeats > 1) notes.push(`${plan.repeats} repeats were run; only the first is compared`);
  return notes;
}

function usage(problem: string, fix = 'Use a processed batch of the same processor.'): GoldsetError {
  return new GoldsetError('USAGE', { problem, fix });
}
