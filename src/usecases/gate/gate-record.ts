import path from 'node:path';
import type { FoldedRun } from '../../analysis/fold/folded-run.ts';
import { resumeHint } from '../../analysis/gate/run-progress.ts';
import { reportOf } from '../../analysis/sections/build-report.ts';
import { GoldsetError, invariant, messageOf } from '../../base/goldset-error.ts';
import { oneOf } from '../../base/require-argument.ts';
import { gateWithoutRecord } from '../../gates/evaluate-gate.ts';
import type { GateOutcome } from '../../model/gate/gate-evidence.ts';
import { usesCitations } from '../../model/gate/gate-policy.ts';
import { assertNotShard, openRecord, type RecordReader } from '../../record/read/open-record.ts';
import type { OpenSinks } from '../../report/formats/write-report.ts';
import {
  type AnnotationStyle,
  annotationStyles,
  renderAnnotations,
  renderGateMarkdown,
  writeGate,
} from '../../report/gate/gate-files.ts';
import { requireCitations } from '../citations/require-citations.ts';
import { evaluateRecord } from '../evaluate/evaluate-record.ts';
import type { ExitCode } from '../exit-code.ts';
import { openNamedBaseline } from '../inputs/open-side.ts';
import type { SecondGoldFlags } from '../inputs/read-second-gold.ts';
import { type Environment, type Ports, silentPorts, variable } from '../ports.ts';
import { reportOptions, scoreAndWrite, secondGoldOf } from '../report/report-record.ts';
import { shownVerdict, withGate } from '../report/with-gate.ts';
import { checkScored } from '../settings/check-patterns.ts';
import { checkPrimary } from '../settings/declared-primary.ts';
import { resolveSettings, type Settings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface GateRecordRequest extends SettingsRequest, SecondGoldFlags {
  /** Folder of a record, or the folder that contains it. */
  readonly record: string;
  /**
   * Folder of the baseline's record, or the name of a baseline. If this option is not set, the baseline is another
   * version in the record of the candidate.
   */
  readonly baseline?: string;
  readonly baselineVersion?: string;
  readonly candidateVersion?: string;
  /** Folder for the files of the gate. If not set, the gate writes no files. */
  readonly out?: string;
  /** Also writes the full report to the folder `out`. */
  readonly report?: boolean;
  /** Style of the annotations: `auto`, `none`, or the name of an annotation style. */
  readonly annotations: string;
}

export interface GateResult {
  readonly outcome: GateOutcome;
  readonly exitCode: ExitCode;
  /** The error from reading a record; not set if all records could be read. */
  readonly problem?: GoldsetError;
  readonly files: readonly string[];
  /** Lines for the log of a CI system, which shows them as annotations of the policy file. */
  readonly annotations: readonly string[];
  /** Text for the job summary of the CI; `null` if the CI has no job summary. */
  readonly summary: { readonly file: string; readonly text: string } | null;
}

/** Evaluates a record against a policy, and writes the verdict in formats for CI systems. */
export async function gateRecord(
  request: GateRecordRequest,
  ports: Ports = silentPorts,
): Promise<GateResult> {
  const style = annotationStyle(request.annotations, ports.env);
  const settings = await resolveSettings(request);
  const { policy } = settings;
  if (policy === null) {
    const { file } = settings.loaded;
    throw new GoldsetError('USAGE', {
      problem: `found no policy: ${file === null ? 'no configuration was found' : `${file} has no "gate"`}`,
      fix: 'Give --policy FILE, or add "gate" to the configuration (docs/gate.md).',
    });
  }
  const file = relativeInside(policy.file);
  const { outcome, written, problem } = await evaluate(request, settings, policy.policy, ports);
  const gateFiles =
    request.out === undefined
      ? []
      : await writeGate(outcome, path.resolve(request.out), file ?? 'goldset.config.ts');
  const files = [...gateFiles, ...written];
  const isAnnotated = style !== 'none' && style !== 'plain';
  const summary = variable(ports.env, 'GITHUB_STEP_SUMMARY');
  return {
    outcome,
    exitCode: outcome.exitCode,
    ...(problem && { problem }),
    files,
    annotations: isAnnotated ? renderAnnotations(outcome, style, file) : [],
    summary:
      style === 'github' && summary !== undefined
        ? { file: summary, text: renderGateMarkdown(outcome) }
        : null,
  };
}

interface Evaluated extends Pick<GateResult, 'outcome' | 'problem'> {
  readonly written: readonly string[];
}

/**
 * Evaluates the record, and writes its report if requested. If a record cannot be read, the outcome is inconclusive.
 */
async function evaluate(
  request: GateRecordRequest,
  settings: Settings,
  policy: NonNullable<Settings['policy']>['policy'],
  ports: Ports,
): Promise<Evaluated> {
  try {
    const reader = await openRecord(path.resolve(request.record));
    assertNotShard(reader);
    const evaluated = await evaluateReader(reader, request, settings, policy, ports);
    if (evaluated.outcome.code === 'incomplete-run')
      ports.notice(resumeHint({ dir: reader.dir, target: reader.plan.target.kind }));
    return evaluated;
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    return { outcome: gateWithoutRecord(policy, messageOf(thrown)), written: [], problem: thrown };
  }
}

/** Returns whether an error comes from a record that cannot be read, and not from a wrong request. */
function isUnreadable(thrown: unknown): thrown is GoldsetError {
  return thrown instanceof GoldsetError && /^RECORD_|^FILE_UNREADABLE$/.test(thrown.code);
}

async function evaluateReader(
  reader: RecordReader,
  request: GateRecordRequest,
  settings: Settings,
  policy: NonNullable<Settings['policy']>['policy'],
  ports: Ports,
): Promise<Evaluated> {
  const baseline =
    request.baseline === undefined
      ? null
      : await openNamedBaseline(request.baseline, request.baselineVersion, settings.baselines);
  if (request.policy !== undefined && policy.primary !== undefined)
    checkPrimary(
      {
        name: policy.primary,
        place: `${settings.policy?.file}: primary`,
        fix: 'Correct the name. Without a name, the primary metric or field of the run applies.',
      },
      reader.plan,
    );
  const readers = [reader, ...(baseline !== null && 'reader' in baseline ? [baseline.reader] : [])];
  await requireCitations(readers, usesCitations(policy), ports);
  const { optionsOf } = settings;
  const candidate = { reader, version: request.candidateVersion };
  const onScored = (run: FoldedRun) => checkScored(optionsOf(reader.plan), run, ports);
  const secondGold = await secondGoldOf(request, reader, optionsOf(reader.plan), settings);
  const evaluation = { candidate, baseline, policy, optionsOf, onScored, secondGold };
  if (request.out === undefined || !request.report)
    return { outcome: (await evaluateRecord(evaluation)).outcome, written: [] };
  let outcome: GateOutcome | undefined;
  const score = async (openSinks?: OpenSinks) => {
    const evaluated = await evaluateRecord({ ...evaluation, openSinks });
    outcome = evaluated.outcome;
    const gate = shownVerdict(outcome);
    const options = { ...reportOptions(evaluated.folded.run.plan, settings), secondGold, gate };
    return withGate(reportOf(evaluated.folded, options), gate);
  };
  const formats = ['html', 'csv', 'md', 'json'] as const;
  const { files } = await scoreAndWrite(request.out, { ...settings, formats }, score, ports);
  invariant(outcome !== undefined, 'a report that was written was evaluated');
  return { outcome, written: files };
}

function annotationStyle(requested: string, env: Environment): AnnotationStyle | 'none' {
  if (requested === 'none') return 'none';
  if (requested === 'auto') {
    if (env.GITHUB_ACTIONS === 'true') return 'github';
    return env.GITLAB_CI === 'true' ? 'gitlab' : 'plain';
  }
  return oneOf('--annotations', requested, annotationStyles);
}

/** Returns the path relative to the working folder. Returns `null` if the file is outside of this folder. */
function relativeInside(file: string): string | null {
  const relative = path.relative(process.cwd(), file).split(path.sep).join('/');
  return relative.startsWith('..') || path.isAbsolute(relative) ? null : relative;
}
