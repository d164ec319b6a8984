import type { ReportModel } from '../../src/model/report/report-model.ts';
import type { BlockOptions } from '../../src/report/html/build-blocks.ts';
import { drawnPagesOf } from '../fixtures/report/drawn-pages.ts';
import { sampleModels } from '../fixtures/report-model.ts';

export interface SampleReport {
  readonly model: ReportModel;
  readonly options: BlockOptions;
}

export type SampleName = 'extract' | 'classify' | 'splitter';

/** Tooltip of the F1 of the first field in the sample report `extract`. */
export const smallSampleText =
  'Small sample: a kind of failure that does not occur in these documents can affect up to 7.1 %';

/** Width of the page images in pixels. Drawing larger images would take most of the time of writing a sample report. */
export const imageWidth = 400;

const make: Record<SampleName, () => SampleReport> = {
  extract: () => ({
    model: extract(),
    options: { images: drawnPagesOf(1, imageWidth), imageBudget: 130_000 },
  }),
  classify: () => ({ model: sampleModels.classify(), options: { images: null } }),
  splitter: () => ({ model: sampleModels.splitter(6), options: { images: null } }),
};
const made = new Map<SampleName, SampleReport>();

/** Returns one of the reports that several tests open. The report is created once per process, for all test files. */
export function sampleReport(name: SampleName): SampleReport {
  const report = made.get(name) ?? make[name]();
  made.set(name, report);
  return report;
}

function extract(): ReportModel {
  const model = sampleModels.extract(50);
  const interval = model.fields[0]?.f1.at(-1)?.interval;
  if (!interval) throw new Error('the first field of the sample has no interval');
  Object.assign(interval, { unseen: { share: 0.071, of: 'documents' } });
  return model;
}
