import { formatNumber } from '../blocks/format-measurement.ts';
import type { Blocks } from '../blocks/report-blocks.ts';
import { ceilingColumns } from '../parts/ceiling-columns.tsx';
import { Charts } from '../parts/charts.tsx';
import { ConfusionTable, cellFilter } from '../parts/confusion-table.tsx';
import { ForAnalysts } from '../parts/controls.tsx';
import {
  type Column,
  changeColumns,
  DataTable,
  MeasureTable,
  numberColumn,
  SectionHeading,
  verdictColumn,
  versionsColumn,
} from '../parts/data-table.tsx';
import { BeforeNow, Dumbbell, RangedChange, ShareScale } from '../parts/marks.tsx';
import { formatAddress, replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';
import { isNarrow } from '../state/screen.ts';

type Classes = Blocks['classes'];
type ClassRow = Classes['perClass'][number];

/** The confusion matrix, the confusions as sentences, and the figures of each type. */
export const view = defineView('classes', ({ names, address, data }) => {
  const comparing = names.length > 1;
  const views = comparing ? [...names, 'difference'] : names;
  const { view = views[names.length - 1] ?? '', shade = 'count' } = address.query;
  const chosen = Math.max(0, views.indexOf(view));
  const share = shade === 'share';
  const ofPages = data.unit === 'pages';
  return (
    <>
      <SectionHeading title="Types">
        {formatNumber(data.expectedLabels.length)} types{ofPages && ', counted per page'}. Each row is a
        correct type, each column an answer. Select a cell to see its documents.
        {data.perClass.some((row) => row.notComparable) &&
          ' The matrix includes documents of a type that only some versions have. Only the figures of that type include these documents.'}
      </SectionHeading>
      <div class="filters">
        <Choice
          label="Version"
          options={views}
          value={views[chosen] ?? ''}
          onChange={(next) => replaceQuery(address, { view: next })}
        />
        <Choice
          label="Cells"
          options={['count', 'share']}
          value={share ? 'share' : 'count'}
          onChange={(next) => replaceQuery(address, { shade: next })}
        />
      </div>
      <details class="matrix-frame" open={!isNarrow()}>
        <summary>Confusion matrix</summary>
        <ConfusionTable section={data} view={chosen} share={share} versions={names.length} />
        <Charts section="classes" kind="matrix" />
      </details>
      <Confusions data={data} names={names} />
      <h2>By type</h2>
      <DataTable<ClassRow>
        label="By type"
        look="classes-table"
        rows={sortRows(data)}
        columns={[
          { heading: 'Type', cell: (row) => row.label },
          ...(comparing
            ? [
                verdictColumn<ClassRow>(
                  (row) => changeOf(data, row),
                  (row) => row.notComparable,
                  { term: 'verdict' },
                  (row) => row.support,
                ),
              ]
            : []),
          numberColumn(ofPages ? 'Pages found' : 'Found', (row) => foundText(data, row)),
          { heading: <ShareScale />, label: 'Right, of 100', cell: (row) => <Dumbbell values={row.f1} /> },
          numberColumn(
            comparing ? 'Right, before → now' : 'Right, of 100',
            (row) => <BeforeNow values={row.f1} />,
            { term: 'right', ...(comparing && { label: 'Before → now' }) },
          ),
          ...(comparing ? [changeColumn(data)] : []),
        ]}
      />
      <ForAnalysts>
        <ClassFigures data={data} names={names} />
      </ForAnalysts>
      <Charts section="classes" />
    </>
  );
});

function changeOf(data: Classes, { label }: ClassRow) {
  return data.changes.find(({ scope }) => scope === `class:${label}`);
}

function changeColumn(data: Classes): Column<ClassRow> {
  return numberColumn(
    'Change (range)',
    (row) => {
      const difference = changeOf(data, row)?.difference;
      return difference && <RangedChange difference={difference} />;
    },
    { from: 'medium' },
  );
}

/** Returns the types, with the largest change first. With one version, the type with the lowest figure comes first. */
function sortRows(data: Classes): ClassRow[] {
  const size = (row: ClassRow) => {
    const change = changeOf(data, row)?.difference.value;
    return change == null ? (row.f1.at(-1)?.value ?? 2) : -Math.abs(change);
  };
  return data.perClass.toSorted((a, b) => size(a) - size(b));
}

/** Returns how many documents or pages of a type the last version recognised, such as `8 of 9`. */
function foundText(
  { matrices, expectedLabels, predictedLabels }: Classes,
  { label, support }: ClassRow,
): string {
  const count = matrices.at(-1)?.[expectedLabels.indexOf(label)]?.[predictedLabels.indexOf(label)] ?? 0;
  return `${formatNumber(count)} of ${formatNumber(support)}`;
}

const sentencesAtOnce = 12;

/** The confusions of the last version as sentences, the most frequent confusion first. */
function Confusions({ data, names }: { data: Classes; names: readonly string[] }) {
  const { expectedLabels, predictedLabels, matrices, unit } = data;
  const found = expectedLabels
    .flatMap((expected, row) =>
      predictedLabels.map((got, column) => ({
        expected,
        got,
        counts: matrices.map((matrix) => matrix[row]?.[column] ?? 0),
      })),
    )
    .filter(({ expected, got, counts }) => expected !== got && (counts.at(-1) ?? 0) > 0)
    .sort((a, b) => (b.counts.at(-1) ?? 0) - (a.counts.at(-1) ?? 0));
  const lines = found.map(({ expected, got, counts }) => {
    const count = counts.at(-1) ?? 0;
    const q = cellFilter([expected, got], false);
    const things = count === 1 ? unit.slice(0, -1) : unit;
    return (
      <li key={q}>
        <a href={formatAddress('documents', '', { q })}>
          {formatNumber(count)} {things} of type {expected}
        </a>{' '}
        {count === 1 ? 'was' : 'were'} read as {got}
        {counts.length > 1 && (
          <span class="quiet">
            {' '}
            ({names[0]}: {formatNumber(counts[0] ?? 0)})
          </span>
        )}
      </li>
    );
  });
  return (
    <>
      <h2>What was read as something else</h2>
      {lines.length === 0 && <p>Nothing: {names.at(-1)} gave the right type everywhere.</p>}
      <ul class="confusions">{lines.slice(0, sentencesAtOnce)}</ul>
      {lines.length > sentencesAtOnce && (
        <details>
          <summary>{formatNumber(lines.length - sentencesAtOnce)} more</summary>
          <ul class="confusions">{lines.slice(sentencesAtOnce)}</ul>
        </details>
      )}
    </>
  );
}

function ClassFigures({ data, names }: { data: Classes; names: readonly string[] }) {
  return (
    <>
      <DataTable<ClassRow>
        label="Figures per type"
        rows={data.perClass}
        columns={[
          { heading: 'Type', cell: (row) => row.label },
          numberColumn(data.unit === 'pages' ? 'Pages' : 'Documents', (row) => formatNumber(row.support)),
          versionsColumn('Precision, %', (row) => row.precision),
          versionsColumn('Recall, %', (row) => row.recall),
          versionsColumn('F1, %', (row) => row.f1),
          ...ceilingColumns(data.perClass, (row) => row.f1),
          ...(names.length > 1
            ? changeColumns<ClassRow>(
                (row) => changeOf(data, row),
                (row) => row.notComparable,
              )
            : []),
          versionsColumn('Mean confidence', (row) => row.meanConfidence, { withUnit: true }),
        ]}
      />
      {data.overall.length > 0 && (
        <>
          <h3>Overall</h3>
          <MeasureTable label="Overall" rows={data.overall} names={names} />
        </>
      )}
    </>
  );
}

function Choice(props: {
  label: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      {props.options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={props.label}
            checked={option === props.value}
            onChange={() => props.onChange(option)}
          />{' '}
          {option}
        </label>
      ))}
    </fieldset>
  );
}
