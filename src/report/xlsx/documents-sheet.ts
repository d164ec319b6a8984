import type { ScoredDocument, ScoredDocumentVersion } from '../../model/report/scored-document.ts';
import { errorCount, type RowColumn, stateCell, wrongFields } from './document-row.ts';
import { documentLink } from './page-link.ts';

const resultTexts: Readonly<Record<ScoredDocumentVersion['state'], string>> = {
  scored: 'read and compared',
  'without-gold': 'read; the correct answer is unknown',
  failed: 'no result',
  cancelled: 'no result: cancelled',
  'not-run': 'not run yet',
};

/**
 * Returns the columns of the sheet with one row per document. With two versions, some columns describe the change
 * between them.
 */
export function documentColumns(versions: readonly string[]): RowColumn<ScoredDocument>[] {
  const last = ({ versions }: ScoredDocument) => versions.at(-1);
  const now = versions.at(-1) ?? '';
  const compared = versions.length > 1;
  return [
    {
      head: 'Document',
      width: 24,
      style: 'link',
      doc: 'Name of the document in the dataset. A click opens it in the report page, with its values and pages.',
      of: ({ itemId }) => ({ value: itemId, link: documentLink(itemId) }),
    },
    {
      head: 'File',
      width: 26,
      style: 'text',
      doc: 'Name of the file.',
      of: ({ name }) => name,
    },
    ...(compared ? changeColumns(versions) : []),
    {
      head: `Errors, ${now}`,
      width: 12,
      style: 'integer',
      doc: 'Number of wrong, missing and extra values.',
      of: (document) => errorCount(last(document)),
    },
    {
      head: `Fully right, ${now}`,
      width: 12,
      style: 'text',
      doc: 'Whether every value of the document is right.',
      of: (document) => yesNo(last(document)?.exact ?? null),
    },
    {
      head: `Wrong fields, ${now}`,
      width: 44,
      style: 'text',
      doc: 'Fields that have a wrong, missing or extra value.',
      of: (document) => wrongFields(last(document)),
    },
    {
      head: 'Confidence',
      width: 12,
      style: 'percent',
      doc: 'How sure the service is of its answer. For several fields, the lowest confidence of all fields.',
      of: (document) => last(document)?.confidence ?? null,
    },
    {
      head: 'Seconds',
      width: 10,
      style: 'decimal',
      doc: 'Time of the service for the document, in seconds.',
      of: (document) => seconds(last(document)?.latencyMs),
    },
    {
      head: 'Credits',
      width: 10,
      style: 'decimal',
      doc: 'Price of the document, in credits of the service.',
      of: (document) => last(document)?.credits ?? null,
    },
    {
      head: 'Result',
      width: 26,
      style: 'text',
      doc: 'Whether the service gave a result, and otherwise the reason.',
      of: (document) => resultText(last(document)),
    },
    {
      head: 'Properties',
      width: 40,
      style: 'text',
      doc: 'Properties of the document in the dataset, such as its language or its quality.',
      of: ({ tags }) =>
        Object.entries(tags)
          .map(([name, value]) => `${name}: ${value}`)
          .join('; '),
    },
  ];
}

function changeColumns([before = '']: readonly string[]): RowColumn<ScoredDocument>[] {
  return [
    {
      head: 'What changed',
      width: 22,
      style: 'text',
      doc: 'How the errors of the document differ between the two versions.',
      of: stateCell,
    },
    {
      head: `Errors, ${before}`,
      width: 12,
      style: 'integer',
      doc: 'Number of wrong, missing and extra values of the earlier version.',
      of: ({ versions }) => errorCount(versions[0]),
    },
    {
      head: 'New errors',
      width: 10,
      style: 'integer',
      doc: 'Number of values that were right in the earlier version and are wrong now.',
      of: ({ change }) => change?.newErrors ?? null,
    },
  ];
}

function yesNo(value: boolean | null): string {
  return value === null ? '' : value ? 'yes' : 'no';
}

function seconds(milliseconds: number | null | undefined): number | null {
  return milliseconds == null ? null : Math.round(milliseconds) / 1000;
}

function resultText(version: ScoredDocumentVersion | undefined): string {
  if (version === undefined) return '';
  const text = resultTexts[version.state];
  return version.state === 'failed' && version.failure !== null ? `${text}: ${version.failure}` : text;
}
