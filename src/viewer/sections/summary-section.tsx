import { placeText } from '../../base/place-text.ts';
import type { FieldRow } from '../../model/report/report-model.ts';
import { formatDuration, formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import { changeGroupLooks, verdictHeadline } from '../blocks/labels.ts';
import type { ChangeList, GateHead, HeadBlock, ListedDocument } from '../blocks/report-blocks.ts';
import { DataTable, DocumentLink, formatBare, numberColumn } from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { OutcomeBar } from '../parts/marks.tsx';
import { ErrorsLabel, StatusLabel } from '../parts/status-labels.tsx';
import { Tiles } from '../parts/tiles.tsx';
import { formatAddress } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';

export const view = defineView('summary', SummaryView);

/** The first screen: the verdict, the headline metrics, and the documents that changed. */
export function SummaryView({ head }: { head: HeadBlock }) {
  const configLines = head.versions[1]?.configDifference ?? [];
  return (
    <>
      <ReportHeading head={head} />
      <VerdictBox head={head} />
      <Tiles tiles={head.tiles} />
      {head.versions.length > 1 ? <Changes head={head} /> : <WorstFields head={head} />}
      <GateChecks head={head} />
      <NotComparable head={head} />
      {configLines.length > 0 && (
        <section class="config">
          <h2>Differences between the configs</h2>
          <ul class="code-lines">
            {configLines.map((line, number) => (
              <li key={number}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function ReportHeading({ head }: { head: HeadBlock }) {
  const [first, second] = head.versions;
  const { planned, scored } = head.documents;
  const facts = [
    `${formatNumber(scored)}${scored < planned ? ` of ${formatNumber(planned)}` : ''} documents${head.repeats > 1 ? `, up to ${head.repeats} times each` : ''}`,
    head.createdAt.slice(0, 10),
    ...speedFacts(head),
  ];
  return (
    <header class="report-heading">
      <h1>{head.processor.name}</h1>
      <p class="versions">
        {second && first ? (
          <>
            <b>{second.name}</b> <span class="quiet">(config {second.configHash.slice(0, 4)})</span> against{' '}
            <b>{first.name}</b>
          </>
        ) : (
          <>
            version <b>{first?.name}</b> <span class="quiet">(config {first?.configHash.slice(0, 4)})</span>
          </>
        )}
        <span class="quiet"> · {head.dataset.name}</span>
      </p>
      <p class="facts quiet">{facts.join(' · ')}</p>
    </header>
  );
}

function speedFacts(head: HeadBlock): string[] {
  const last = head.speed.at(-1);
  const facts: string[] = [];
  const typical = last?.latency[0];
  if (typical?.value != null) facts.push(`${formatDuration(typical.value)} typical`);
  if (last?.credits?.value != null) facts.push(formatMeasurement(last.credits));
  if (facts.length === 0) return [];
  return [head.speed.length > 1 ? `${last?.version}: ${facts.join(', ')}` : facts.join(' · ')];
}

function VerdictBox({ head }: { head: HeadBlock }) {
  const { label, sentence, gate } = verdictHeadline(head);
  const [sign, words, look] = label;
  return (
    <section class={`verdict ${look}`} aria-label="Verdict">
      <span class="verdict-sign" aria-hidden="true">
        {sign}
      </span>
      <div>
        <p class="sentence">
          {look !== 'plain' && <strong>{words}. </strong>}
          {sentence}
        </p>
        {gate && <GateLine gate={gate} />}
        {head.verdict.reasons.length > 0 && (
          <ul class="reasons">
            {head.verdict.reasons.map((reason, number) => (
              <li key={number}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

type Value = NonNullable<ListedDocument['value']>;

/** Filter of the documents list per list of changed documents. */
const groupFilters: Record<ChangeList['group'], string> = {
  newErrors: 'new-errors',
  fewerErrors: 'fewer-errors',
  otherWrong: 'state:otherWrong',
};

function Changes({ head }: { head: HeadBlock }) {
  const names = head.versions.map(({ name }) => name);
  return (
    <div class="changes">
      {head.changes
        .filter(({ group, documents }) => group !== 'otherWrong' || documents > 0)
        .map((list) => (
          <ChangeTable key={list.group} list={list} names={names} />
        ))}
    </div>
  );
}

/** The first documents of a list, each with its errors and the value of the largest effect. */
function ChangeTable({ list, names }: { list: ChangeList; names: readonly string[] }) {
  const look = changeGroupLooks[list.group];
  const q = groupFilters[list.group];
  const shown = list.first.slice(0, 12);
  const valueColumn = (heading: string | undefined, cell: (value: Value) => string) => ({
    heading,
    look: 'value',
    // Keep short values, such as dates, on one line.
    lookIn: ({ value }: ListedDocument) => (value !== null && cell(value).length <= 14 ? 'short' : undefined),
    cell: ({ value }: ListedDocument) => (value === null ? '' : cell(value)),
  });
  return (
    <section class={`change-list list-${look}`}>
      <h2>
        {list.title} ({formatNumber(list.documents)})
      </h2>
      {shown.length === 0 ? (
        <p class="quiet">No document.</p>
      ) : (
        <DataTable
          label={list.title}
          look="compact"
          rows={shown}
          columns={[
            { heading: 'Document', cell: ({ itemId }) => <DocumentLink id={itemId} q={q} /> },
            { heading: 'Errors', cell: (document) => <ErrorsLabel change={document} /> },
            {
              heading: 'Value',
              look: 'path',
              cell: ({ value, more }) =>
                value && (
                  <span title={value.path}>
                    <PathText path={placeText(value.path, value.extraRow)} />
                    {more > 0 && <span class="quiet"> +{more} more</span>}
                  </span>
                ),
            },
            valueColumn('Expected', (value) => value.expected),
            valueColumn(names[0], (value) => value.baseline),
            valueColumn(names[1], (value) => value.candidate),
          ]}
        />
      )}
      {list.documents > shown.length && (
        <p>
          <a href={formatAddress('documents', '', { q })}>All {formatNumber(list.documents)} documents</a>
        </p>
      )}
    </section>
  );
}

function WorstFields({ head }: { head: HeadBlock }) {
  if (head.worstFields.length === 0) return null;
  return (
    <section class="change-list">
      <h2>Worst fields</h2>
      <DataTable<FieldRow>
        label="Worst fields"
        look="compact"
        rows={head.worstFields}
        columns={[
          {
            heading: 'Field',
            cell: ({ field }) => <a href={formatAddress('fields', '', { open: field })}>{field}</a>,
          },
          numberColumn('F1, %', (row) => formatBare(row.f1[0] ?? null)),
          { heading: 'Outcomes', cell: (row) => <OutcomeBar counts={row.counts} /> },
          {
            heading: 'Frequent error',
            look: 'value',
            cell: ({ confusions: [pair] }) => pair && `${pair.expected} → ${pair.predicted}`,
          },
          {
            heading: 'Documents',
            cell: ({ field }) => <a href={formatAddress('documents', '', { q: `field:${field}` })}>open</a>,
          },
        ]}
      />
    </section>
  );
}

/** Gate result below the recommendation. Gate and recommendation use different rules and can differ. */
function GateLine({ gate }: { gate: GateHead }) {
  return (
    <p class="gate-line">
      Gate <StatusLabel status={gate.status} />:{' '}
      {gate.openInAll === 0
        ? `all ${formatNumber(gate.checks)} checks pass`
        : `${formatNumber(gate.openInAll)} of ${formatNumber(gate.checks)} checks do not pass`}
      .
    </p>
  );
}

/**
 * Checks that do not pass, and a link to all checks. A report on a single version shows only the link,
 * because the verdict already lists the checks.
 */
function GateChecks({ head }: { head: HeadBlock }) {
  const { gate } = head;
  if (gate === null || gate.checks === 0) return null;
  return (
    <section class="gate">
      <h2>Gate</h2>
      {head.versions.length > 1 && gate.open.length > 0 && (
        <DataTable
          label="Checks that do not pass"
          look="compact"
          rows={gate.open}
          columns={[
            { heading: 'Check', cell: (check) => check.name },
            { heading: 'Result', cell: (check) => <StatusLabel status={check.status} /> },
            { heading: 'Reason', cell: (check) => check.reason },
          ]}
        />
      )}
      <p class="gate-more">
        <a href={formatAddress('gate')}>
          {gate.checks === 1 ? 'The check' : `All ${formatNumber(gate.checks)} checks`} with value, bound and
          n
        </a>
      </p>
    </section>
  );
}

/** Items, fields and classes that only one of the two versions has. */
function NotComparable({ head: { kind, notComparable, restrictions } }: { head: HeadBlock }) {
  if (notComparable.length + restrictions.length === 0) return null;
  const partName = kind === 'EXTRACT' ? 'Field' : 'Class';
  return (
    <section class="not-comparable">
      <h2>Not compared</h2>
      {restrictions.map((line) => (
        <p key={line}>Compared: {line}</p>
      ))}
      {notComparable.length > 0 && (
        <DataTable
          label="Not comparable"
          look="compact"
          rows={notComparable}
          columns={[
            { heading: partName, cell: ({ field }) => <PathText path={field} /> },
            { heading: 'Change', cell: ({ change, to }) => (to === null ? change : `${change} to ${to}`) },
            { heading: 'Reason', cell: ({ reason }) => reason },
          ]}
        />
      )}
    </section>
  );
}
