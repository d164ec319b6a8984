import type { ReportModel } from '../../model/report/report-model.ts';
import type { ReportSections } from '../../model/report/report-sections.ts';
import type { RecordCauses } from '../causes/cause-columns.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import type { SecondGold } from '../fold/label-ceilings.ts';
import type { ConfidenceSettings, StatisticsSettings } from '../measure/settings.ts';
import { type SampleSizeOptions, sampleSizeSection } from '../sample-size/sample-size.ts';
import { causesSection } from './causes-section.ts';
import { citationSection } from './citation-section.ts';
import { classSection } from './class-section.ts';
import { confidenceSection } from './confidence-section.ts';
import type { DocumentsPart } from './documents/documents-section.ts';
import { arrayRows } from './extraction-rows.ts';
import { sliceRows } from './headline-rows.ts';
import { labelNoiseSection } from './label-noise-section.ts';
import { packetSection } from './packet-section.ts';
import { plannedQuestions } from './planned-questions.ts';
import { speedRows } from './speed-section.ts';

export interface SectionOptions {
  readonly confidence?: ConfidenceSettings;
  /**
   * Settings of the sample-size estimate. Without them, the report has no estimate, because the estimate takes time.
   */
  readonly sampleSize?: SampleSizeOptions;
  /** Labels that a second person gave to a sample of the documents. */
  readonly secondGold?: SecondGold | undefined;
}

export interface SectionContext {
  /** Columns with one value per document of the record. Use them to count or rank documents. */
  readonly run: FoldedRun;
  readonly settings: StatisticsSettings;
  readonly options: SectionOptions;
  /** `items` are the shown documents, at most 1,000. `index` has ids, names and tags of at most 100,000 documents. */
  readonly documents: DocumentsPart;
  readonly causes: RecordCauses;
}

/** Sections that need more input than the record. Use cases add them. */
type AddedSection = 'gate' | 'reconciliation' | 'labelIssues' | 'attribution';

type SectionName = 'arrays' | 'slices' | 'speed' | Exclude<keyof ReportSections, AddedSection>;

/**
 * Functions that build the sections of a report from a folded run, by the name of the section in `ReportModel`. A
 * builder returns `null` or an empty list if the report has no such section.
 */
const builders: {
  readonly [Name in SectionName]: (context: SectionContext) => Required<ReportModel>[Name];
} = {
  arrays: ({ run, settings }) => (run.config.type === 'EXTRACT' ? arrayRows(run, settings) : []),
  causes: ({ run, causes }) => causesSection(run, causes),
  classes: ({ run, settings }) => (run.config.type === 'EXTRACT' ? null : classSection(run, settings)),
  packets: ({ run, settings, documents }) =>
    run.config.type === 'SPLITTER' ? packetSection(run, documents.strips, settings) : null,
  confidence: ({ run, settings, options }) => confidenceSection(run, settings, options.confidence),
  citations: ({ run, settings }) => citationSection(run, settings),
  labelNoise: ({ run, settings, options: { secondGold } }) =>
    secondGold === undefined ? null : labelNoiseSection(run, secondGold, settings),
  slices: ({ run, settings }) => sliceRows(run, settings),
  speed: ({ run }) => speedRows(run),
  sampleSize: ({ run, settings, options }) =>
    options.sampleSize === undefined
      ? null
      : sampleSizeSection(run, plannedQuestions(run), options.sampleSize, settings),
};

export function buildSections(context: SectionContext) {
  const entries = Object.entries(builders).map(([name, build]) => [name, build(context)]);
  return Object.fromEntries(entries) as Required<Pick<ReportModel, SectionName>>;
}
