import path from 'node:path';
import { confidenceSection } from '../analysis/report/confidence-section.ts';
import { scoreRun } from '../analysis/score-run.ts';
import { versionNames } from '../analysis/scored-run.ts';
import { clusteredSettings } from '../analysis/with-clusters.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { percent } from '../base/spelled.ts';
import type { ThresholdsAnswer } from '../model/command-answers.ts';
import type { ScopeConfidence } from '../model/confidence-section.ts';
import {
  type ConfidenceSection,
  certificationMethods,
  confidenceSources,
} from '../model/confidence-section.ts';
import { openRecord } from '../record/open-record.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { numberFlag } from '../usecases/settings/number-flag.ts';
import {
  type ScoringFlags,
  scoringOptions,
  statisticsSettings,
} from '../usecases/settings/scoring-settings.ts';
import { textTable } from './terminal/text-table.ts';

export interface ThresholdsFlags extends ScoringFlags {
  readonly targetError: string;
  readonly source: string;
  readonly method: string;
  readonly jointly?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

/** The work of `goldset thresholds`. */
export async function runThresholds(record: string, flags: ThresholdsFlags): Promise<void> {
  const { config } = await loadConfig(flags.config);
  const asked = {
    source: oneOf('--source', flags.source, ['auto', ...confidenceSources]),
    maxError: numberFlag('--target-error', flags.targetError, 0.0001, 0.5),
    method: oneOf('--method', flags.method, certificationMethods),
  };
  const reader = await openRecord(path.resolve(record));
  const run = await scoreRun(reader, scoringOptions(config, flags, reader.plan.dataset.presence));
  const settings = clusteredSettings(statisticsSettings(config, flags), run.items);
  const alone = confidenceSection(run, settings, asked);
  if (alone === null)
    throw new GoldsetError('USAGE', {
      problem: `${record}: the outputs have no confidence of the source ${asked.source}`,
      mend: 'Nothing can be let through by confidence; choose another --source, or a processor that gives one.',
    });
  // Each of m thresholds with an m-th of the error: all hold at once with the stated confidence.
  const shared = { ...settings, confidence: 1 - (1 - settings.confidence) / alone.scopes.length };
  const section = flags.jointly ? (confidenceSection(run, shared, asked) ?? alone) : alone;
  const names = versionNames(run);
  if (flags.json) process.stdout.write(`${JSON.stringify(told(section, names, flags.jointly === true))}\n`);
  else
    process.stdout.write(`${thresholdsText(section, names, settings.confidence, flags.jointly === true)}\n`);
}

function told(section: ConfidenceSection, names: readonly string[], jointly: boolean): ThresholdsAnswer {
  const { source, maxError, level, method, procedure, scopes } = section;
  return {
    exitCode: 0,
    source,
    targetError: maxError,
    level,
    jointly,
    method,
    procedure,
    scopes: scopes.map(({ scope, label, versions }) => ({
      scope,
      label,
      versions: versions.map((version, i) => ({
        version: names[i] ?? '',
        documents: version?.documents ?? 0,
        threshold: version?.certificate.threshold ?? null,
        straightThrough: version?.certificate.straightThrough.value ?? null,
        needed: version?.certificate.needed ?? null,
        sentence: version?.certificate.sentence ?? 'no answer has a confidence',
        warnings: version?.warnings ?? [],
      })),
    })),
  };
}

function thresholdsText(
  section: ConfidenceSection,
  names: readonly string[],
  confidence: number,
  jointly: boolean,
): string {
  const lines = [
    `Thresholds of ${section.source} from which at most ${100 * section.maxError} % of what is let through is wrong (${100 * confidence} % sure${jointly ? ' of all at once' : ' of each on its own'})`,
  ];
  for (const [at, name] of names.entries()) {
    const rows = section.scopes.map(({ label, versions }) => rowOf(label, versions[at] ?? null));
    const table = textTable(
      ['', 'documents', 'from', 'goes through'],
      rows.map(({ cells }) => cells),
      { left: 1 },
    );
    const reasons = ['', '', ...rows.map(({ reason }) => `  ${reason}`)];
    lines.push('', name, ...table.split('\n').map((line, i) => `${line}${reasons[i] ?? ''}`));
  }
  lines.push('', section.procedure);
  if (section.otherSources.length > 0)
    lines.push(`Other sources in these outputs: ${section.otherSources.join(', ')}`);
  return lines.join('\n');
}

function rowOf(label: string, version: ScopeConfidence | null): { cells: string[]; reason: string } {
  if (version === null) return { cells: [label, '—', '—', '—'], reason: 'no answer has a confidence' };
  const { threshold, straightThrough, sentence } = version.certificate;
  const from = threshold === null ? '—' : threshold.toFixed(2);
  const share = percent(straightThrough.value);
  return {
    cells: [label, String(version.documents), from, share],
    reason: sentence.replace(/^certified from [\d.]+: /, ''),
  };
}

function oneOf<T extends string>(flag: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  throw new GoldsetError('USAGE', {
    problem: `${flag}: found "${text}", which is not known`,
    mend: `There are ${known.join(', ')}.`,
  });
}
