import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Case } from './cases.ts';
import {
  argsFor,
  type Command,
  type Names,
  presentPackets,
  presentPolicy,
  recordsOf,
  report,
} from './commands.ts';
import { repeatOf } from './edit-record.ts';
import { type Evidence, missing, once, type RecordRuns, readRuns } from './evidence.ts';
import type { Finished } from './read-outputs.ts';

/** A command of a case, and its results in both checkouts. */
export interface Answer {
  readonly command: Command;
  readonly before: Finished;
  readonly after: Finished;
  readonly evidence: Evidence;
}

interface KeptAnswers {
  readonly lines: string;
  readonly tree?: string | null;
  readonly answers: Finished[];
}

function git(checkout: string, ...args: string[]): string {
  return spawnSync('git', ['-C', checkout, ...args], { encoding: 'utf8' }).stdout.trim();
}

/** Creates the files of cases with the earlier checkout, and runs the commands in both checkouts. */
export class Runs {
  readonly #before: string;
  readonly #after: string;
  readonly #cache: string;
  /** Hash of the source files of the later checkout; `null` if they have uncommitted changes. */
  readonly #afterTree: string | null;
  readonly #shared: string;
  readonly #sources = new Map<string, Promise<string>>();

  constructor(before: string, after: string, cache: string) {
    this.#before = before;
    this.#after = after;
    const head = git(before, 'rev-parse', '--short', 'HEAD');
    this.#cache = path.join(cache, head || 'before');
    const isClean = git(after, 'status', '--porcelain', 'src', 'package.json') === '';
    this.#afterTree = isClean ? git(after, 'rev-parse', 'HEAD:src', 'HEAD:package.json') || null : null;
    this.#shared = path.resolve(import.meta.dirname, '../../../shared');
    mkdirSync(this.#cache, { recursive: true });
  }

  /** Returns the short hash of the commit of a checkout. */
  commitOf(checkout: string): string {
    return git(checkout, 'rev-parse', '--short', 'HEAD');
  }

  /** Returns whether a folder of ../shared exists. */
  has(folder: string): boolean {
    return existsSync(path.join(this.#shared, folder));
  }

  /**
   * Runs all commands of a case in both checkouts. Reuses stored results while the sources and the command
   * line are unchanged.
   */
  async run(one: Case): Promise<Answer[]> {
    const made = await this.#make(one);
    const commands = [...one.commands, ...one.commands.flatMap(onlyFigures), ...singleReports(one)];
    const before = await this.#answers(one, commands, made, 'before');
    const later = await this.#answers(one, one.commands, made, 'after');
    const byArgs = new Map(commands.map(({ args }, i) => [args.join(' '), before[i] as Finished]));
    const folders = [made, path.join(this.#cache, 'after', one.name)];
    return one.commands.map((command, i) => {
      const [own, after] = [before[i] as Finished, later[i] as Finished];
      const figures = command.figures === undefined ? null : byArgs.get(command.figures.join(' '));
      const earlier = figures ? { ...figures, code: own.code, stderr: own.stderr } : own;
      const evidence = evidenceOf(command, { earlier, later: after }, byArgs, folders);
      return { command, before: earlier, after, evidence };
    });
  }

  async #answers(
    one: Case,
    commands: readonly Command[],
    made: string,
    side: 'before' | 'after',
  ): Promise<Finished[]> {
    const kept = this.#kept(one, side);
    const lines = JSON.stringify(commands.map(({ args }) => args));
    const tree = side === 'before' ? '' : this.#afterTree;
    if (existsSync(kept)) {
      const known = JSON.parse(readFileSync(kept, 'utf8')) as KeptAnswers;
      if (known.lines === lines && (known.tree ?? '') === tree) return known.answers;
    }
    const answers = await this.#runAll(one.name, commands, made, side);
    mkdirSync(path.dirname(kept), { recursive: true });
    writeFileSync(kept, JSON.stringify({ lines, tree, answers }));
    return answers;
  }

  /**
   * Returns the path of the file with the results of one checkout. The results are valid until the files of
   * the case change.
   */
  #kept({ name }: Case, side: 'before' | 'after'): string {
    return path.join(this.#cache, side === 'before' ? 'answers' : 'later-answers', `${name}.json`);
  }

  async #make(one: Case): Promise<string> {
    const dir = path.join(this.#cache, 'cases', one.name);
    if (existsSync(dir)) return dir;
    const part = `${dir}.part`;
    rmSync(part, { recursive: true, force: true });
    for (const side of ['before', 'after'] as const) rmSync(this.#kept(one, side), { force: true });
    mkdirSync(part, { recursive: true });
    await one.make({
      dir: part,
      shared: this.#shared,
      cli: (...args) => this.#made(args, part),
      source: (name) => this.#source(name),
    });
    renameSync(part, dir);
    return dir;
  }

  async #made(args: readonly string[], cwd: string): Promise<void> {
    const { code, stderr } = await this.#spawn(this.#before, argsFor(namesOf(this.#before), args), cwd);
    if (![0, 1, 3].includes(code ?? -1))
      throw new Error(`goldset ${args.join(' ')} ended with ${code}: ${stderr}`);
  }

  #source(name: 'demo' | 'examples'): Promise<string> {
    const known = this.#sources.get(name);
    if (known !== undefined) return known;
    const made = this.#makeSource(name, path.join(this.#cache, 'sources', name));
    this.#sources.set(name, made);
    return made;
  }

  async #makeSource(name: 'demo' | 'examples', dir: string): Promise<string> {
    if (existsSync(dir)) return dir;
    const part = `${dir}.part`;
    rmSync(part, { recursive: true, force: true });
    if (name === 'demo') {
      mkdirSync(part, { recursive: true });
      await this.#made(['demo', '--out', part], this.#before);
    } else {
      const module = pathToFileURL(path.join(this.#before, 'test/docs/examples/example-folder.ts')).href;
      const { makeExampleFolder } = (await import(module)) as { makeExampleFolder(): Promise<string> };
      const temporary = await makeExampleFolder();
      cpSync(temporary, part, { recursive: true });
      rmSync(temporary, { recursive: true });
    }
    renameSync(part, dir);
    return dir;
  }

  async #runAll(
    name: string,
    commands: readonly Command[],
    made: string,
    side: 'before' | 'after',
  ): Promise<Finished[]> {
    const cwd = path.join(this.#cache, side, name);
    rmSync(cwd, { recursive: true, force: true });
    cpSync(made, cwd, { recursive: true });
    const policy = path.join(cwd, 'gate.yaml');
    const checkout = side === 'before' ? this.#before : this.#after;
    const names = namesOf(checkout);
    if (names.policy === 'present' && existsSync(policy))
      writeFileSync(policy, presentPolicy(readFileSync(policy, 'utf8')));
    const packets = path.join(cwd, 'packets.jsonl');
    if (names.commands === 'present' && existsSync(packets))
      writeFileSync(packets, presentPackets(readFileSync(packets, 'utf8')));
    const answers: Finished[] = [];
    for (const { args } of commands) {
      const at = args.indexOf('--out');
      const out = at < 0 ? null : path.join(cwd, args[at + 1] as string);
      if (out !== null) rmSync(out, { recursive: true, force: true });
      const finished = await this.#spawn(checkout, argsFor(names, args), cwd);
      const files = out !== null && existsSync(out) ? readTexts(out) : {};
      const plain = (content: string) => content.replaceAll(cwd, '.').replaceAll(checkout, '<goldset>');
      answers.push({
        code: finished.code,
        stdout: plain(finished.stdout),
        stderr: plain(finished.stderr),
        files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, plain(content)])),
      });
    }
    return answers;
  }

  #spawn(checkout: string, args: readonly string[], cwd: string): Promise<Omit<Finished, 'files'>> {
    const own = path.join(checkout, 'node_modules/.bin/node');
    const env = {
      ...process.env,
      GOLDSET_BASE_URL: '',
      GOLDSET_API_TOKEN: '',
      GOLDSET_CACHE_DIR: path.join(this.#cache, 'documents'),
      CI: '',
      GITHUB_ACTIONS: '',
      GITLAB_CI: '',
    };
    return new Promise((resolve, reject) => {
      const program = existsSync(own) ? own : process.execPath;
      const child = spawn(program, [path.join(checkout, 'src/cli/goldset.mjs'), ...args], { cwd, env });
      const chunks: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
      child.stdout.on('data', (chunk) => chunks.stdout.push(chunk));
      child.stderr.on('data', (chunk) => chunks.stderr.push(chunk));
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({
          code,
          stdout: Buffer.concat(chunks.stdout).toString('utf8'),
          stderr: Buffer.concat(chunks.stderr).toString('utf8'),
        }),
      );
    });
  }
}

/** Returns whether a checkout uses the earlier or the present names. */
function namesOf(checkout: string): Names {
  const exists = (file: string) => existsSync(path.join(checkout, file));
  // A file that the checkout lacks is newer than the checkout, and so are the names in the file.
  const has = (file: string, word: string) =>
    exists(file) && readFileSync(path.join(checkout, file), 'utf8').includes(word);
  return {
    commands: exists('src/cli/commands/bless.ts') ? 'earlier' : 'present',
    images: has('src/cli/terminal/flags.ts', '--images ') ? 'present' : 'earlier',
    policy: has('src/model/gate/gate-policy.ts', 'newErrors') ? 'present' : 'earlier',
  };
}

const onlyFigures = ({ name, figures }: Command): Command[] =>
  figures === undefined ? [] : [{ name, args: figures }];

const excluding = (without?: 'failures') => (without === undefined ? [] : ['--failures', 'exclude']);

/**
 * Returns the commands that report single repeats. Each repeat gets two reports: one counts failed item runs as wrong,
 * and the other leaves them out.
 */
function singleReports({ single = [] }: Case): Command[] {
  return single.flatMap(({ record, repeats }) =>
    Array.from({ length: repeats }, (_, repeat) => repeatOf(record, repeat + 1)).flatMap((dir) => [
      report(dir, ...excluding()),
      report(dir, ...excluding('failures')),
    ]),
  );
}

function evidenceOf(
  command: Command,
  finished: Pick<Evidence, 'earlier' | 'later'>,
  reports: ReadonlyMap<string, Finished>,
  folders: readonly string[],
): Evidence {
  const { records, repeats } = recordsOf(command);
  const reportOf = (record: string, without?: 'failures') => {
    const found = reports.get(report(record, ...excluding(without)).args.join(' '));
    return found ?? missing(`report of ${record}`);
  };
  return {
    ...finished,
    runs: once(() => {
      const all = records.map((record) => {
        const folder = folders
          .map((dir) => path.join(dir, record))
          .find((dir) => existsSync(path.join(dir, 'rows.jsonl')));
        return readRuns(folder ?? missing(`record ${record}`));
      });
      const [first = { items: [], versions: [], repeats: 0 }] = all;
      const compared = repeats?.split(',').map(Number);
      const runs = all.flatMap((one) => one.runs).filter(({ repeat }) => compared?.includes(repeat) ?? true);
      const planned = all.reduce((sum, one) => sum + one.planned, 0);
      return {
        ...first,
        planned: compared === undefined ? planned : (planned / first.repeats) * compared.length,
        closed: all.every(({ closed }) => closed),
        runs,
      } satisfies RecordRuns;
    }),
    report: () => reportOf(records[0] as string),
    repeat: (repeat, without) => reportOf(repeatOf(records[0] as string, repeat + 1), without),
  };
}

/** Returns the text files in a folder that contain figures. Omits the files of records. */
function readTexts(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|csv|md|xml)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !existsSync(path.join(path.dirname(file), 'plan.json')));
  return Object.fromEntries(files.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
}
