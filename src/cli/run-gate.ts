import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { buildReport } from '../analysis/report/build-report.ts';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { gateWithoutRecord } from '../gates/gate-outcome.ts';
import type { GateOutcome } from '../model/gate-outcome.ts';
import { openRecord, type RecordReader } from '../record/open-record.ts';
import { refuseShard } from '../record/refuse-shard.ts';
import {
  type AnnotationStyle,
  annotationStyles,
  renderAnnotations,
} from '../report/gate/render-annotations.ts';
import { renderGateMarkdown } from '../report/gate/render-gate-markdown.ts';
import { writeGate } from '../report/gate/write-gate.ts';
import { writeReport } from '../report/write-report.ts';
import { type GateRequest, type JudgedRecord, judgeRecord } from '../usecases/gate/judge-record.ts';
import { openNamedBaseline } from '../usecases/inputs/open-baseline.ts';
import { shownVerdict, withGate } from '../usecases/report/with-gate.ts';
import { baselinesDir } from '../usecases/settings/baselines-dir.ts';
import { type LoadedConfig, loadConfig } from '../usecases/settings/load-config.ts';
import { type LoadedPolicy, loadPolicy } from '../usecases/settings/load-policy.ts';
import {
  type ScoringFlags,
  scoringOptions,
  statisticsSettings,
} from '../usecases/settings/scoring-settings.ts';
import { gateText } from './gate-text.ts';

export interface GateFlags extends ScoringFlags {
  readonly policy?: string;
  readonly baseline?: string;
  readonly baselineVersion?: string;
  readonly baselines?: string;
  readonly candidateVersion?: string;
  readonly out?: string;
  readonly report?: boolean;
  readonly annotations: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** The work of `goldset gate`; gives the exit code: 0 where the gate passed, 1 where it failed or cannot tell. */
export async function runGate(record: string, flags: GateFlags): Promise<number> {
  const style = annotationStyle(flags.annotations);
  const loaded = await loadConfig(flags.config);
  const policy = await loadPolicy(flags.policy, loaded);
  const judged = await judge(record, flags, loaded, policy);
  const { outcome } = judged;
  const file = relativeInside(policy.file);
  const files =
    flags.out === undefined
      ? []
      : await writeGate(outcome, path.resolve(flags.out), file ?? 'goldset.config.ts');
  if (flags.out !== undefined && flags.report && judged.reader !== null)
    files.push(...(await writeFullReport(judged.reader, outcome, flags, loaded)));
  tell(outcome, flags, style, file, files);
  return outcome.exitCode;
}

type Judged = JudgedRecord | { readonly outcome: GateOutcome; readonly reader: null };

async function judge(
  record: string,
  flags: GateFlags,
  loaded: LoadedConfig,
  { policy }: LoadedPolicy,
): Promise<Judged> {
  const dir = path.resolve(record);
  if (!existsSync(dir)) throw new GoldsetError('RECORD_NOT_FOUND', { path: dir });
  let reader: RecordReader;
  try {
    reader = await openRecord(dir);
    refuseShard(reader);
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError)) throw thrown;
    return { outcome: gateWithoutRecord(policy, messageOf(thrown)), reader: null };
  }
  const scoring: GateRequest['scoring'] = (presence) => scoringOptions(loaded.config, flags, presence);
  const statistics = statisticsSettings(loaded.config, flags);
  const candidate = { reader, version: flags.candidateVersion };
  const baseline =
    flags.baseline === undefined
      ? null
      : await openNamedBaseline(flags.baseline, flags.baselineVersion, baselinesDir(loaded, flags.baselines));
  return judgeRecord({ candidate, baseline, policy, scoring, statistics });
}

async function writeFullReport(
  reader: RecordReader,
  outcome: GateOutcome,
  flags: GateFlags,
  { config }: LoadedConfig,
): Promise<string[]> {
  const model = await buildReport(reader, {
    scoring: scoringOptions(config, flags, reader.plan.dataset.presence),
    statistics: statisticsSettings(config, flags),
    plan: {},
  });
  const { files } = await writeReport(
    withGate(model, shownVerdict(outcome)),
    path.resolve(flags.out as string),
    ['html', 'csv', 'md', 'json'],
  );
  return files;
}

function tell(
  outcome: GateOutcome,
  flags: GateFlags,
  style: AnnotationStyle | 'none',
  file: string | null,
  files: readonly string[],
): void {
  const annotated = style === 'none' || style === 'plain' ? [] : renderAnnotations(outcome, style, file);
  const text = [gateText(outcome), ...files.map((written) => `written: ${written}`)].join('\n');
  const told = flags.json ? process.stderr : process.stdout;
  told.write(`${text}\n`);
  for (const line of annotated) told.write(`${line}\n`);
  if (flags.json) process.stdout.write(`${JSON.stringify(outcome)}\n`);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (style === 'github' && summary !== undefined && summary !== '')
    appendFileSync(summary, renderGateMarkdown(outcome));
}

/** As the CI that it runs in reads them, where nothing is said. */
function annotationStyle(asked: string): AnnotationStyle | 'none' {
  if (asked === 'none') return 'none';
  if (asked === 'auto') {
    if (process.env.GITHUB_ACTIONS === 'true') return 'github';
    return process.env.GITLAB_CI === 'true' ? 'gitlab' : 'plain';
  }
  const style = annotationStyles.find((known) => known === asked);
  if (style !== undefined) return style;
  throw new GoldsetError('USAGE', {
    problem: `--annotations: found "${asked}", expected auto, none, ${annotationStyles.join(', ')}`,
    mend: 'Leave it out, and the CI is recognised.',
  });
}

/** A path that a CI can show: inside the folder that the command runs in. */
function relativeInside(file: string): string | null {
  const relative = path.relative(process.cwd(), file).split(path.sep).join('/');
  return relative.startsWith('..') || path.isAbsolute(relative) ? null : relative;
}
