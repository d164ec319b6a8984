import { placeText } from '../../base/place-text.ts';
import { readerTerms } from '../../model/report/reader-terms.ts';
import type { MethodSection } from '../../model/report/report-model.ts';
import { sections } from '../../model/report/report-sections.ts';
import { formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

const policyLabels: Readonly<Record<string, string>> = {
  emptiness: 'empty values (emptiness)',
  unlabelled: 'fields without a label (unlabelled)',
  failures: 'failed documents (failures)',
};

const metricLabels: Readonly<Record<string, string>> = {
  precision: 'Precision',
  recall: 'Recall',
  f1: 'F1',
  document_exact: 'Documents fully right',
};

/** Definitions, settings and facts for readers who want to check or reproduce the figures. */
export const view = defineView('method', ({ head, names, data: method }) => {
  const facts = [
    { name: 'Dataset', value: head.dataset.name },
    ...method.facts,
    { name: 'Scorer fingerprint', value: method.scorerFingerprint },
    { name: 'Seed', value: method.seed },
  ];
  return (
    <div class="method">
      <SectionHeading title="Method" />
      <h2>Words</h2>
      <dl class="definitions">
        {Object.values(readerTerms).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>Definitions for analysts</h2>
      <dl class="definitions">
        {method.definitions.map(({ term, text, anchor }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {text} <span class="quiet">docs/metrics/{anchor}</span>
            </dd>
          </div>
        ))}
      </dl>
      {method.policies.length > 0 && (
        <>
          <h2>How empty values, unlabelled fields and failed documents count</h2>
          <DataTable
            label="Policies"
            rows={method.policies}
            columns={[
              { heading: 'Policy', cell: ({ name }) => policyLabels[name] ?? name },
              { heading: 'Value', cell: ({ value }) => value },
              { heading: 'Meaning', cell: ({ meaning }) => meaning },
            ]}
          />
        </>
      )}
      <Sensitivity method={method} names={names} />
      <h2>Versions</h2>
      <DataTable
        label="Versions"
        rows={head.versions}
        columns={[
          { heading: 'Requested', cell: ({ name }) => name },
          { heading: 'Resolved', cell: ({ resolved }) => resolved },
          { heading: 'Version id', cell: ({ versionId }) => <code>{versionId}</code> },
          { heading: 'Config hash', cell: ({ configHash }) => <code>{configHash}</code> },
        ]}
      />
      <h2>Traceability</h2>
      <dl class="facts-list">
        {facts.map((fact, number) => (
          <div key={number}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <Unscored method={method} head={head} />
      <Unclear method={method} />
      <AbsentSections head={head} />
      <FileContent head={head} />
    </div>
  );
});

function Sensitivity({ method, names }: { method: MethodSection; names: readonly string[] }) {
  const metrics = method.sensitivity[0]?.metrics ?? [];
  if (metrics.length === 0) return null;
  type Row = MethodSection['sensitivity'][number];
  return (
    <>
      <h2>Figures under other rules</h2>
      {names.length > 1 && <p class="quiet">{names.join(' → ')}</p>}
      <DataTable<Row>
        label="Sensitivity"
        rows={method.sensitivity}
        columns={[
          { heading: 'Policy', cell: ({ policy }) => policy },
          ...metrics.map((metric, at) =>
            numberColumn<Row>(metricLabels[metric] ?? metric, ({ values }) =>
              names.map((_, version) => formatMeasurement(values[at]?.[version] ?? null)).join(' → '),
            ),
          ),
        ]}
      />
    </>
  );
}

function Unscored({ method, head }: { method: MethodSection; head: HeadBlock }) {
  const { planned, scored } = head.documents;
  const more = method.unscoredCount - method.unscored.length;
  return (
    <>
      <h2>Failed or not scored</h2>
      {method.unscored.length === 0 ? (
        <p>
          {scored === planned
            ? `None: all ${formatNumber(planned)} planned documents were scored.`
            : `${formatNumber(planned - scored)} of ${formatNumber(planned)} planned documents were not scored.`}
        </p>
      ) : (
        <DataTable
          label="Failed or not scored"
          rows={method.unscored}
          columns={[
            { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} /> },
            { heading: 'Version', cell: ({ version }) => version },
            { heading: 'Reason', cell: ({ reason }) => reason },
          ]}
        />
      )}
      {more > 0 && <p class="quiet">csv/documents.csv lists {formatNumber(more)} more.</p>}
    </>
  );
}

/** Values for which a reviewer could not decide on a label. No figure includes these values. */
function Unclear({ method: { unclear } }: { method: MethodSection }) {
  if (unclear === undefined) return null;
  const more = unclear.count - unclear.values.length;
  return (
    <>
      <h2>Unclear values</h2>
      <p class="quiet">
        {formatNumber(unclear.count)} {unclear.count === 1 ? 'value is' : 'values are'} unclear in the gold,
        so no figure includes {unclear.count === 1 ? 'it' : 'them'}.
      </p>
      <DataTable
        label="Unclear values"
        rows={unclear.values}
        columns={[
          { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} /> },
          { heading: 'Value', cell: ({ path }) => placeText(path) },
          { heading: 'Reason', cell: ({ reason }) => reason },
        ]}
      />
      {more > 0 && <p class="quiet">items.jsonl of the dataset lists {formatNumber(more)} more.</p>}
    </>
  );
}

/** Sections that this report does not have, each with the input that would add the section. */
function AbsentSections({ head }: { head: HeadBlock }) {
  const absent = Object.entries(sections).filter(([name]) => head.sections.every((shown) => shown !== name));
  if (absent.length === 0) return null;
  return (
    <>
      <h2>Sections that this report does not have</h2>
      <DataTable
        label="Sections that this report does not have"
        rows={absent}
        columns={[
          { heading: 'Section', cell: ([, { label }]) => label },
          {
            heading: 'It needs',
            cell: ([, section]) => <Phrase text={'needs' in section ? section.needs : ''} />,
          },
        ]}
      />
    </>
  );
}

/** A text from the docs. Parts between backticks are shown as code. */
function Phrase({ text }: { text: string }) {
  return text.split('`').map((part, number) => (number % 2 === 1 ? <code key={number}>{part}</code> : part));
}

function FileContent({ head }: { head: HeadBlock }) {
  const { details, images } = head.omitted;
  return (
    <>
      <h2>Content of this file</h2>
      <p>
        The file has page images of {formatNumber(images.inlined)} changed or wrong documents
        {images.overBudget > 0 && `; those of ${formatNumber(images.overBudget)} more were left out`} (budget{' '}
        {formatNumber(images.budgetBytes / 1e6)} MB).{' '}
        {details > 0
          ? `The values of ${formatNumber(details)} documents were left out to keep the file small, right documents first. csv/leaves.csv has them.`
          : 'It has the values of all documents.'}
      </p>
    </>
  );
}
