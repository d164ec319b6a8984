// Checks everything that a release needs, without publishing: `npm run check:release`. Prints one line per check, and all
// problems at the end. CONTRIBUTING.md describes the steps of a release.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const problems = [];

function check(name, problem) {
  console.log(`${problem === null ? '✓' : '✗'} ${name}`);
  if (problem !== null) problems.push(`${name}: ${problem}`);
}

const { version } = JSON.parse(read('package.json'));
const locked = JSON.parse(read('package-lock.json'));
check(
  'version',
  !/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version)
    ? `found ${version} in package.json, expected a version such as 1.2.0 or 1.2.0-rc.1`
    : locked.version !== version || locked.packages[''].version !== version
      ? `package-lock.json has ${locked.version}, package.json ${version}; run npm install --package-lock-only`
      : git('tag', '--list', `v${version}`) !== ''
        ? `the tag v${version} exists already; raise the version in package.json`
        : null,
);

const [heading = ''] = /^## .*$/m.exec(read('CHANGELOG.md')) ?? [];
const expected = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`);
check(
  'changelog',
  expected.test(heading)
    ? null
    : `the first heading of CHANGELOG.md is "${heading}", expected "## ${version} (YYYY-MM-DD)"`,
);

const [, writtenUpTo = ''] = /Written up to commit ([0-9a-f]+)/.exec(read('CHANGELOG.md')) ?? [];
const known =
  spawnSync('git', ['merge-base', '--is-ancestor', writtenUpTo, 'HEAD'], { cwd: root }).status === 0;
const later = known
  ? git('log', '--format=%h', `${writtenUpTo}..HEAD`, '--', 'src', 'datasets').split('\n')
  : [];
const unread = later.filter((commit) => commit !== '').length;
check(
  'changelog is complete',
  !known
    ? `the commit "${writtenUpTo}" in the first comment of CHANGELOG.md is not part of this branch`
    : unread > 0
      ? `${unread} later commits change src or datasets; read them (CONTRIBUTING.md), then update the comment`
      : null,
);

const changed = git('status', '--porcelain');
check(
  'no uncommitted change',
  changed === '' ? null : `git status lists ${changed.split('\n').length} files`,
);

for (const script of process.argv.includes('--quick') ? [] : ['check', 'check:package']) {
  const { status } = spawnSync('npm', ['run', '-s', script], { cwd: root, stdio: 'inherit' });
  check(`npm run ${script}`, status === 0 ? null : `ended with ${status}`);
}

if (problems.length > 0) {
  console.error(`\nNot ready for release ${version}:\n${problems.map((text) => `  ${text}`).join('\n')}`);
  process.exitCode = 1;
} else console.log(`\nReady. Publish with: git tag v${version} && npm publish`);
