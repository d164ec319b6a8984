import type { AcceptedShare, ScopeConfidence, ThresholdRow } from '../../model/report/confidence-section.ts';
import { formatNumber, nothing } from '../blocks/format-measurement.ts';
import { Scroller } from './data-table.tsx';

const percent = (value: number | null) => (value === null ? nothing : formatNumber(value * 100, 1));

/** A slider over the fixed thresholds: it reads the table, nothing is computed. */
export function ThresholdSlider(props: {
  rows: readonly ThresholdRow[];
  at: number;
  onChange: (at: number) => void;
}) {
  const { rows, at } = props;
  const threshold = rows[at]?.threshold ?? 0;
  return (
    <label class="threshold-slider">
      <span>Accept from confidence</span>
      <input
        type="range"
        min={0}
        max={rows.length - 1}
        step={1}
        value={at}
        aria-valuetext={threshold.toFixed(2)}
        onInput={(event) => props.onChange(Number(event.currentTarget.value))}
      />
      <output>{threshold.toFixed(2)}</output>
    </label>
  );
}

/** What one threshold lets through, a line a version. */
export function ThresholdReading(props: {
  versions: readonly (ScopeConfidence | null)[];
  names: readonly string[];
  at: number;
  answerWord: string;
}) {
  return (
    <Scroller label="At this threshold">
      <table class="threshold-reading">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <SideHeadings word="Documents" />
            <SideHeadings word={props.answerWord} />
          </tr>
        </thead>
        <tbody>
          {props.versions.map((version, number) => {
            const row = version?.thresholds[props.at];
            return (
              <tr key={number}>
                <th scope="row">{props.names[number]}</th>
                {row ? (
                  <>
                    <SideCells side={row.documents} />
                    <SideCells side={row.answers} />
                  </>
                ) : (
                  <td colSpan={8} class="quiet">
                    no confidence
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Every threshold of one version; the chosen one is marked. */
export function ThresholdTable(props: {
  rows: readonly ThresholdRow[];
  at: number;
  name: string;
  answerWord: string;
}) {
  return (
    <Scroller label={`Thresholds of ${props.name}`}>
      <table class="threshold-table compact">
        <thead>
          <tr>
            <th scope="col" class="number">
              Threshold
            </th>
            <SideHeadings word="Documents" />
            <SideHeadings word={props.answerWord} />
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, number) => (
            <tr key={row.threshold} aria-current={number === props.at ? 'true' : undefined}>
              <th scope="row" class="number">
                {row.threshold.toFixed(2)}
              </th>
              <SideCells side={row.documents} />
              <SideCells side={row.answers} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function SideHeadings({ word }: { word: string }) {
  return (
    <>
      <th scope="col" class="number side-start">
        {word} accepted, %
      </th>
      <th scope="col" class="number">
        accepted
      </th>
      <th scope="col" class="number">
        wrong
      </th>
      <th scope="col" class="number">
        wrong, % (at most)
      </th>
    </>
  );
}

function SideCells({ side }: { side: AcceptedShare }) {
  return (
    <>
      <td class="number side-start">{percent(side.share)}</td>
      <td class="number">{formatNumber(side.accepted)}</td>
      <td class="number">{formatNumber(side.wrong)}</td>
      <td class="number">
        {side.accepted === 0 ? nothing : percent(side.errorRate)}
        {side.accepted > 0 && <span class="quiet"> ({percent(side.upper)})</span>}
      </td>
    </>
  );
}
