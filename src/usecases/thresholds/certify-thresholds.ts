import path from 'node:path';
import { foldRecord } from '../../analysis/fold/fold-record.ts';
import { versionNames } from '../../analysis/fold/folded-run.ts';
import { clusteredSettings, clusterTags } from '../../analysis/fold/with-clusters.ts';
import { confidenceSection } from '../../analysis/sections/confidence-section.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { oneOf } from '../../base/require-argument.ts';
import {
  type ConfidenceSection,
  certificationMethods,
  confidenceSources,
} from '../../model/report/sections/confidence-section.ts';
import type { ThresholdsResult } from '../../model/results/command-results.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { requireFinished } from '../inputs/open-side.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { reportAppliedOptions } from '../settings/applied-options.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface ThresholdsRequest extends SettingsRequest {
  /** Folder of a record, or the folder that contains it. */
  readonly record: string;
  /** Largest permitted share of wrong documents among the accepted ones. */
  readonly targetError: NumberInput;
  /** Confidence score to use. `auto` selects the best one. */
  readonly source: string;
  readonly method: string;
  /** If true, the confidence level holds for all thresholds of a version together. */
  readonly simultaneous?: boolean;
}

export interface ThresholdsOutcome {
  readonly result: ThresholdsResult;
  readonly section: ConfidenceSection;
  readonly versions: readonly string[];
  /**
   * Confidence level of each single threshold, or of all thresholds of a version together if `simultaneous` is true.
   */
  readonly confidence: number;
}

/**
 * Certifies confidence thresholds for straight-through processing: for all documents, and per field or document class.
 */
export async function certifyThresholds(
  request: ThresholdsRequest,
  ports: Ports = silentPorts,
): Promise<ThresholdsOutcome> {
  const { record, simultaneous = false } = request;
  const settings = await resolveSettings(request);
  const sectionSettings = {
    source: oneOf('--source', request.source, ['auto', ...confidenceSources]),
    maxError: numberFlag('--target-error', request.targetError, 0.0001, 0.5),
    method: oneOf('--method', request.method, certificationMethods),
  };
  const reader = await openRecord(path.resolve(record));
  await requireFinished(reader);
  const applied = settings.optionsOf(reader.plan);
  reportAppliedOptions(applied, ports);
  const { scoring } = applied;
  const run = await foldRecord(reader, { scoring, tags: clusterTags(applied.statistics) });
  const statistics = clusteredSettings(applied.statistics, run);
  const alone = confidenceSection(run, statistics, sectionSettings);
  if (alone === null)
    throw new GoldsetError('USAGE', {
      problem: `${record}: the outputs have no confidence scores from the source ${sectionSettings.source}`,
      fix: 'Choose another --source, or a processor that returns a confidence.',
    });
  const { confidence } = statistics;
  // Bonferroni correction: each of the m thresholds gets 1/m of the allowed error probability.
  const shared = { ...statistics, confidence: 1 - (1 - confidence) / alone.scopes.length };
  const section = simultaneous ? (confidenceSection(run, shared, sectionSettings) ?? alone) : alone;
  const versions = versionNames(run.plan);
  const result = { ...resultOf(section, versions, simultaneous), ...applied.stated };
  return { result, section, versions, confidence };
}

function resultOf(
  section: ConfidenceSection,
  names: readonly string[],
  simultaneous: boolean,
): ThresholdsResult {
  const { source, maxError, level, method, procedure, clusterBy, scopes } = section;
  return {
    exitCode: 0,
    source,
    targetError: maxError,
    level,
    simultaneous,
    method,
    procedure,
    clusterBy,
    scopes: scopes.map(({ scope, label, versions }) => ({
      scope,
      label,
      versions: versions.map((version, i) => ({
        version: names[i] ?? '',
        documents: version?.documents ?? 0,
        threshold: version?.certificate.threshold ?? null,
        straightThrough: version?.certificate.straightThrough.value ?? null,
        needed: version?.certificate.needed ?? null,
        wrongClusters: version?.certificate.wrongClusters ?? [],
        sentence: version?.certificate.sentence ?? 'no output has a confidence',
        warnings: version?.warnings ?? [],
      })),
    })),
  };
}
