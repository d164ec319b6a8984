// Runs the examples of docs/commands with an installed goldset, and compares their output with the pages.
// node build/run-documented-commands.mjs FOLDER, where FOLDER/node_modules contains goldset. Exits with 1 if a page differs.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeExampleFolder } from '../test/docs/examples/example-folder.ts';
import { renderCommandPages } from '../test/docs/generators/command-page.ts';

const launcher = path.resolve(process.argv[2], 'node_modules/goldset/src/cli/goldset.mjs');
const pages = path.resolve(import.meta.dirname, '../docs/commands');
const output = path.join(os.tmpdir(), `goldset-output-${process.pid}.txt`);

/** Code that stops the clock, as an address for `node --import`. */
function stoppedClock(now) {
  const code = `const Running = Date;
    globalThis.Date = new Proxy(Running, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [${now}] : args),
      get: (target, key) => (key === 'now' ? () => ${now} : Reflect.get(target, key)),
    });`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Runs a command. Both streams go to one file, so that their lines keep their order. */
async function runInstalled({ args, cwd, env, stoppedAt }) {
  const file = openSync(output, 'w');
  const all = { ...process.env, ...env };
  // Node warns if FORCE_COLOR exists, even without a value.
  for (const [name, value] of Object.entries(env)) if (value === '') delete all[name];
  const { status } = spawnSync(process.execPath, ['--import', stoppedClock(stoppedAt), launcher, ...args], {
    cwd,
    env: all,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  return { text: readFileSync(output, 'utf8'), code: status };
}

const names = readdirSync(pages).filter((name) => name.endsWith('.md'));
const written = names.map((name) => readFileSync(path.join(pages, name), 'utf8'));
const example = await makeExampleFolder();
try {
  const rendered = await renderCommandPages(written, example, runInstalled);
  const different = names.filter((_, at) => rendered[at] !== written[at]);
  const commands = written.join('').match(/<!-- output of: /g).length;
  for (const name of different) {
    const at = names.indexOf(name);
    const lines = rendered[at].split('\n');
    const line = written[at].split('\n').findIndex((text, i) => text !== lines[i]);
    console.error(`docs/commands/${name}:${line + 1} differs: found ${JSON.stringify(lines[line])}`);
  }
  if (different.length > 0) process.exitCode = 1;
  else console.log(`${commands} commands on ${names.length} pages`);
} finally {
  rmSync(example, { recursive: true, force: true });
  rmSync(output, { force: true });
}
