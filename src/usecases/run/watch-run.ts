import path from 'node:path';
import { changedSettings } from '../../analysis/summary/config-changes.ts';
import { fromTo, rateWords } from '../../analysis/summary/plain-figures.ts';
import { GoldsetError, invariant } from '../../base/goldset-error.ts';
import { pluralise } from '../../base/phrases.ts';
import { triesText } from '../../model/record/tries.ts';
import type { TryResult, WatchCommand } from '../../model/results/watch-results.ts';
import { fewDocuments } from '../../model/score/measurement.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import type { ExitCode } from '../exit-code.ts';
import type { Ports } from '../ports.ts';
import { changesBetween } from '../report/changes-since.ts';
import { firstWithoutRecord, outputFolder } from '../settings/output-folder.ts';
import { resolveSettings, type Settings } from '../settings/resolve-settings.ts';
import { runSettings } from '../settings/run-settings.ts';
import { countErrors } from './rerun-choice.ts';
import { type RunOutcome, type RunRequest, runDataset } from './run-dataset.ts';
import { type InputState, readInputs, type WatchedInputs, watchPaths } from './watch-inputs.ts';

/** Callbacks of a watching run, in addition to those of a run. */
export interface WatchPorts extends Ports {
  readonly onTry: (result: TryResult, outcome: RunOutcome) => void;
  /** Reports an error after which the watch continues, for example an invalid file. */
  readonly onProblem: (error: GoldsetError) => void;
  readonly onWaiting: () => void;
  /** Calls `handle` with the command of each key that the user presses. Returns a function that removes `handle`. */
  readonly onCommand: (handle: (command: WatchCommand) => void) => () => void;
  readonly openPage: (file: string) => void;
}

type WatchRequest = RunRequest & WatchedInputs;

/** Event that ends the waiting for the next try. `stop` is an interrupt signal. */
type WatchEvent = WatchCommand | 'change' | 'stop';

/** Flags that cannot be combined with `--watch`. */
const others = [
  'resume',
  'onlyFailed',
  'onlyWrong',
  'onlyNewErrors',
  'predictions',
  'shard',
  'balance',
] as const;

/** Exit code of a command that was ended by a signal. */
const interrupted = 130;

/**
 * Runs a dataset, and runs it again after each change of the configuration, the processor file or the dataset, until
 * the user ends it. Each try writes a new record and reuses unchanged outputs of the earlier records. So a change of
 * the gold alone executes no item run. If the config of the processor changed, the documents that were wrong in the
 * last try run first. This partial run has no verdict. The other documents run after it.
 *
 * The first try ends the command if it fails. Later errors are reported, and the watch continues. An interrupt signal
 * during an item run throws INTERRUPTED, and the record can be resumed.
 *
 * @returns The exit code: that of the last complete try, or 130 after an interrupt signal.
 */
export async function watchRun(
  request: RunRequest,
  ports: WatchPorts,
): Promise<{ readonly exitCode: ExitCode | typeof interrupted }> {
  const checked = await checkRequest(request, ports);
  return new Watch(checked.request, checked.maxCredits, ports).run();
}

async function checkRequest(
  request: RunRequest,
  { env }: Ports,
): Promise<{ readonly request: WatchRequest; readonly maxCredits: number | undefined }> {
  const usage = (problem: string, fix: string) => new GoldsetError('USAGE', { problem, fix });
  const other = others.find((name) => request[name] !== undefined && request[name] !== false);
  if (other !== undefined)
    throw usage(
      `found --watch with --${other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      'Use only one of them.',
    );
  const { dataset } = request;
  if (dataset === undefined) throw usage('found --watch without a dataset', 'Name a dataset.');
  const { config } = await resolveSettings({ config: request.config });
  const { url, maxCredits } = runSettings(request, config, env);
  if (url !== undefined && maxCredits === undefined)
    throw usage(
      `found --watch with the service at ${url}, and no limit of credits`,
      'Add --max-credits N, the limit for all tries together.',
    );
  return { request: { ...request, dataset }, maxCredits };
}

/** A try that has ended. */
interface EndedTry {
  readonly reader: RecordReader;
  readonly outcome: RunOutcome;
  readonly inputs: InputState;
}

/** Number of executed item runs of a record, number of its reused outputs, and credits of the executed item runs. */
interface Effort {
  readonly runs: number;
  readonly reused: number;
  readonly credits: number;
}

class Watch {
  readonly #request: WatchRequest;
  readonly #maxCredits: number | undefined;
  readonly #given: WatchPorts;
  /**
   * The ports that are passed to each run. At the start of a run, these ports set `#stopRun` to the function that stops
   * the run.
   */
  readonly #ports: Ports;
  /** Records of this session, the newest first. */
  readonly #records: string[] = [];
  #spent = 0;
  #number = 0;
  #last: EndedTry | null = null;
  /** The newest event that has not been handled yet; `null` if there is none. */
  #pending: WatchEvent | null = null;
  #wake: () => void = () => undefined;
  /** Stops the item runs of the current try; `null` while no item runs are executed. */
  #stopRun: (() => void) | null = null;

  constructor(request: WatchRequest, maxCredits: number | undefined, ports: WatchPorts) {
    this.#request = request;
    this.#maxCredits = maxCredits;
    this.#given = ports;
    this.#ports = {
      ...ports,
      onInterrupt: (stop) => {
        this.#stopRun = stop;
        const release = ports.onInterrupt(stop);
        return () => {
          this.#stopRun = null;
          release();
        };
      },
    };
  }

  async run(): Promise<{ readonly exitCode: ExitCode | typeof interrupted }> {
    const release = this.#given.onCommand((command) => {
      if (command === 'quit') this.#stopRun?.();
      this.#put(command);
    });
    try {
      let tried = await readInputs(this.#request);
      await this.#try(tried, this.#request);
      for (;;) {
        const { event, inputs } = await this.#next(tried);
        if (event === 'stop') return { exitCode: interrupted };
        if (event === 'quit') return { exitCode: this.#last?.outcome.exitCode ?? 0 };
        tried = inputs;
        await this.#perform(event, inputs).catch((thrown: unknown) => {
          if (!(thrown instanceof GoldsetError) || thrown.exitCode === interrupted) throw thrown;
          this.#given.onProblem(thrown);
        });
      }
    } finally {
      release();
    }
  }

  #put(event: WatchEvent): void {
    // If a command of the user still waits, a file change does not replace it. The watch finds the change anyway when
    // it reads the inputs next.
    if (event !== 'change' || this.#pending === null) this.#pending = event;
    this.#wake();
  }

  /**
   * Waits until the inputs differ from those of the last try, or until the user gives a command. Reports invalid
   * inputs, and then waits again.
   */
  async #next(tried: InputState): Promise<{ readonly event: WatchEvent; readonly inputs: InputState }> {
    /** Message of the problem that was reported last; `null` if the inputs are valid. */
    let shown: string | null | undefined;
    for (;;) {
      const stopWatching = await watchPaths(tried.paths, () => this.#put('change'));
      const release = this.#given.onInterrupt(() => this.#put('stop'));
      try {
        // Reading the inputs also finds changes that were made before the files were watched.
        const state = await readInputs(this.#request).catch((thrown: unknown) => {
          if (thrown instanceof GoldsetError) return thrown;
          throw thrown;
        });
        const problem = state instanceof GoldsetError ? state.message : null;
        if (!(state instanceof GoldsetError) && !isEqual(state, tried))
          return { event: 'change', inputs: state };
        if (shown !== problem) {
          if (state instanceof GoldsetError) this.#given.onProblem(state);
          this.#given.onWaiting();
        }
        shown = problem;
        const event = await this.#event();
        if (event !== 'change') return { event, inputs: tried };
      } finally {
        stopWatching();
        release();
      }
    }
  }

  async #event(): Promise<WatchEvent> {
    while (this.#pending === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const event = this.#pending;
    this.#pending = null;
    return event;
  }

  async #perform(event: WatchEvent, inputs: InputState): Promise<void> {
    const last = this.#last;
    const { limit: _limit, sample: _sample, only: _only, reuse: _reuse, ...whole } = this.#request;
    switch (event) {
      case 'open':
        if (last !== null) this.#given.openPage(last.outcome.result.report);
        return;
      case 'failed': {
        if (last === null) return;
        if ((last.reader.summary?.byState.failed ?? 0) === 0)
          throw nothingToRun('no run of the last try failed');
        const { dataset: _dataset, versions: _versions, repeat: _repeat, ...rest } = whole;
        return this.#try(inputs, { ...rest, onlyFailed: last.reader.dir }, { again: event });
      }
      case 'wrong': {
        if (last === null) return;
        const count = await countErrors(last.reader, 'wrong', await this.#settings());
        if (count === 0) throw nothingToRun('no document of the last try is wrong');
        return this.#try(inputs, { ...whole, onlyWrong: last.reader.dir }, { again: event });
      }
      case 'all':
        return this.#try(inputs, { ...this.#request, reuse: [] }, { again: event });
      default: {
        const reused = { ...this.#request, reuse: [...this.#records, ...(this.#request.reuse ?? [])] };
        if (last === null || inputs.processor === last.inputs.processor) return this.#try(inputs, reused);
        const wrong = await countErrors(last.reader, 'wrong', await this.#settings());
        const isPart = wrong > 0 && wrong < last.reader.plan.items.count;
        const selected = { ...whole, reuse: reused.reuse, onlyWrong: last.reader.dir, format: 'json' };
        return this.#try(inputs, reused, isPart ? { first: { request: selected, documents: wrong } } : {});
      }
    }
  }

  /**
   * Executes one try and reports its result. If `first` is given, executes and reports its run of selected documents
   * before the run of all documents.
   */
  async #try(
    inputs: InputState,
    request: RunRequest,
    {
      first = null,
      again = null,
    }: {
      readonly first?: { readonly request: RunRequest; readonly documents: number } | null;
      readonly again?: TryResult['again'];
    } = {},
  ): Promise<void> {
    const started = performance.now();
    const number = ++this.#number;
    const before = this.#last;
    const ms = () => performance.now() - started;
    let part: (Pick<Effort, 'runs' | 'credits'> & { readonly record: string }) | null = null;
    if (first !== null) {
      const { outcome, reader, effort } = await this.#run(inputs, first.request);
      const { since = null } = outcome.model;
      const shown = { selected: first.documents, fullyRight: null, changes: since, advice: null };
      const changed = before === null ? [] : changedConfig(before.reader, reader);
      this.#given.onTry(
        { number, changed, again, ...effort, ms: ms(), ...shown, ...shownOutcome(outcome) },
        outcome,
      );
      part = { ...effort, record: reader.plan.recordId };
    }
    const { outcome, reader, effort } = await this.#run(
      inputs,
      first === null ? request : { ...request, reuse: [...this.#records, ...(this.#request.reuse ?? [])] },
      part?.record,
    );
    const advice = triesText(outcome.model.tries);
    this.#last = { reader, outcome, inputs };
    this.#given.onTry(
      {
        number,
        again,
        changed: before === null ? [] : await changedInputs(before, this.#last),
        selected: null,
        runs: (part?.runs ?? 0) + effort.runs,
        reused: effort.reused,
        credits: (part?.credits ?? 0) + effort.credits,
        ms: ms(),
        fullyRight: fullyRight(before?.outcome, outcome),
        changes: before === null ? null : await this.#changes(before.reader, reader),
        advice: outcome.model.summary.outcome.sentences.some((text) => text === advice) ? advice : null,
        ...shownOutcome(outcome),
      },
      outcome,
    );
  }

  /**
   * Executes one run. Adds the credits of the run to those of the session, even if the run fails. If some documents ran
   * first in this try, `part` is the id of the record of these documents.
   */
  async #run(
    inputs: InputState,
    request: RunRequest,
    part: string | null = null,
  ): Promise<{ readonly outcome: RunOutcome; readonly reader: RecordReader; readonly effort: Effort }> {
    const { out: wanted } = this.#request;
    const out =
      wanted === undefined ? outputFolder(undefined, inputs.name) : firstWithoutRecord(path.resolve(wanted));
    const left =
      this.#maxCredits === undefined ? {} : { maxCredits: Math.max(0, this.#maxCredits - this.#spent) };
    let effort: Effort = { runs: 0, reused: 0, credits: 0 };
    let reader: RecordReader | null = null;
    let outcome: RunOutcome;
    try {
      outcome = await runDataset({ ...request, ...left, out }, this.#ports);
    } finally {
      reader = await openRecord(out).catch(() => null);
      if (reader !== null) {
        effort = await effortOf(reader, part);
        this.#records.unshift(reader.dir);
      }
      this.#spent += effort.credits;
    }
    invariant(reader !== null, 'a run that ended has a record');
    return { outcome, reader, effort };
  }

  #settings(): Promise<Settings> {
    const { config, policy } = this.#request;
    return resolveSettings({ config, policy });
  }

  /** Lists the values that changed since the last try; `null` if the two records cannot be compared. */
  async #changes(earlier: RecordReader, reader: RecordReader): Promise<TryResult['changes']> {
    try {
      return await changesBetween(earlier, reader, await this.#settings());
    } catch (thrown) {
      if (!(thrown instanceof GoldsetError)) throw thrown;
      return null;
    }
  }
}

function nothingToRun(problem: string): GoldsetError {
  return new GoldsetError('USAGE', {
    problem,
    fix: 'Change a file, or press "a" to run all documents.',
  });
}

function isEqual(one: InputState, other: InputState): boolean {
  return (
    one.settings === other.settings && one.processor === other.processor && one.dataset === other.dataset
  );
}

/**
 * Counts the item runs that were executed for a record, its reused outputs and its credits. Does not count outputs that
 * come from the record `part` of the same try.
 */
async function effortOf(reader: RecordReader, part: string | null): Promise<Effort> {
  const effort = { runs: 0, reused: 0, credits: 0 };
  for await (const { runs } of reader.documents())
    for (const { reused, credits } of runs.flat()) {
      if (reused === undefined) {
        effort.runs++;
        effort.credits += credits ?? 0;
      } else if (reused.recordId !== part) effort.reused++;
    }
  return effort;
}

function shownOutcome({ model, result }: RunOutcome): Pick<TryResult, 'outcome' | 'report'> {
  const { state, sign, tone, headline } = model.summary.outcome;
  return { outcome: { state, sign, tone, headline }, report: result.report };
}

/**
 * Returns a text that compares the fully right documents of the candidate in the previous try and in this try. `null`
 * if nothing was measured.
 */
function fullyRight(before: RunOutcome | undefined, now: RunOutcome): string | null {
  const words = ({ model }: RunOutcome) => {
    const exact = model.tiles[0]?.values.at(-1);
    return rateWords(exact, (exact?.n ?? 0) < fewDocuments);
  };
  const after = words(now);
  return after === null ? null : fromTo(before === undefined ? null : words(before), after);
}

function changedConfig(before: RecordReader, now: RecordReader): string[] {
  const configOf = ({ plan }: RecordReader) => plan.versions.at(-1)?.config;
  return changedSettings(configOf(before), configOf(now));
}

/** Describes what changed in the inputs between two tries. */
async function changedInputs(before: EndedTry, now: EndedTry): Promise<string[]> {
  const texts = changedConfig(before.reader, now.reader);
  if (before.inputs.settings !== now.inputs.settings) texts.push('configuration');
  if (before.reader.plan.items.sha256 === now.reader.plan.items.sha256) return texts;
  const old = new Map<string, { readonly documentHash: string; readonly expectationHash: string }>();
  for await (const { id, documentHash, expectationHash } of before.reader.items())
    old.set(id, { documentHash, expectationHash });
  let [gold, documents, added] = [0, 0, 0];
  for await (const { id, documentHash, expectationHash } of now.reader.items()) {
    const item = old.get(id);
    old.delete(id);
    if (item === undefined) added++;
    else if (item.documentHash !== documentHash) documents++;
    else if (item.expectationHash !== expectationHash) gold++;
  }
  if (gold > 0) texts.push(`gold of ${pluralise(gold, 'document')}`);
  if (documents > 0) texts.push(pluralise(documents, 'changed document'));
  if (added > 0) texts.push(pluralise(added, 'new document'));
  if (old.size > 0) texts.push(pluralise(old.size, 'removed document'));
  return texts;
}
