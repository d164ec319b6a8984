import type { FieldRow } from '../../model/report/report-model.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading, SortHeading, Waiting } from '../parts/data-table.tsx';
import { intervalRange } from '../parts/interval-marks.tsx';
import { OutcomeLegend } from '../parts/outcome-legend.tsx';
import { verdictWords } from '../parts/status-labels.tsx';
import { FieldTableRow } from '../parts/tables/field-table-row.tsx';
import { type Address, replaceQuery } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

/** One row a field, in the order of the schema until it is sorted. */
export function FieldsSection({ head, address }: { head: HeadBlock; address: Address }) {
  const block = useBlock('fields');
  if (!block) return <Waiting />;
  const { sort = '', name = '', verdict = '', type = '', open = '' } = address.query;
  const rows = sortRows(filterRows(block.fields, name, verdict, type), sort);
  const set = (change: Record<string, string>) => replaceQuery(address, change);
  const types = [...new Set(block.fields.map((row) => row.type))];
  const comparing = head.versions.length > 1;
  return (
    <>
      <SectionHeading title="Fields">
        {formatNumber(block.fields.filter((row) => row.isLeaf).length)} fields
        {comparing && `; in each row ${head.versions[0]?.name} above, ${head.versions[1]?.name} below`}
      </SectionHeading>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Name{' '}
          <input type="search" value={name} onInput={(event) => set({ name: event.currentTarget.value })} />
        </label>
        {comparing && (
          <label>
            Verdict{' '}
            <select value={verdict} onChange={(event) => set({ verdict: event.currentTarget.value })}>
              <option value="">all</option>
              {Object.entries(verdictWords).map(([key, word]) => (
                <option key={key} value={key}>
                  {word}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          Type{' '}
          <select value={type} onChange={(event) => set({ type: event.currentTarget.value })}>
            <option value="">all</option>
            {types.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        </label>
        <OutcomeLegend />
      </form>
      <Scroller label="Fields">
        <FieldTable
          rows={rows}
          all={block.fields}
          comparing={comparing}
          sort={sort}
          open={open}
          onChange={set}
        />
      </Scroller>
      {rows.length === 0 && <p class="quiet">No field fits the filter.</p>}
    </>
  );
}

export function FieldTable(props: {
  rows: readonly FieldRow[];
  all: readonly FieldRow[];
  comparing: boolean;
  sort: string;
  open: string;
  onChange: (change: Record<string, string>) => void;
}) {
  const { rows, all, comparing, sort, open } = props;
  const onSort = (next: string) => props.onChange({ sort: next });
  const range = intervalRange(all.flatMap((row) => row.f1));
  const reach = differenceReach(all);
  const heading = { sort, onSort };
  return (
    <table class="fields">
      <thead>
        <tr>
          <SortHeading name="field" {...heading}>
            Field
          </SortHeading>
          <SortHeading name="support" numeric {...heading}>
            Docs
          </SortHeading>
          <SortHeading name="wrong" {...heading}>
            Outcomes
          </SortHeading>
          <SortHeading name="precision" numeric {...heading}>
            Precision, %
          </SortHeading>
          <SortHeading name="recall" numeric {...heading}>
            Recall, %
          </SortHeading>
          <SortHeading name="f1" numeric {...heading}>
            F1, %
          </SortHeading>
          <th scope="col">
            <span class="scale">
              <span>{formatNumber(range[0] * 100)}</span>
              <span class="visually-hidden">F1 with interval</span>
              <span>{formatNumber(range[1] * 100)}</span>
            </span>
          </th>
          {comparing && (
            <>
              <SortHeading name="difference" numeric {...heading}>
                Points
              </SortHeading>
              <th scope="col">
                <span class="scale wide">
                  <span>{formatNumber(-reach * 100)}</span>
                  <span class="visually-hidden">Difference with interval</span>
                  <span>0</span>
                  <span>+{formatNumber(reach * 100)}</span>
                </span>
              </th>
              <SortHeading name="verdict" {...heading}>
                Verdict
              </SortHeading>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FieldTableRow
            key={row.field}
            row={row}
            flat={sort !== ''}
            range={range}
            reach={reach}
            comparing={comparing}
            open={open === row.field}
            onToggle={() => props.onChange({ open: open === row.field ? '' : row.field })}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Half the width of the common axis: the outermost interval end, rounded up to a whole point. */
function differenceReach(rows: readonly FieldRow[]): number {
  const [low, high] = intervalRange(rows.map((row) => row.comparison?.difference ?? null));
  return Math.max(0.01, Math.ceil(Math.max(Math.abs(low), Math.abs(high)) * 100 - 1e-9) / 100);
}

function filterRows(rows: readonly FieldRow[], name: string, verdict: string, type: string): FieldRow[] {
  const wanted = name.toLowerCase();
  return rows.filter(
    (row) =>
      row.field.toLowerCase().includes(wanted) &&
      (verdict === '' || row.comparison?.verdict === verdict) &&
      (type === '' || row.type === type),
  );
}

const verdictRank: Record<ComparisonVerdict, number> = {
  regressed: 0,
  inconclusive: 1,
  equivalent: 2,
  improved: 3,
};

function sortRows(rows: FieldRow[], sort: string): FieldRow[] {
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  if (name === '') return rows;
  const key = (row: FieldRow): number | string => {
    const counts = row.counts.at(-1);
    if (name === 'field') return row.field;
    if (name === 'support') return row.support;
    if (name === 'wrong') return (counts?.incorrect ?? 0) + (counts?.missing ?? 0) + (counts?.spurious ?? 0);
    if (name === 'difference') return row.comparison?.difference.value ?? Number.NaN;
    if (name === 'verdict') return row.comparison ? verdictRank[row.comparison.verdict] : Number.NaN;
    const rates = name === 'precision' ? row.precision : name === 'recall' ? row.recall : row.f1;
    return rates.at(-1)?.value ?? Number.NaN;
  };
  return [...rows].sort((a, b) => compareKeys(key(a), key(b), direction));
}

/** What has no value goes last in either direction. */
function compareKeys(a: number | string, b: number | string, direction: number): number {
  if (typeof a === 'number' && Number.isNaN(a)) return typeof b === 'number' && Number.isNaN(b) ? 0 : 1;
  if (typeof b === 'number' && Number.isNaN(b)) return -1;
  return a < b ? -direction : a > b ? direction : 0;
}
