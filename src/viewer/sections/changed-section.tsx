import { formatDuration, formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import type { ChangeList, GateHead, HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller } from '../parts/data-table.tsx';
import { NotComparable } from '../parts/not-comparable.tsx';
import { OutcomeBar } from '../parts/outcome-bar.tsx';
import { PathText } from '../parts/path-text.tsx';
import { gateStyle, recommendationStyle, StatusLabel } from '../parts/status-labels.tsx';
import { Tiles } from '../parts/tiles.tsx';
import { bare } from '../parts/value-pair.tsx';
import { formatAddress } from '../state/address.ts';

/** The first screen: the verdict, four numbers, and which documents changed. */
export function ChangedSection({ head }: { head: HeadBlock }) {
  return (
    <>
      <ReportHeading head={head} />
      <VerdictBox head={head} />
      <Tiles tiles={head.tiles} />
      {head.versions.length > 1 ? <Changes head={head} /> : <WorstFields head={head} />}
      <GateChecks head={head} />
      <NotComparable head={head} />
      <ConfigDifference head={head} />
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
  const isIncomplete = head.verdict.recommendation === 'incomplete';
  const gate = head.versions.length < 2 && !isIncomplete ? head.gate : null;
  const [sign, words, look] = gate
    ? gateStyle[gate.status]
    : recommendationStyle[head.verdict.recommendation];
  const { sentence } = head.verdict;
  const named = sentence.startsWith(`${words}.`);
  return (
    <section class={`verdict ${look}`} aria-label="Verdict">
      <span class="verdict-sign" aria-hidden="true">
        {sign}
      </span>
      <div>
        <p class="sentence">
          {look !== 'plain' && <strong>{words}. </strong>}
          {named ? sentence.slice(words.length + 1).trimStart() : sentence}
        </p>
        {head.gate !== null && gate === null && <GateLine gate={head.gate} />}
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

function Changes({ head }: { head: HeadBlock }) {
  return (
    <div class="changes">
      <ChangeTable
        title="New errors"
        word="new-errors"
        look="worse"
        sign="▼"
        list={head.newErrors}
        head={head}
      />
      <ChangeTable title="Fixed" word="fixed" look="better" sign="▲" list={head.fixed} head={head} />
      {head.changedWrong.documents > 0 && (
        <ChangeTable
          title="Wrong before and now, differently"
          word="changed -new-errors -fixed"
          look="inconclusive"
          sign="◇"
          list={head.changedWrong}
          head={head}
        />
      )}
    </div>
  );
}

function ChangeTable(props: {
  title: string;
  word: string;
  look: string;
  sign: string;
  list: ChangeList;
  head: HeadBlock;
}) {
  const { title, word, list, head } = props;
  const shown = list.first.slice(0, 12);
  return (
    <section class={`change-list list-${props.look}`}>
      <h2>
        <span class={props.look} aria-hidden="true">
          {props.sign}
        </span>{' '}
        {title} ({formatNumber(list.documents)})
      </h2>
      {shown.length === 0 ? (
        <p class="quiet">No document.</p>
      ) : (
        <Scroller label={title}>
          <table class="compact">
            <thead>
              <tr>
                <th scope="col">Document</th>
                <th scope="col">Where</th>
                <th scope="col">Expected</th>
                <th scope="col">{head.versions[0]?.name}</th>
                <th scope="col">{head.versions[1]?.name}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((change) => (
                <tr key={change.itemId}>
                  <th scope="row">
                    <a href={formatAddress('document', change.itemId, { q: word })}>{change.itemId}</a>
                  </th>
                  <td class="path">
                    <PathText path={change.path} />
                    {change.more > 0 && <span class="quiet"> +{change.more} more</span>}
                  </td>
                  <ValueCell text={change.expected} />
                  <ValueCell text={change.baseline} />
                  <ValueCell text={change.candidate} />
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {list.documents > shown.length && (
        <p>
          <a href={formatAddress('documents', '', { q: word })}>
            All {formatNumber(list.documents)} documents
          </a>
        </p>
      )}
    </section>
  );
}

/** Short values such as dates stay on one line. */
function ValueCell({ text }: { text: string }) {
  return <td class={text.length <= 14 ? 'value short' : 'value'}>{text}</td>;
}

function WorstFields({ head }: { head: HeadBlock }) {
  if (head.worstFields.length === 0) return null;
  return (
    <section class="change-list">
      <h2>Worst fields</h2>
      <Scroller label="Worst fields">
        <table class="compact">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col" class="number">
                F1, %
              </th>
              <th scope="col">Outcomes</th>
              <th scope="col">Most frequent error</th>
              <th scope="col">Documents</th>
            </tr>
          </thead>
          <tbody>
            {head.worstFields.map((row) => (
              <tr key={row.field}>
                <th scope="row">
                  <a href={formatAddress('fields', '', { open: row.field })}>{row.field}</a>
                </th>
                <td class="number">{bare(row.f1[0] ?? null)}</td>
                <td>
                  <OutcomeBar counts={row.counts} />
                </td>
                <td class="value">
                  {row.confusions[0] ? `${row.confusions[0].expected} → ${row.confusions[0].predicted}` : ''}
                </td>
                <td>
                  <a href={formatAddress('documents', '', { q: `field:${row.field}` })}>open</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}

/** Also under a recommendation, which asks another question than the gate and may answer otherwise. */
function GateLine({ gate }: { gate: GateHead }) {
  return (
    <p class="gate-line">
      Gate <StatusLabel status={gate.status} />:{' '}
      {gate.openInAll === 0
        ? `all ${formatNumber(gate.checks)} checks hold`
        : `${formatNumber(gate.openInAll)} of ${formatNumber(gate.checks)} checks do not hold`}
      .
    </p>
  );
}

/** The checks that do not hold; all of them are in the section of the gate. */
function GateChecks({ head }: { head: HeadBlock }) {
  const { gate } = head;
  if (gate === null || gate.checks === 0) return null;
  return (
    <section class="gate">
      <h2>Gate</h2>
      {/* Of one version alone they are the reasons of the verdict. */}
      {head.versions.length > 1 && gate.open.length > 0 && (
        <Scroller label="Checks that do not hold">
          <table class="compact">
            <thead>
              <tr>
                <th scope="col">Check</th>
                <th scope="col">Result</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {gate.open.map((check) => (
                <tr key={check.name}>
                  <th scope="row">{check.name}</th>
                  <td>
                    <StatusLabel status={check.status} />
                  </td>
                  <td>{check.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
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

function ConfigDifference({ head }: { head: HeadBlock }) {
  const lines = head.versions[1]?.configDifference ?? [];
  if (lines.length === 0) return null;
  return (
    <section class="config">
      <h2>What differs between the configs</h2>
      <ul class="code-lines">
        {lines.map((line, number) => (
          <li key={number}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
