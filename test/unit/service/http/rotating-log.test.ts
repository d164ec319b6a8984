import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { RotatingLog } from '../../../../src/service/http/rotating-log.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'goldset-log-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const information = (text: string): string => `{"level":30,"msg":"${text}"}\n`;

it('never exceeds twice its limit, and keeps the newest lines', () => {
  const at = folder();
  const file = path.join(at, 'service.log');
  for (let i = 0; i < 400; i++) {
    const log = new RotatingLog(file, 1000);
    log.write(information(`line ${i} of a log that continues after each start`));
    log.close();
  }
  expect(readdirSync(at).sort()).toEqual(['service.log', 'service.log.1']);
  const [older, newer] = [readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')];
  expect(older.length).toBeLessThanOrEqual(1000);
  expect(newer.length).toBeLessThanOrEqual(1000);
  const numbers = [...(older + newer).matchAll(/line (\d+) /g)].map(([, number]) => Number(number));
  // The kept lines are the newest ones, without a gap.
  expect(numbers).toEqual(numbers.map((_, index) => 400 - numbers.length + index));
  expect(numbers.length).toBeGreaterThan(10);
});

it('buffers information, and writes warnings immediately', () => {
  const file = path.join(folder(), 'service.log');
  const log = new RotatingLog(file);
  log.write(information('a'));
  expect(readFileSync(file, 'utf8')).toBe('');
  log.write('{"level":50,"msg":"b"}\n');
  expect(readFileSync(file, 'utf8')).toBe(`${information('a')}{"level":50,"msg":"b"}\n`);
  log.close();
});

it('ignores a file that is not writable', () => {
  const log = new RotatingLog(path.join(folder(), 'no', 'such', 'folder.log'));
  log.write('{"level":50}\n');
  log.close();
});
