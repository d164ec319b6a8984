import type { ReportModel } from '../../model/report/report-model.ts';
import { type CauseFigures, type CauseRow, causeFieldsText } from '../../model/score/cause-section.ts';
import { column, type Table } from './define-table.ts';

interface CauseVersionRow extends CauseRow, CauseFigures {
  readonly version: string | undefined;
}

function* causeRows({ causes, versions }: ReportModel): Generator<CauseVersionRow> {
  for (const cause of causes?.causes ?? [])
    for (const [number, figures] of cause.versions.entries())
      if (figures.values > 0) yield { ...cause, ...figures, version: versions[number]?.name };
}

export const causesTable: Table<ReportModel, CauseVersionRow> = {
  name: 'causes',
  doc: 'a cause of wrong values and a version; only values of the first repeat count',
  columns: [
    column('version', 'text', 'name of the version', ({ version }) => version),
    column('cause', 'text', 'name of the cause', ({ name }) => name),
    column('meaning', 'text', 'cause in plain words', ({ label }) => label),
    column('values', 'integer', 'number of wrong, missing and extra values', ({ values }) => values),
    column('documents', 'integer', 'number of documents with such a value', ({ documents }) => documents),
    column(
      'gained_documents',
      'integer',
      'number of documents whose errors all have this cause, and that would be fully right without it',
      ({ gain }) => gain.documents,
    ),
    column(
      'gained_share',
      'number',
      'these documents as a share of all documents with a score',
      ({ gain }) => gain.share,
    ),
    column('fields', 'text', 'fields with their numbers of values, largest first', ({ fields }) =>
      causeFieldsText(fields, fields.length),
    ),
    column(
      'tag',
      'text',
      'tag of the group in which the cause is most concentrated',
      ({ group }) => group?.tag,
    ),
    column('tag_value', 'text', 'value of this tag', ({ group }) => group?.value),
    column(
      'in_group',
      'integer',
      'number of documents in the group that have the cause',
      ({ group }) => group?.documents,
    ),
    column('group_documents', 'integer', 'number of documents in the group', ({ group }) => group?.of),
    column(
      'elsewhere',
      'integer',
      'number of documents outside the group that have the cause',
      ({ group }) => group?.otherDocuments,
    ),
    column(
      'other_documents',
      'integer',
      'number of documents outside the group',
      ({ group }) => group?.ofOther,
    ),
  ],
  rows: (model) => (model.kind === 'EXTRACT' ? causeRows(model) : null),
};
