import { formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock, RestBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { formatAddress } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

/** How the numbers came about, so that they can be checked and had again. */
export function MethodView({ head }: { head: HeadBlock }) {
  const block = useBlock('rest');
  if (!block) return <Waiting />;
  const { method } = block;
  return (
    <div class="method">
      <SectionHeading title="Method" />
      <h2>What the words mean</h2>
      <dl class="definitions">
        {method.definitions.map((entry) => (
          <div key={entry.term}>
            <dt>{entry.term}</dt>
            <dd>
              {entry.text} <span class="quiet">docs/metrics.md#{entry.anchor}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Policies method={method} />
      <Sensitivity method={method} names={head.versions.map((version) => version.name)} />
      <Versions head={head} />
      <h2>Facts</h2>
      <dl class="facts-list">
        {[
          ...method.facts,
          { name: 'Scorer fingerprint', value: method.scorerFingerprint },
          { name: 'Seed', value: method.seed },
          { name: 'Dataset', value: `${head.dataset.name} (${head.dataset.checksum})` },
        ].map((fact, number) => (
          <div key={number}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      <Unscored method={method} head={head} />
      <LeftOutOfFile head={head} />
    </div>
  );
}

function Policies({ method }: { method: RestBlock['method'] }) {
  if (method.policies.length === 0) return null;
  return (
    <>
      <h2>Policies in force</h2>
      <Scroller label="Policies">
        <table>
          <thead>
            <tr>
              <th scope="col">Policy</th>
              <th scope="col">Value</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {method.policies.map((policy) => (
              <tr key={policy.name}>
                <th scope="row">{policy.name}</th>
                <td>{policy.value}</td>
                <td>{policy.meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

function Sensitivity({ method, names }: { method: RestBlock['method']; names: readonly string[] }) {
  const metrics = method.sensitivity[0]?.metrics ?? [];
  if (metrics.length === 0) return null;
  return (
    <>
      <h2>Under other policies</h2>
      <Scroller label="Sensitivity">
        <table>
          <thead>
            <tr>
              <th scope="col">Policy</th>
              {metrics.map((metric) => (
                <th key={metric} scope="col" class="number">
                  {metric}
                  {names.length > 1 && <span class="quiet"> {names.join(' → ')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {method.sensitivity.map((row) => (
              <tr key={row.policy}>
                <th scope="row">{row.policy}</th>
                {row.metrics.map((metric, number) => (
                  <td key={metric} class="number">
                    {names
                      .map((_, version) => formatMeasurement(row.values[number]?.[version] ?? null))
                      .join(' → ')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

function Versions({ head }: { head: HeadBlock }) {
  return (
    <>
      <h2>Versions</h2>
      <Scroller label="Versions">
        <table>
          <thead>
            <tr>
              <th scope="col">Asked for</th>
              <th scope="col">Resolved</th>
              <th scope="col">Version id</th>
              <th scope="col">Config hash</th>
            </tr>
          </thead>
          <tbody>
            {head.versions.map((version) => (
              <tr key={version.name}>
                <th scope="row">{version.name}</th>
                <td>{version.resolved}</td>
                <td>
                  <code>{version.versionId}</code>
                </td>
                <td>
                  <code>{version.configHash}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

function Unscored({ method, head }: { method: RestBlock['method']; head: HeadBlock }) {
  const { planned, scored } = head.documents;
  return (
    <>
      <h2>What was not scored</h2>
      {method.unscored.length === 0 ? (
        <p>
          {scored === planned
            ? `Nothing: all ${formatNumber(planned)} planned documents were scored.`
            : `${formatNumber(planned - scored)} of ${formatNumber(planned)} planned documents were not scored.`}
        </p>
      ) : (
        <Scroller label="Not scored">
          <table>
            <thead>
              <tr>
                <th scope="col">Document</th>
                <th scope="col">Version</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {method.unscored.map((entry, number) => (
                <tr key={number}>
                  <th scope="row">
                    <a href={formatAddress('document', entry.itemId)}>{entry.itemId}</a>
                  </th>
                  <td>{entry.version}</td>
                  <td>{entry.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {method.unscoredCount > method.unscored.length && (
            <p class="quiet">
              And {formatNumber(method.unscoredCount - method.unscored.length)} more in csv/documents.csv.
            </p>
          )}
        </Scroller>
      )}
    </>
  );
}

function LeftOutOfFile({ head }: { head: HeadBlock }) {
  const { details, images } = head.left;
  return (
    <>
      <h2>What this file carries</h2>
      <p>
        Page images of {formatNumber(images.inlined)} changed or wrong documents
        {images.overBudget > 0 && `; those of ${formatNumber(images.overBudget)} more were left out`} (budget{' '}
        {formatNumber(images.budgetBytes / 1e6)} MB).{' '}
        {details > 0
          ? `The values of ${formatNumber(details)} documents, right ones first, were left out to keep the file small; csv/leaves.csv has them.`
          : 'The values of all documents.'}
      </p>
    </>
  );
}
