import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportModel } from '../../../src/model/report-model.ts';
import { writeReport } from '../../../src/report/write-report.ts';
import { sampleModels } from '../../fixtures/report-model.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-report-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('writeReport', () => {
  it('writes every format and nothing else', async () => {
    const out = path.join(dir, 'all');
    const { files } = await writeReport(sampleModels.extract(6), out, ['html', 'csv', 'md', 'json', 'png'], {
      images: false,
    });
    expect(files[0]).toBe(path.join(out, 'index.html'));
    expect((await readdir(out)).sort()).toEqual(['charts', 'csv', 'index.html', 'report.json', 'summary.md']);
    expect(files).toHaveLength(3 + 8 + 3);
  });

  it('writes a JSON that reads back as the model, but for where documents lie on this machine', async () => {
    const model = sampleModels.splitter(4);
    const at = (name: string) => ({
      ...model,
      items: model.items.map((item) => ({ ...item, document: { kind: 'file' as const, path: name } })),
    });
    const lying = path.join(dir, 'private', 'packet.pdf');
    const { files } = await writeReport(at(lying), path.join(dir, 'json'), ['json']);
    const back = JSON.parse(await readFile(files[0] ?? '', 'utf8')) as ReportModel;
    const { index: _index, ...rest } = at('packet.pdf');
    expect(back).toEqual(JSON.parse(JSON.stringify(rest)));
    expect(back.schemaVersion).toBe(2);
  });

  it('shows the pages of the documents, their text, and gets over files that cannot be opened', async () => {
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
    expect(html.match(/id="block-image-\d+-0">1 1000 667 image\/jpeg \/9j\//g)).toHaveLength(1);
    expect(html.match(/id="block-text-/g)).toHaveLength(1);
  });

  it('says which file cannot be written', async () => {
    const blocked = path.join(dir, 'blocked');
    await writeFile(blocked, '');
    await expect(writeReport(sampleModels.extract(2), blocked, ['md'])).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
    });
  });
});
