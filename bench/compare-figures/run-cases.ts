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
import { laterArgs, laterPolicy } from './commands.ts';
import type { Finished } from './read-outputs.ts';

/** Makes the files of cases with the earlier checkout, and runs their commands in both. */
export class Runs {
  readonly #before: string;
  readonly #after: string;
  readonly #cache: string;
  readonly #shared: string;
  readonly #sources = new Map<string, Promise<string>>();

  constructor(before: string, after: string, cache: string) {
    this.#before = before;
    this.#after = after;
    const head = spawnSync('git', ['-C', before, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
    this.#cache = path.join(cache, head.stdout.trim() || 'before');
    this.#shared = path.resolve(import.meta.dirname, '../../../shared');
    mkdirSync(this.#cache, { recursive: true });
  }

  /** Whether a folder of ../shared is there. */
  has(folder: string): boolean {
    return existsSync(path.join(this.#shared, folder));
  }

  /** Runs all commands of a case in both checkouts; answers of the earlier one are kept. */
  async run(one: Case): Promise<[before: Finished[], after: Finished[]]> {
    const made = await this.#make(one);
    const kept = this.#kept(one);
    const lines = JSON.stringify(one.commands.map(({ args }) => args));
    const known = existsSync(kept)
      ? (JSON.parse(readFileSync(kept, 'utf8')) as { lines: string; answers: Finished[] })
      : null;
    let before = known?.answers;
    if (known?.lines !== lines || before === undefined) {
      before = await this.#runAll(one, made, 'before');
      mkdirSync(path.dirname(kept), { recursive: true });
      writeFileSync(kept, JSON.stringify({ lines, answers: before }));
    }
    return [before, await this.#runAll(one, made, 'after')];
  }

  /** File with the answers of the earlier checkout; only as good as the case's files are unchanged. */
  #kept(one: Case): string {
    return path.join(this.#cache, 'answers', `${one.name}.json`);
  }

  async #make(one: Case): Promise<string> {
    const dir = path.join(this.#cache, 'cases', one.name);
    if (existsSync(dir)) return dir;
    const part = `${dir}.part`;
    rmSync(part, { recursive: true, force: true });
    rmSync(this.#kept(one), { force: true });
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
    const { code, stderr } = await this.#spawn(this.#before, args, cwd);
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

  async #runAll(one: Case, made: string, side: 'before' | 'after'): Promise<Finished[]> {
    const cwd = path.join(this.#cache, side, one.name);
    rmSync(cwd, { recursive: true, force: true });
    cpSync(made, cwd, { recursive: true });
    const policy = path.join(cwd, 'gate.yaml');
    if (side === 'after' && existsSync(policy))
      writeFileSync(policy, laterPolicy(readFileSync(policy, 'utf8')));
    const checkout = side === 'before' ? this.#before : this.#after;
    const answers: Finished[] = [];
    for (const { args } of one.commands) {
      const at = args.indexOf('--out');
      const out = at < 0 ? null : path.join(cwd, args[at + 1] as string);
      if (out !== null) rmSync(out, { recursive: true, force: true });
      const finished = await this.#spawn(checkout, side === 'before' ? args : laterArgs(args), cwd);
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

/** The text files below a folder that hold figures; the record of a run that made one is not among them. */
function readTexts(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|csv|md|xml)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !existsSync(path.join(path.dirname(file), 'plan.json')));
  return Object.fromEntries(files.map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]));
}
