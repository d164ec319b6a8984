import path from 'node:path';
import { type PlanSettings, planFromRate, planFromRun } from '../analysis/plan-documents.ts';
import { scoreRun } from '../analysis/score-run.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { percent } from '../base/spelled.ts';
import { chains } from '../metrics/confidence/certify-threshold.ts';
import type { PlanAnswer, PlanRow } from '../model/command-answers.ts';
import { openRecord } from '../record/open-record.ts';
import { documentsForCertificate } from '../stats/documents-for-certificate.ts';
import { documentsForWidth } from '../stats/documents-for-width.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { numberFlag } from '../usecases/settings/number-flag.ts';
import {
  type ScoringFlags,
  scoringOptions,
  statisticsSettings,
} from '../usecases/settings/scoring-settings.ts';
import { textTable } from './terminal/text-table.ts';

export interface PlanFlags extends ScoringFlags {
  readonly effect: string;
  readonly power: string;
  readonly rate?: string;
  readonly differing?: string;
  readonly width?: string;
  readonly targetError?: string;
  readonly errorRate: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** The work of `goldset plan`. */
export async function runPlanDocuments(record: string | undefined, flags: PlanFlags): Promise<void> {
  const { config } = await loadConfig(flags.config);
  const { confidence } = statisticsSettings(config, flags);
  const settings: PlanSettings = {
    effect: numberFlag('--effect', flags.effect, 0.01, 100) / 100,
    power: numberFlag('--power', flags.power, 0.01, 0.999),
    confidence,
  };
  const rows = record === undefined ? [planFromRate(stated(flags), settings)] : await fromRecord(record);
  const width =
    flags.width === undefined
      ? null
      : widths(rows, numberFlag('--width', flags.width, 0.1, 49) / 100, confidence);
  const certificate = certificateOf(flags, confidence, settings.power);
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({ exitCode: 0, ...settings, rows, width, certificate } satisfies PlanAnswer)}\n`,
    );
    return;
  }
  process.stdout.write(`${planText(rows, settings)}\n`);
  for (const { label, documents } of width ?? [])
    process.stdout.write(
      `An interval of ± ${flags.width} points for ${label}: ${count(documents)} documents\n`,
    );
  if (flags.targetError !== undefined)
    process.stdout.write(`To certify at most ${flags.targetError} wrong: ${certificateText(certificate)}\n`);

  async function fromRecord(dir: string): Promise<PlanRow[]> {
    const reader = await openRecord(path.resolve(dir));
    return planFromRun(
      await scoreRun(reader, scoringOptions(config, flags, reader.plan.dataset.presence)),
      settings,
    );
  }
}

function stated(flags: PlanFlags): { rate: number; differing?: number } {
  if (flags.rate === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'there is neither a record nor a rate to plan with',
      mend: 'Name a record, or give --rate, for example --rate .9',
    });
  const rate = numberFlag('--rate', flags.rate, 0, 1);
  return flags.differing === undefined
    ? { rate }
    : { rate, differing: numberFlag('--differing', flags.differing, 0, 1) };
}

function widths(rows: readonly PlanRow[], halfWidth: number, confidence: number) {
  return rows.map(({ scope, label, rate }) => ({
    scope,
    label,
    documents: documentsForWidth({ rate, halfWidth, confidence }),
  }));
}

function certificateOf(flags: PlanFlags, confidence: number, power: number) {
  if (flags.targetError === undefined) return null;
  return documentsForCertificate({
    maxError: numberFlag('--target-error', flags.targetError, 0.0001, 0.5),
    errorRate: numberFlag('--error-rate', flags.errorRate, 0, 1),
    confidence: 1 - (1 - confidence) / chains,
    power,
  });
}

function certificateText(certificate: ReturnType<typeof documentsForCertificate>): string {
  if (certificate === null) return 'no number of documents does at that error rate';
  const { documents, wrong } = certificate;
  return `${count(documents)} accepted documents, of which at most ${wrong} may be wrong`;
}

function planText(rows: readonly PlanRow[], { effect, power, confidence }: PlanSettings): string {
  const table = textTable(
    ['', 'right', 'differing', 'documents', 'to be safe'],
    rows.map((row) => [
      row.label,
      percent(row.rate),
      percent(row.differing),
      count(row.documents),
      count(row.cautious),
    ]),
    { left: 1 },
  );
  const [first] = rows;
  const basis =
    first?.basis === 'seen'
      ? `As the versions of the record differ, seen on ${first.seenOn} documents; "to be safe" at the upper end of what that allows.`
      : 'Taken for versions that err independently; versions of one processor differ less.';
  const fields = rows.length - 1;
  return [
    `Documents to find a difference of ${Number((100 * effect).toFixed(2))} points with power ${percent(power)} at ${percent(confidence)} confidence (exact McNemar test)`,
    '',
    table,
    '',
    basis,
    ...(fields > 0 ? [`Fields are tested together, so each is planned with 1/${fields} of the error.`] : []),
  ].join('\n');
}

function count(documents: number | null): string {
  return documents === null ? '—' : String(documents).replace(/\B(?=(\d{3})+$)/g, ' ');
}
