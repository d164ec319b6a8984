import type { ReportModel } from '../../model/report/report-model.ts';
import type { SampleSizeSection } from '../../model/report/sample-size-section.ts';
import { column, defineTable } from './define-table.ts';

interface QuestionRow {
  readonly sampleSize: SampleSizeSection;
  readonly row: SampleSizeSection['rows'][number];
  readonly at: number;
  readonly needed: SampleSizeSection['rows'][number]['needed'][number];
}

function* questionRows({ sampleSize }: ReportModel): Generator<QuestionRow> {
  if (!sampleSize) return;
  for (const row of sampleSize.rows)
    for (const [at, needed] of row.needed.entries()) yield { sampleSize, row, at, needed };
}

export const sampleSizeTable = defineTable<ReportModel, QuestionRow>({
  name: 'sample-size',
  doc: 'a question and size of difference: how many documents are needed to find it',
  columns: [
    column('scope', 'text', 'scope of the question', ({ row }) => row.scope),
    column('label', 'text', 'what is asked', ({ row }) => row.label),
    column('observed_on', 'integer', 'documents that the rates are from', ({ row }) => row.observedOn),
    column('rate', 'number', 'rate of the last version', ({ row }) => row.rate),
    column('discordant', 'number', 'share of documents that differ', ({ row }) => row.discordant),
    column('basis', 'text', 'what the figures rest on', ({ sampleSize }) => sampleSize.basis),
    column('effect', 'number', 'size of the difference', ({ sampleSize, at }) => sampleSize.effects[at]),
    column('power', 'number', 'power of the test', ({ sampleSize }) => sampleSize.power),
    column('documents', 'integer', 'documents needed', ({ needed }) => needed.documents),
    column(
      'documents_cautious',
      'integer',
      'documents needed by a cautious estimate',
      ({ needed }) => needed.cautious,
    ),
  ],
  rows: questionRows,
});
