import { percentWithin } from '../../base/phrases.ts';
import { Random } from '../../base/random.ts';
import type { PresencePolicy } from '../../model/processor/presence-policy.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { MethodSection } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { type FoldedRun, versionNames } from '../fold/folded-run.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import type { VersionStability } from './measure-stability.ts';

type Definition = MethodSection['definitions'][number];

const shared: readonly Definition[] = [
  {
    term: 'interval',
    anchor: 'intervals',
    text: 'Shares of documents have Wilson intervals; ratios of leaf counts have Wilson’s interval at the number of independent answers that the documents are worth. What each interval was formed by stands beside it.',
  },
  {
    term: 'verdict',
    anchor: 'verdicts',
    text: 'Improved or regressed: the paired interval excludes 0 and the p of the exact McNemar or permutation test, adjusted by Holm over the headline and the fields together (half of the error for each), is small enough. Equivalent: the interval lies inside the margin. Otherwise inconclusive.',
  },
  {
    term: 'broke, fixed',
    anchor: 'new-errors-and-fixed',
    text: 'A document broke when any of its leaves was right in the baseline and is wrong in the candidate. It was fixed when any wrong leaf is right now and none broke.',
  },
];

const byKind: Readonly<Record<ProcessorKind, readonly Definition[]>> = {
  EXTRACT: [
    {
      term: 'precision',
      anchor: 'precision',
      text: 'Of the values the processor gave, the share that is right: correct / (correct + incorrect + spurious).',
    },
    {
      term: 'recall',
      anchor: 'recall',
      text: 'Of the values the gold expects, the share that was read right: correct / (correct + incorrect + missing).',
    },
    {
      term: 'F1',
      anchor: 'f1',
      text: 'Both in one: 2 correct / (expected + predicted values). Over all leaves it is micro-averaged.',
    },
    {
      term: 'fully right document',
      anchor: 'document-exact',
      text: 'A document with only correct and truly absent leaves.',
    },
  ],
  CLASSIFY: [
    {
      term: 'accuracy',
      anchor: 'accuracy',
      text: 'The share of documents with the right class; a document without an answer counts as wrong.',
    },
    {
      term: 'Cohen’s kappa',
      anchor: 'cohens-kappa',
      text: 'Agreement beyond what the two class distributions would give by chance: 1 is perfect, 0 is chance.',
    },
  ],
  SPLITTER: [
    {
      term: 'document F1',
      anchor: 'document-f1',
      text: 'A split document counts as right when its type, first and last page are all equal.',
    },
    {
      term: 'boundary F1',
      anchor: 'boundary-f1',
      text: 'Of the places where a document begins, page 1 left out, how many were found and how many found ones are true.',
    },
    {
      term: 'MNDD',
      anchor: 'mndd',
      text: 'Pages that must be moved to turn the predicted split into the expected one; lower is better.',
    },
  ],
};

/** How the numbers of a report came about, for the reader who doubts them. */
export function methodSection(
  run: FoldedRun,
  options: ExtractionScoringOptions,
  settings: StatisticsSettings,
  sensitivity: MethodSection['sensitivity'],
  stability: readonly VersionStability[] = [],
): MethodSection {
  const { plan, summary } = run;
  const kind = plan.dataset.kind;
  const names = versionNames(plan);
  return {
    policies: policies(options, kind, plan.dataset.presence),
    sensitivity,
    definitions: [...byKind[kind], ...shared],
    facts: [
      { name: 'Record', value: plan.recordId },
      { name: 'Record complete', value: summary === null ? 'no: the run has not ended' : 'yes' },
      { name: 'Dataset checksum', value: plan.dataset.checksum },
      {
        name: 'Target',
        value:
          plan.target.kind === 'predictions'
            ? 'predictions made elsewhere'
            : `${plan.target.kind}, API version ${plan.target.apiVersion ?? 'none'}`,
      },
      ...plan.versions.map((version) => ({
        name: `Version ${version.requested}`,
        value: `resolved to ${version.resolved} (${version.versionId}), config ${version.configHash.slice(0, 12)}`,
      })),
      { name: 'Repeats', value: repeatsFact(run, names) },
      ...stability.map(stabilityFact),
      ...leftOut(run),
      { name: 'Margin', value: `${(settings.margin * 100).toFixed(1)} points` },
      { name: 'Confidence', value: `${(settings.confidence * 100).toFixed(0)} %` },
      {
        name: 'Intervals',
        value:
          settings.interval === 'analytic'
            ? 'analytic: Wilson at the effective number, linearised differences'
            : `document bootstrap, ${settings.interval}`,
      },
      ...(settings.clusterBy === undefined
        ? []
        : [{ name: 'Unit of the statistics', value: unitOf(settings.clusterBy, settings.clusters ?? []) }]),
      {
        name: 'Random draws',
        value: `${settings.replicates} replicates, seed "${settings.seed}", generator ${Random.generatorName}`,
      },
      { name: 'Made by', value: `${plan.tool.name} ${plan.tool.version} on Node ${plan.tool.node}` },
    ],
    unscored: run.unscored.first.map(({ itemId, version, reason }) => ({
      itemId,
      version: names[version] as string,
      reason,
    })),
    unscoredCount: run.unscored.count,
    scorerFingerprint: run.scorer.fingerprint,
    seed: settings.seed,
  };
}

/** Beside the verdict, where the documents that changed are listed, and in the method section. */
export function repeatsText(repeats: number): string {
  return `Rates, intervals and tests rest on all ${repeats} repeats: each document counts once, with the mean of its completed repeats. What is shown of single documents (broke, fixed, outcomes, counts, confusions) and confidence, time and cost are those of the first.`;
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

const leastStableShown = 3;

/** What the repeats of a version say: whether its documents come out alike again. */
function stabilityFact({ version, repeats, passHat, flips, fields }: VersionStability): {
  name: string;
  value: string;
} {
  const shown = (figure: Measurement | undefined) =>
    `${percentWithin(figure?.value ?? null, figure?.interval)} (n = ${figure?.n ?? 0})`;
  const unstable = fields
    .filter(({ valueFlips }) => (valueFlips.value ?? 0) > 0)
    .slice(0, leastStableShown)
    .map(({ field, valueFlips }) => `${field} ${shown(valueFlips)}`);
  const least =
    unstable.length === 0
      ? 'no field differs between repeats'
      : `two repeats differ most in ${unstable.join(', ')}`;
  return {
    name: `Stability of ${version}`,
    value: `fully right in one repeat ${shown(passHat[0])}, in all ${repeats} ${shown(passHat.at(-1))}; right and then wrong, or the reverse, in ${shown(flips)} of pairs of repeats; ${least}`,
  };
}

function unitOf(tag: string, labels: readonly string[]): string {
  return `documents that share the tag "${tag}": ${new Set(labels).size} groups of ${labels.length} documents`;
}

function leftOut({
  excludedFields: { onlyGold, onlyProcessor, notComparable },
}: FoldedRun): MethodSection['facts'] {
  const gold = { name: 'Not judged: only in the gold', value: onlyGold.join(', ') };
  const processor = { name: 'Not judged: only in the processor', value: onlyProcessor.join(', ') };
  const versions = { name: 'Not compared: not in every version', value: notComparable.join(', ') };
  return [gold, processor, versions].filter(({ value }) => value !== '');
}

function policies(
  options: ExtractionScoringOptions,
  kind: ProcessorKind,
  stated: PresencePolicy = {},
): MethodSection['policies'] {
  const source = (name: 'emptiness' | 'unlabelled') =>
    stated[name] === undefined
      ? ''
      : stated[name] === options[name]
        ? ' (as the dataset says)'
        : ` (the dataset says ${stated[name]})`;
  const failures = {
    name: 'failures',
    value: options.failures,
    meaning:
      options.failures === 'missing'
        ? 'a document without an output counts as all missing'
        : 'a document without an output is left out',
  };
  if (kind !== 'EXTRACT') return [failures];
  return [
    {
      name: 'emptiness',
      value: options.emptiness,
      meaning:
        (options.emptiness === 'service'
          ? 'null, empty and missing are all "no value"'
          : 'an empty value is a value; null is not missing') + source('emptiness'),
    },
    {
      name: 'unlabelled',
      value: options.unlabelled,
      meaning:
        (options.unlabelled === 'absent'
          ? 'a key the gold does not have means: there is no value'
          : 'a key the gold does not have is left out of scoring') + source('unlabelled'),
    },
    failures,
  ];
}
