import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { ReviewSession } from '../../src/usecases/review/review-session.ts';
import { recordKey } from '../../src/usecases/view/list-records.ts';
import { times } from '../fixtures/long-form.ts';
import { reviewedRecord } from '../fixtures/records/reviewed-record.ts';

const program = path.resolve('src/cli/goldset.mjs');

interface View {
  readonly child: ChildProcess;
  /**
   * Sends an edit of the total of a document. Returns the number of this edit in the log, or `null` if the server did
   * not confirm it.
   */
  readonly edit: (document: number, before: string, after: string) => Promise<number | null>;
}

/** Starts `goldset view` in a separate process. */
async function startView(reports: string): Promise<View> {
  const args = [program, 'view', reports, '--no-open', '--json', '--reviewer', 'Ada'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const url = new URL(JSON.parse(text).url);
  const headers = {
    cookie: `goldset-${url.port}=${url.hash.slice('#token='.length)}`,
    origin: url.origin,
    'x-goldset': '1',
    'content-type': 'application/json',
  };
  return {
    child,
    async edit(document, before, after) {
      const label = { before: JSON.stringify(before), after: JSON.stringify(after) };
      const body = JSON.stringify({ item: `doc-${document}`, path: 'total', action: 'edit', ...label });
      const address = `${url.origin}/api/records/${recordKey('first')}/edits`;
      const response = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
      const answer = (await response?.json().catch(() => null)) as {
        unsaved: { seq: number; item: string }[];
      } | null;
      if (response?.ok !== true || answer === null) return null;
      return answer.unsaved.findLast(({ item }) => item === `doc-${document}`)?.seq ?? null;
    },
  };
}

describe('goldset view, killed during edits', () => {
  const kills = times(1, 12);
  const edits = times(40, 200);

  it(`keeps every confirmed edit of ${edits}`, { timeout: 120_000 }, async () => {
    const { dataset, reports } = await reviewedRecord();
    const random = new Random('view-killed');
    const confirmed = new Map<number, { item: string; after: string }>();
    const present = Array.from({ length: 30 }, (_, n) => `${n}.50`);
    const killAt = Array.from({ length: kills }, () => Math.floor(random.next() * edits)).sort(
      (a, b) => a - b,
    );
    for (let sent = 0; sent < edits; ) {
      const view = await startView(reports);
      const exited = new Promise((resolve) => view.child.once('exit', resolve));
      const end = killAt.shift() ?? edits;
      // Several writers send edits at the same time, so that requests are in flight when the process is killed. No two
      // writers edit the same document.
      const writer = async (own: number) => {
        for (let n = own; sent < edits; n = (n + 5) % 30) {
          const after = `${sent++}.00`;
          const seq = await view.edit(n, present[n] as string, after);
          if (seq === null) return;
          confirmed.set(seq, { item: `doc-${n}`, after });
          present[n] = after;
          if (sent >= end && sent < edits) view.child.kill('SIGKILL');
        }
      };
      await Promise.all([0, 1, 2, 3, 4].map(writer));
      view.child.kill('SIGKILL');
      await exited;
      const session = await ReviewSession.open(dataset, 'Ada');
      const { edits: kept } = await session.unsaved();
      await session.close();
      for (const [seq, edit] of confirmed) expect(kept.find((one) => one.seq === seq)).toMatchObject(edit);
      const lines = readFileSync(path.join(dataset, 'review/log.jsonl'), 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).seq)).toEqual(lines.map((_, at) => at + 1));
      // The log may also contain an edit that was written but not confirmed.
      for (const { item, after } of kept) present[Number(item.slice(4))] = String(after);
    }
    expect(confirmed.size).toBeGreaterThan(edits - 5 * (kills + 1));
  });
});
