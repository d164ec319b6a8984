import { sum } from '../../base/collections.ts';
import { capitalise, percentWithin, pluralise } from '../../base/phrases.ts';
import { Random } from '../../base/random.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import { completeRerunText } from '../../model/record/rerun.ts';
import type { ServiceIdentity } from '../../model/record/service-identity.ts';
import type { MethodSection } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { type OptionDifference, optionFacts } from '../../model/score/option-differences.ts';
import type { PresencePolicy } from '../../model/score/scoring-policies.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { type FoldedRun, maxUnscored, versionNames } from '../fold/folded-run.ts';
import { reusedRecords, reusedStatement } from '../fold/reused-outputs.ts';
import { levelText } from '../measure/recommend.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { measureStability, type VersionStability } from './measure-stability.ts';
import { sensitivityRows } from './sensitivity-rows.ts';

type Definition = MethodSection['definitions'][number];
type Fact = MethodSection['facts'][number];

const shared: readonly Definition[] = [
  {
    term: 'interval',
    anchor: 'statistics.md#intervals',
    text: 'Shares of documents have Wilson intervals. Ratios of leaf counts have Clopper-Pearson intervals at the effective number of leaves. Even if no document of the sample fails, other documents may fail: for 20 documents, up to 16.8 % of all documents (95 % confidence). Each interval allows for this. Each interval states its method.',
  },
  {
    term: 'verdict',
    anchor: 'statistics.md#verdicts',
    text: 'A difference is significant if its adjusted p is at most the level: 1 − confidence, divided by the number of planned comparisons ("statistics.looks"). Improved: the difference is significant and above 0. Regressed: the difference is significant and below 0. Equivalent: the interval is inside the margin. Inconclusive: all other cases. One joint test (sign flips of whole documents or clusters, step-down minimum p) adjusts the p-values of the headline metrics and of all fields or classes together. The probability of any false improvement or regression is at most this level.',
  },
  {
    term: 'states of a document',
    anchor: 'statistics.md#states-of-a-document',
    text: 'An error is a wrong, missing or spurious value. A document is newly wrong if it was fully right and has errors now, or if it lost its result. It has new errors if at least one value was right and is wrong now. A document with new errors either has more errors in total, or its state is mixed. A document without new errors has fewer errors, is now fully right, has another wrong answer, or is unchanged.',
  },
];

const byKind: Readonly<Record<ProcessorKind, readonly Definition[]>> = {
  EXTRACT: [
    {
      term: 'precision',
      anchor: 'extraction.md#precision',
      text: 'Share of the predicted values that are right: correct / (correct + incorrect + spurious).',
    },
    {
      term: 'recall',
      anchor: 'extraction.md#recall',
      text: 'Share of the expected values that are right: correct / (correct + incorrect + missing).',
    },
    {
      term: 'F1',
      anchor: 'extraction.md#f1',
      text: 'Harmonic mean of precision and recall: 2 correct / (expected + predicted values), micro-averaged over all leaves.',
    },
    {
      term: 'fully right document',
      anchor: 'extraction.md#document-exact',
      text: 'A document in which every leaf is correct or correctly empty.',
    },
  ],
  CLASSIFY: [
    {
      term: 'accuracy',
      anchor: 'classification.md#accuracy',
      text: 'Share of documents with the right class. A document without an output counts as wrong.',
    },
    {
      term: 'Cohen’s kappa',
      anchor: 'classification.md#cohens-kappa',
      text: 'Agreement beyond chance, given both class distributions: 1 is perfect, 0 is chance.',
    },
  ],
  SPLITTER: [
    {
      term: 'document F1',
      anchor: 'splitting.md#document-f1',
      text: 'A predicted document is right if its type, first page and last page equal those of an expected document.',
    },
    {
      term: 'boundary F1',
      anchor: 'splitting.md#boundary-f1',
      text: 'Harmonic mean of two shares: the share of expected boundaries that are found, and the share of found boundaries that are right. Page 1 is not a boundary.',
    },
    {
      term: 'MNDD',
      anchor: 'splitting.md#mndd',
      text: 'Number of pages to move to turn the predicted split into the expected one; lower is better.',
    },
  ],
};

/** Builds the method section, which states how the numbers of a report were computed. */
export function methodSection(
  run: FoldedRun,
  options: ExtractionScoringOptions,
  settings: StatisticsSettings,
  differences: readonly OptionDifference[] = [],
): MethodSection {
  const { kind, presence } = run.plan.dataset;
  const names = versionNames(run.plan);
  const unscored = run.versions
    .flatMap((columns, version) => columns.unscored.map((item) => ({ ...item, version })))
    .sort((a, b) => a.position - b.position)
    .slice(0, maxUnscored);
  return {
    policies: policies(options, kind, presence),
    sensitivity: sensitivityRows(run, options, settings),
    definitions: [...byKind[kind], ...shared],
    facts: [...facts(run, names, settings), ...optionRows(run, differences)],
    unscored: unscored.map(({ itemId, version, reason }) => ({
      itemId,
      version: names[version] as string,
      reason,
    })),
    unscoredCount: sum(run.versions.map((columns) => columns.unscoredCount)),
    ...(run.notScored.unclear > 0 && {
      unclear: { count: run.notScored.unclear, values: run.notScored.unclearValues },
    }),
    scorerFingerprint: run.scorer.fingerprint,
    seed: settings.seed,
    ...(differences.length > 0 && { optionDifferences: differences }),
  };
}

/**
 * Returns the scoring rules that differ from the defaults, followed by the options that differ from those of the
 * record.
 */
function optionRows({ scorer }: FoldedRun, differences: readonly OptionDifference[]): Fact[] {
  const { comparators = [], exclude = [], alignment = [] } = scorer.options;
  const rules = optionFacts({ comparators, exclude, alignment });
  const own = [...rules].filter(([, value]) => value !== 'none');
  return [
    ...own.map(([name, value]) => ({ name: capitalise(name), value })),
    ...differences.map(({ option, recorded, used }) => ({
      name: `Other option than in the run: ${option}`,
      value: `${used}; ${recorded} in the run`,
    })),
  ];
}

function facts(run: FoldedRun, names: readonly string[], settings: StatisticsSettings): Fact[] {
  const { plan, summary } = run;
  const { clusterBy, clusters = [] } = settings;
  const target =
    plan.target.kind === 'predictions'
      ? 'imported predictions'
      : `${plan.target.kind}, API version ${plan.target.apiVersion ?? 'none'}`;
  const versions = plan.versions.map(({ requested, resolved, versionId, configHash }): [string, string] => [
    `Version ${requested}`,
    `resolved to ${resolved} (${versionId}), config ${configHash.slice(0, 12)}`,
  ]);
  const intervals =
    settings.interval === 'analytic'
      ? 'analytic: Wilson for shares of documents, Clopper-Pearson at the effective number for ratios, linearised differences'
      : `document bootstrap, ${settings.interval}`;
  const draws = `${settings.flips} sign flips, ${settings.replicates} bootstrap replicates, seed "${settings.seed}", generator ${Random.generatorName}`;
  const { onlyGold, onlyProcessor, notComparable } = run.excludedFields;
  const listed: [string, string | null][] = [
    ['Record', plan.recordId],
    ['Record complete', summary === null ? 'no: the run has not ended' : 'yes'],
    ['Selected documents', completeRerunText(plan)],
    ['Reused outputs', reusedStatement(run)],
    ['Records of the reused outputs', reusedRecords(run)],
    ['Dataset checksum', plan.dataset.checksum],
    ['Target', target],
    ['Service', serviceFact(plan.target.service)],
    ...versions,
    ['Repeats', repeatsFact(run, names)],
    ...measureStability(run, settings).map(stabilityFact),
    ['Not scored: only in the gold', onlyGold.join(', ') || null],
    ['Not scored: only in the processor', onlyProcessor.join(', ') || null],
    ['Not scored: not annotated', valuesText(run.notScored.notAnnotated)],
    ['Not scored: unclear', valuesText(run.notScored.unclear)],
    ['Not compared: only in some versions', notComparable.join(', ') || null],
    ['Margin', `${(settings.margin * 100).toFixed(1)} points`],
    ['Confidence', `${(settings.confidence * 100).toFixed(0)} %`],
    ['Intervals', intervals],
    [
      'Planned comparisons',
      settings.looks === 1
        ? null
        : `${settings.looks} on this dataset, so each is tested at the level ${levelText(settings)}`,
    ],
    ['Primary', settings.primary ?? null],
    ['Unit of the statistics', clusterBy === undefined ? null : unitOf(clusterBy, clusters)],
    ['Random draws', draws],
    ['Made by', `${plan.tool.name} ${plan.tool.version} on Node ${plan.tool.node}`],
  ];
  return listed.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function valuesText(count: number): string | null {
  return count === 0 ? null : pluralise(count, 'value');
}

/**
 * Describes the versions of goldset, engine and OCR that produced the outputs of a local service. Returns `null` for a
 * remote service, because it does not report them.
 */
function serviceFact(service: ServiceIdentity | undefined): string | null {
  if (service?.kind !== 'local') return null;
  return `goldset ${service.goldset}, engine ${service.engine}, OCR by ${service.ocr}`;
}

/** Describes how repeats are used in the verdict, in the list of changed documents and in the figures. */
export function repeatsText(repeats: number): string {
  return `Rates, intervals and tests use all ${repeats} repeats: each document counts once, with the mean of its completed repeats. Figures of single documents (states, new errors, outcomes, counts, confusions) and confidence use the first repeat. Latency and cost use all item runs. The gate counts a document as having new errors if a value is right in a smaller share of the candidate’s repeats than of the baseline’s.`;
}

function repeatsFact({ versions, plan }: FoldedRun, names: readonly string[]): string {
  const completed = versions.map(({ maxRepeats }) => maxRepeats);
  const most = Math.max(...completed);
  if (most === 1) return plan.repeats === 1 ? '1' : `${plan.repeats} planned, 1 completed`;
  const each = completed.every((count) => count === most)
    ? ''
    : `${names.map((name, i) => `${name} ${completed[i]}`).join(', ')}. `;
  return `${each}${repeatsText(most)}`;
}

const maxUnstableFields = 3;

function stabilityFact({ version, repeats, passHat, flips, fields }: VersionStability): [string, string] {
  const shown = (figure: Measurement | undefined) =>
    `${percentWithin(figure?.value ?? null, figure?.interval)} (n = ${figure?.n ?? 0})`;
  const unstable = fields
    .filter(({ valueFlips }) => (valueFlips.value ?? 0) > 0)
    .slice(0, maxUnstableFields)
    .map(({ field, valueFlips }) => `${field} ${shown(valueFlips)}`);
  const least =
    unstable.length === 0
      ? 'no field differs between repeats'
      : `two repeats differ most in ${unstable.join(', ')}`;
  return [
    `Stability of ${version}`,
    `fully right in one repeat: ${shown(passHat[0])}; in all ${repeats}: ${shown(passHat.at(-1))}; in exactly one of two: ${shown(flips)}; ${least}`,
  ];
}

function unitOf(tag: string, labels: readonly string[]): string {
  return `documents that share the tag "${tag}": ${new Set(labels).size} groups of ${labels.length} documents`;
}

function policies(
  options: ExtractionScoringOptions,
  kind: ProcessorKind,
  ofDataset: PresencePolicy = {},
): MethodSection['policies'] {
  const presence = (name: 'emptiness' | 'unlabelled', meaning: string) => {
    const declared = ofDataset[name];
    const source = declared === options[name] ? 'set by the dataset' : `the dataset sets ${declared}`;
    return {
      name,
      value: options[name],
      meaning: declared === undefined ? meaning : `${meaning} (${source})`,
    };
  };
  const failures = {
    name: 'failures',
    value: options.failures,
    meaning:
      options.failures === 'missing'
        ? 'all expected values of a document without an output count as missing'
        : 'a document without an output is excluded',
  };
  if (kind !== 'EXTRACT') return [failures];
  return [
    presence(
      'emptiness',
      options.emptiness === 'service'
        ? 'null, empty and missing are all "no value"'
        : 'null and empty are values; only a missing key means "no value"',
    ),
    presence(
      'unlabelled',
      options.unlabelled === 'absent'
        ? 'a key that the gold lacks means that there is no value'
        : 'a key that the gold lacks is not scored',
    ),
    failures,
  ];
}
