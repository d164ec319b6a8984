import path from 'node:path';
import { foldRecord } from '../../analysis/fold/fold-record.ts';
import { clusteredSettings, clusterTags } from '../../analysis/fold/with-clusters.ts';
import { planFromRate, sampleSizeSection } from '../../analysis/sample-size/sample-size.ts';
import { plannedQuestions } from '../../analysis/sections/planned-questions.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { chains } from '../../metrics/confidence/certify-threshold.ts';
import type { PlannedEffect, SampleSizeSection } from '../../model/report/sections/sample-size-section.ts';
import type { SampleSizeResult, SampleSizeRow } from '../../model/results/command-results.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { documentsForCertificate } from '../../stats/power/documents-for-certificate.ts';
import { documentsForWidth, documentsForWidthInMost } from '../../stats/power/documents-for-width.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { reportAppliedOptions } from '../settings/applied-options.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface SampleSizeRequest extends SettingsRequest {
  /** Record from which the variance is estimated. If not set, the variance is computed from `rate` and `discordant`. */
  readonly record?: string;
  /** Difference to detect, in percentage points. */
  readonly effect: NumberInput;
  readonly power: NumberInput;
  readonly rate?: NumberInput;
  readonly discordant?: NumberInput;
  /** Half of the width of an interval, in percentage points. */
  readonly width?: NumberInput;
  readonly targetError?: NumberInput;
  readonly errorRate: NumberInput;
}

/**
 * Returns how many documents are needed for three goals: to detect a difference, to reach a width of the interval, and
 * to certify thresholds.
 */
export async function planSampleSize(
  request: SampleSizeRequest,
  ports: Ports = silentPorts,
): Promise<SampleSizeResult> {
  const settings = await resolveSettings(request);
  const { record } = request;
  const reader = record === undefined ? null : await openRecord(path.resolve(record));
  const applied = reader === null ? null : settings.optionsOf(reader.plan);
  if (applied !== null) reportAppliedOptions(applied, ports);
  const { scoring, statistics } = applied ?? settings.newOptions();
  const { confidence, looks, clusterBy } = statistics;
  const effect = numberFlag('--effect', request.effect, 0.01, 100) / 100;
  const power = numberFlag('--power', request.power, 0.01, 0.999);
  const run = reader === null ? null : await foldRecord(reader, { scoring, tags: clusterTags(statistics) });
  if (run !== null && run.count > 0 && run.withoutGold.length === run.count)
    throw new GoldsetError('USAGE', {
      problem: `the variance cannot be estimated from ${reader?.dir}, because no document has gold`,
      fix: 'Name a record with gold, or give --rate and --discordant without a record.',
    });
  const plan =
    run === null
      ? planFromRate(ratesOf(request), { effect, power, confidence, looks })
      : sampleSizeSection(
          run,
          plannedQuestions(run),
          { effects: [effect], power },
          clusteredSettings(statistics, run),
        );
  const rows = (plan?.rows ?? []).map(
    ({ needed: [needed], ...row }): SampleSizeRow => ({
      ...row,
      ...(needed as PlannedEffect),
      otherQuestions: (plan as SampleSizeSection).rows.length - 1,
    }),
  );
  const points = numberFlag('--width', request.width, 0.1, 49);
  const width =
    points === undefined
      ? null
      : rows.map(({ scope, label, rate }) => {
          const design = { rate, halfWidth: points / 100, confidence };
          return {
            scope,
            label,
            documents: documentsForWidth(design),
            inMost: documentsForWidthInMost(design),
          };
        });
  const maxError = numberFlag('--target-error', request.targetError, 0.0001, 0.5);
  const certified =
    maxError === undefined
      ? null
      : documentsForCertificate({
          maxError,
          errorRate: numberFlag('--error-rate', request.errorRate, 0, 1),
          confidence: 1 - (1 - confidence) / chains,
          power,
          clustered: clusterBy !== undefined,
        });
  const certificate = certified && { ...certified, clusterBy: clusterBy ?? null };
  const { basis = 'observed', documents = 0, clusters = null, advice = [] } = plan ?? {};
  return {
    exitCode: 0,
    effect,
    power,
    confidence,
    looks,
    basis,
    documents,
    clusters,
    rows,
    advice,
    width,
    certificate,
    ...applied?.stated,
  };
}

function ratesOf(request: SampleSizeRequest) {
  const rate = numberFlag('--rate', request.rate, 0, 1);
  const discordant = numberFlag('--discordant', request.discordant, 0, 1);
  if (rate !== undefined) return { rate, discordant };
  throw new GoldsetError('USAGE', {
    problem: 'found neither a record nor --rate',
    fix: 'Name a record, or give --rate, for example --rate .9',
  });
}
