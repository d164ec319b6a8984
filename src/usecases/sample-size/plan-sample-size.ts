import path from 'node:path';
import { foldRecord } from '../../analysis/fold/fold-record.ts';
import { type PlanSettings, planFromRate, planFromRun } from '../../analysis/sample-size/sample-size.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { chains } from '../../metrics/confidence/certify-threshold.ts';
import type { SampleSizeResult, SampleSizeRow } from '../../model/results/command-results.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { documentsForCertificate } from '../../stats/power/documents-for-certificate.ts';
import { documentsForWidth } from '../../stats/power/documents-for-width.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { resolveSettings, type Settings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface SampleSizeRequest extends SettingsRequest {
  /** Record to estimate the variance from. Default: the estimate comes from `rate` and `discordant`. */
  readonly record?: string;
  /** Difference to detect, in points. */
  readonly effect: NumberInput;
  readonly power: NumberInput;
  readonly rate?: NumberInput;
  readonly discordant?: NumberInput;
  /** Half of the width of an interval, in points. */
  readonly width?: NumberInput;
  readonly targetError?: NumberInput;
  readonly errorRate: NumberInput;
}

/** Returns how many documents are needed for a difference, for an interval width and for thresholds. */
export async function planSampleSize(request: SampleSizeRequest): Promise<SampleSizeResult> {
  const settings = await resolveSettings(request);
  const { confidence } = settings.statistics;
  const plan: PlanSettings = {
    effect: numberFlag('--effect', request.effect, 0.01, 100) / 100,
    power: numberFlag('--power', request.power, 0.01, 0.999),
    confidence,
  };
  const rows = await rowsOf(request, settings, plan);
  const points = numberFlag('--width', request.width, 0.1, 49);
  const width =
    points === undefined
      ? null
      : rows.map(({ scope, label, rate }) => {
          const documents = documentsForWidth({ rate, halfWidth: points / 100, confidence });
          return { scope, label, documents };
        });
  const maxError = numberFlag('--target-error', request.targetError, 0.0001, 0.5);
  const certificate =
    maxError === undefined
      ? null
      : documentsForCertificate({
          maxError,
          errorRate: numberFlag('--error-rate', request.errorRate, 0, 1),
          confidence: 1 - (1 - confidence) / chains,
          power: plan.power,
        });
  return { exitCode: 0, ...plan, rows, width, certificate };
}

/** Plans from the variance of a record, or from the rates of the request. */
async function rowsOf(
  { record, ...request }: SampleSizeRequest,
  { scoringOf }: Settings,
  plan: PlanSettings,
): Promise<SampleSizeRow[]> {
  if (record !== undefined) {
    const reader = await openRecord(path.resolve(record));
    const scoring = scoringOf(reader.plan.dataset.presence);
    return planFromRun(await foldRecord(reader, { scoring }), plan);
  }
  const rate = numberFlag('--rate', request.rate, 0, 1);
  const discordant = numberFlag('--discordant', request.discordant, 0, 1);
  if (rate !== undefined) return [planFromRate({ rate, discordant }, plan)];
  throw new GoldsetError('USAGE', {
    problem: 'found neither a record nor --rate',
    fix: 'Name a record, or give --rate, for example --rate .9',
  });
}
