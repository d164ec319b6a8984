import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportJson } from '../../../../src/model/report/report-model.ts';
import { writeReport } from '../../../../src/report/formats/write-report.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-report-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('writeReport', () => {
  it('writes every format and nothing else', async () => {
    const out = path.join(dir, 'all');
    const { files } = await writeReport(sampleModels.extract(6), out, ['html', 'csv', 'md', 'json', 'png'], {
      images: 'none',
    });
    expect(files[0]).toBe(path.join(out, 'index.html'));
    expect((await readdir(out)).sort()).toEqual([
      'charts',
      'csv',
      'documents.jsonl',
      'index.html',
      'report.json',
      'summary.json',
      'summary.md',
    ]);
    expect(files).toHaveLength(5 + 9 + 3);
  });

  it('writes a JSON with the wrong and the changed leaves of the shown documents, and no path of this machine', async () => {
    const sample = sampleModels.extract(40);
    const items = sample.items.map((item) => ({
      ...item,
      document: { kind: 'file' as const, path: path.join(dir, 'private', 'invoice.pdf') },
    }));
    const { files } = await writeReport({ ...sample, items }, path.join(dir, 'json'), ['json']);
    const text = await readFile(files[0] ?? '', 'utf8');
    expect(text).not.toContain('private');
    const back = JSON.parse(text) as ReportJson;
    expect(back.schemaVersion).toBe(2);
    const { index: _index, items: _items, ...rest } = sample;
    expect({ ...back, items: [] }).toEqual(JSON.parse(JSON.stringify({ ...rest, items: [] })));
    expect(back.items.map(({ position, itemId }) => [position, itemId])).toEqual(
      items.map(({ position, itemId }) => [position, itemId]),
    );
    for (const [at, item] of back.items.entries()) {
      for (const [number, version] of item.versions.entries()) {
        const whole = items[at]?.versions[number]?.leaves ?? [];
        const wrong = whole.filter(({ outcome }) => ['incorrect', 'missing', 'spurious'].includes(outcome));
        const paths = version.leaves.map((leaf) => leaf.path);
        expect(paths).toEqual(expect.arrayContaining(wrong.map((leaf) => leaf.path)));
        expect(version.counts).toEqual(items[at]?.versions[number]?.counts);
      }
    }
    const improved = back.items.find(({ change }) => change?.state === 'nowRight');
    // Right values are listed only if they changed. This document is now right, so its right value is listed.
    expect(improved?.versions[1]?.leaves.some(({ outcome }) => outcome === 'correct')).toBe(true);
    const right = back.items.filter(({ versions }) => versions.every(({ exact }) => exact === true));
    expect(right.length).toBeGreaterThan(0);
    expect(right.flatMap(({ versions }) => versions.flatMap(({ leaves }) => leaves))).toEqual([]);
  });

  it('writes every document into documents.jsonl', async () => {
    const model = sampleModels.extract(30);
    const { files } = await writeReport(model, path.join(dir, 'lines'), ['json']);
    expect(files.map((file) => path.basename(file))).toEqual([
      'report.json',
      'summary.json',
      'documents.jsonl',
    ]);
    const rows = (await readFile(files[2] ?? '', 'utf8')).trim().split('\n');
    expect(rows.map((row) => (JSON.parse(row) as { item: string }).item)).toEqual(
      model.items.flatMap(({ itemId }) => [itemId, itemId]),
    );
  });

  it('removes tables of documents of an earlier report', async () => {
    const out = path.join(dir, 'again');
    const tables = async () =>
      (await readdir(path.join(out, 'csv'))).filter((name) => /^(leaves|changes)/.test(name)).sort();
    const two = sampleModels.extract(4);
    await writeReport(two, out, ['csv'], { leafFormat: 'parquet' });
    expect(await tables()).toEqual(['changes.csv', 'leaves.parquet']);
    await writeReport(two, out, ['csv']);
    expect(await tables()).toEqual(['changes.csv', 'leaves.csv']);
    await writeReport(sampleModels.single(4), out, ['csv'], { leaves: 'none' });
    expect(await tables()).toEqual([]);
  });

  it('does not write the rows of a model that shows only some documents', async () => {
    const large = sampleModels.large(1001);
    const out = path.join(dir, 'some');
    await expect(writeReport(large, out, ['csv', 'html', 'json'])).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('csv, json need the rows of all documents'),
    });
    expect(await readdir(out).catch(() => [])).toEqual([]);
    const { files } = await writeReport(large, out, ['md']);
    expect(files.map((file) => path.basename(file))).toEqual(['summary.md']);
  });

  it('shows pages and texts of documents, and skips files that cannot be opened', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([300, 200]).drawText('Hello', { x: 20, y: 100 });
    const files = ['good.pdf', 'bad.pdf', 'plain.txt'].map((name) => path.join(dir, name));
    await writeFile(files[0] ?? '', await pdf.save());
    await writeFile(files[1] ?? '', '%PDF-1.7 broken');
    await writeFile(files[2] ?? '', 'Total 12.50');
    const model = sampleModels.extract(40);
    const wrong = model.items
      .filter((item) => item.versions.some((version) => version.exact === false))
      .slice(0, 4);
    const paths = [...files, path.join(dir, 'gone.pdf')];
    const items = wrong.map((item, number) => ({
      ...item,
      document: { kind: 'file' as const, path: paths[number] ?? null },
    }));
    const { files: written } = await writeReport({ ...model, items }, path.join(dir, 'pages'), ['html']);
    const html = await readFile(written[0] ?? '', 'utf8');
    expect(html.match(/id="block-image-\d+-0">(1 1000 667|1 850 567) image\/webp UklGR/g)).toHaveLength(1);
    expect(html.match(/id="block-text-/g)).toHaveLength(1);
  });

  it('names the file that cannot be written', async () => {
    const blocked = path.join(dir, 'blocked');
    await writeFile(blocked, '');
    await expect(writeReport(sampleModels.extract(2), blocked, ['md'])).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
    });
  });
});
