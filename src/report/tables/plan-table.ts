import type { ReportModel } from '../../model/report/report-model.ts';
import type { SampleSizeSection } from '../../model/report/sample-size-section.ts';
import { column, defineTable } from './define-table.ts';

interface QuestionRow {
  readonly plan: SampleSizeSection;
  readonly row: SampleSizeSection['rows'][number];
  readonly at: number;
  readonly needed: SampleSizeSection['rows'][number]['needed'][number];
}

function* questionRows({ plan }: ReportModel): Generator<QuestionRow> {
  if (!plan) return;
  for (const row of plan.rows)
    for (const [at, needed] of row.needed.entries()) yield { plan, row, at, needed };
}

export const planTable = defineTable<ReportModel, QuestionRow>({
  name: 'plan',
  doc: 'a question and size of difference: how many documents are needed to find it',
  columns: [
    column('scope', 'text', 'scope of the question', ({ row }) => row.scope),
    column('label', 'text', 'what is asked', ({ row }) => row.label),
    column('seen_on', 'integer', 'documents that the rates are from', ({ row }) => row.seenOn),
    column('rate', 'number', 'rate of the last version', ({ row }) => row.rate),
    column('discordant', 'number', 'share of documents that differ', ({ row }) => row.discordant),
    column('basis', 'text', 'what the figures rest on', ({ plan }) => plan.basis),
    column('effect', 'number', 'size of the difference', ({ plan, at }) => plan.effects[at]),
    column('power', 'number', 'power of the test', ({ plan }) => plan.power),
    column('documents', 'integer', 'documents needed', ({ needed }) => needed.documents),
    column(
      'to_be_safe',
      'integer',
      'documents needed by a cautious estimate',
      ({ needed }) => needed.cautious,
    ),
  ],
  rows: questionRows,
});
