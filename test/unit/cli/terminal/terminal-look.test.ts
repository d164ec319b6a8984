import { describe, expect, it } from 'vitest';
import { lookOf, plainLook, styled, toAscii } from '../../../../src/cli/terminal/terminal-look.ts';

const terminal = { isTTY: true, columns: 120 };

describe('lookOf', () => {
  it.each([
    ['a terminal', terminal, {}, false, true],
    ['a pipe', {}, {}, false, false],
    ['CI', terminal, { CI: 'true' }, false, false],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, false, false],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, false, true],
    ['--no-color', terminal, {}, true, false],
    ['FORCE_COLOR in a pipe', {}, { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR in CI', {}, { FORCE_COLOR: '1', CI: 'true' }, false, true],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false, false],
    ['NO_COLOR and FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, false, false],
  ])('chooses colours for %s', (_, stream, env, noColor, color) => {
    expect(lookOf(stream, env, noColor).color).toBe(color);
  });

  it('has the width of a terminal, and 80 columns otherwise', () => {
    expect(lookOf(terminal, {}).width).toBe(120);
    expect(lookOf({ isTTY: true }, {}).width).toBe(80);
    expect(lookOf({ columns: 200 }, {}).width).toBe(80);
    expect(lookOf({ isTTY: true, columns: 5 }, {}).width).toBe(40);
  });

  it.each([
    [{}, true],
    [{ LANG: 'en_GB.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LANG: 'C' }, false],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'POSIX' }, false],
    [{ TERM: 'dumb' }, false],
  ])('knows from %j whether the terminal shows more than ASCII', (env, unicode) => {
    expect(lookOf(terminal, env).unicode).toBe(unicode);
  });
});

it('adds codes only with colours', () => {
  expect(styled('x', ['red', 'bold'], { ...plainLook, color: true })).toBe(
    '\u001b[1m\u001b[31mx\u001b[39m\u001b[22m',
  );
  expect(styled('x', ['red'], plainLook)).toBe('x');
});

it('replaces signs for ASCII terminals', () => {
  expect(toAscii('▲ 0 → 48 of 100 (35–61) ▼ ◇ ✗ = 請…')).toBe('^ 0 -> 48 of 100 (35-61) v ? x = ?~');
});
