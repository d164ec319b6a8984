import { formatInterval, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { intervalRange, Whiskers } from '../parts/interval-marks.tsx';
import { ChangeCells, ChangeHeads } from '../parts/tables/change-cells.tsx';
import { NumberCell } from '../parts/value-pair.tsx';
import { formatAddress } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';
import { filterTerm } from '../state/document-filter.ts';

function IntervalScale({ range, label }: { range: readonly [number, number]; label: string }) {
  return (
    <span class="scale">
      <span>{formatNumber(range[0] * 100)}</span>
      <span class="visually-hidden">{label}</span>
      <span>{formatNumber(range[1] * 100)}</span>
    </span>
  );
}

/** Below this many documents a slice is shown in grey: its interval is too wide to lean on. */
const smallSlice = 20;

/** The headline numbers by tag. */
export function SlicesSection({ head }: { head: HeadBlock }) {
  const block = useBlock('rest');
  if (!block) return <Waiting />;
  const changes = block.sliceChanges ?? [];
  const range = intervalRange(block.slices.flatMap((row) => [...row.headline, ...row.exact]));
  return (
    <>
      <SectionHeading title="Slices">
        By tag. Slices of fewer than {smallSlice} documents are grey: too small to lean on.
        {head.versions.length > 1 && ` ${head.versions[0]?.name} above, ${head.versions[1]?.name} below.`}
      </SectionHeading>
      <Scroller label="Slices">
        <table>
          <thead>
            <tr>
              <th scope="col">Tag</th>
              <th scope="col">Value</th>
              <th scope="col" class="number">
                Documents
              </th>
              <th scope="col" class="number">
                Headline, %
              </th>
              <th scope="col">
                <IntervalScale range={range} label="Headline with interval" />
              </th>
              {changes.length > 0 && <ChangeHeads />}
              <th scope="col" class="number">
                Fully right, %
              </th>
              <th scope="col">
                <IntervalScale range={range} label="Fully right with interval" />
              </th>
            </tr>
          </thead>
          <tbody>
            {block.slices.map((row) => (
              <tr key={`${row.tag}=${row.value}`} class={row.documents < smallSlice ? 'small-n' : undefined}>
                <th scope="row">{row.tag}</th>
                <td>
                  <a
                    href={formatAddress('documents', '', { q: filterTerm('tag', `${row.tag}=${row.value}`) })}
                  >
                    {row.value}
                  </a>
                </td>
                <td class="number">{formatNumber(row.documents)}</td>
                <NumberCell values={row.headline} />
                <td title={formatInterval(row.headline.at(-1) ?? null)}>
                  <Whiskers values={row.headline} low={range[0]} high={range[1]} />
                </td>
                {changes.length > 0 && (
                  <ChangeCells
                    comparison={
                      changes.find(({ tag, value }) => tag === row.tag && value === row.value)?.comparison
                    }
                  />
                )}
                <NumberCell values={row.exact} />
                <td title={formatInterval(row.exact.at(-1) ?? null)}>
                  <Whiskers values={row.exact} low={range[0]} high={range[1]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}
