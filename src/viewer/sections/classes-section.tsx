import { formatNumber } from '../blocks/format-measurement.ts';
import type { Blocks } from '../blocks/report-blocks.ts';
import { Charts } from '../parts/charts.tsx';
import { ConfusionTable } from '../parts/confusion-table.tsx';
import {
  changeColumns,
  DataTable,
  MeasureTable,
  numberColumn,
  SectionHeading,
  versionsColumn,
} from '../parts/data-table.tsx';
import { replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';

type ClassRow = Blocks['classes']['perClass'][number];

export const view = defineView('classes', ({ names, address, data }) => {
  const comparing = names.length > 1;
  const views = comparing ? [...names, 'difference'] : names;
  const { view = views[names.length - 1] ?? '', shade = 'count' } = address.query;
  const chosen = Math.max(0, views.indexOf(view));
  const share = shade === 'share';
  const changes = changeColumns<ClassRow>(
    (row) => data.changes.find(({ scope }) => scope === `class:${row.label}`),
    (row) => row.notComparable,
  );
  return (
    <>
      <SectionHeading title="Types">
        {formatNumber(data.expectedLabels.length)} classes. Cells count {data.unit}. Select a cell to see its
        documents.
        {data.perClass.some((row) => row.notComparable) &&
          ' The matrices include documents of a class that only some versions have. In the metrics, they count only for that class.'}
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
      <ConfusionTable section={data} view={chosen} share={share} versions={names.length} />
      <h2>By class</h2>
      <DataTable<ClassRow>
        label="By class"
        look="classes-table"
        rows={data.perClass}
        columns={[
          { heading: 'Class', cell: (row) => row.label },
          numberColumn(data.unit === 'pages' ? 'Pages' : 'Documents', (row) => formatNumber(row.support)),
          versionsColumn('Precision, %', (row) => row.precision),
          versionsColumn('Recall, %', (row) => row.recall),
          versionsColumn('F1, %', (row) => row.f1),
          ...(comparing ? changes : []),
          versionsColumn('Mean confidence', (row) => row.meanConfidence, { withUnit: true }),
        ]}
      />
      {data.overall.length > 0 && (
        <>
          <h2>Overall</h2>
          <MeasureTable label="Overall" rows={data.overall} names={names} />
        </>
      )}
      <Charts section="classes" />
    </>
  );
});

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
