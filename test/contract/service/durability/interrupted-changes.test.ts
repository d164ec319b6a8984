import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../../src/service/stores/store.ts';
import { storeProblems } from '../../../fixtures/service/fuzz/store-problems.ts';
import { beforeEachChange, copyFolder } from '../../../fixtures/service/kill-snapshots.ts';
import { temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

const large = (letter: string): string => letter.repeat(50_000);

it('has the bytes of each file, and no others, after a kill before any change of its files', async () => {
  const dataDir = temporaryFolder();
  const copies = temporaryFolder();
  const moments: { call: string; kept: readonly string[]; deleted: readonly string[] }[] = [];
  let kept: readonly string[] = [];
  let deleted: readonly string[] = [];
  const service = await testService({ dataDir, log: 'none' });
  await beforeEachChange(
    (call) => {
      copyFolder(dataDir, path.join(copies, String(moments.length)));
      moments.push({ call, kept, deleted });
    },
    async () => {
      const upload = async (name: string, text: string): Promise<string> => {
        const id = await service.upload(name, text);
        kept = [...kept, id];
        return id;
      };
      const remove = async (id: string): Promise<void> => {
        kept = kept.filter((other) => other !== id);
        expect((await service.request('DELETE', `/files/${id}`)).status).toBe(200);
        deleted = [...deleted, id];
      };
      const first = await upload('first.txt', large('a'));
      const same = await upload('same.txt', large('a'));
      const small = await upload('small.txt', 'small');
      await upload('kept.txt', large('b'));
      // The response is an error, because the type is not supported.
      await expect(service.upload('unknown.bin', large('\0'))).rejects.toThrow();
      await expect(service.upload('unknown.bin', '\0\0')).rejects.toThrow();
      for (const id of [first, same, small]) await remove(id);
    },
  );
  const unfinished = new Set<string>();
  for (const [index, moment] of moments.entries()) {
    const at = path.join(copies, String(index));
    for (const name of readdirSync(path.join(at, 'files/incoming')))
      unfinished.add(name.length === 64 ? 'mark' : 'upload');
    const store = openStore(at);
    const found = moment.kept.filter((id) => store.files.find(id) !== undefined);
    const again = moment.deleted.filter((id) => store.files.find(id) !== undefined);
    store.close();
    expect([found, again], `before call ${index}: ${moment.call}`).toEqual([moment.kept, []]);
    expect(storeProblems(at), `before call ${index}: ${moment.call}`).toEqual([]);
  }
  expect([...unfinished].sort()).toEqual(['mark', 'upload']);
  expect(moments.length).toBeGreaterThan(40);
});
