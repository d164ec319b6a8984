import { formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { ChangeCells, ChangeHeads } from '../parts/tables/change-cells.tsx';
import { ConfusionTable } from '../parts/tables/confusion-table.tsx';
import { NumberCell, UnitCell } from '../parts/value-pair.tsx';
import { type Address, replaceQuery } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

/** The confusion matrix and the figures of each class. */
export function ClassesSection({ head, address }: { head: HeadBlock; address: Address }) {
  const block = useBlock('classes');
  const changes = useBlock('rest')?.classChanges ?? [];
  if (!block) return <Waiting />;
  const names = head.versions.map((version) => version.name);
  const views = names.length > 1 ? [...names, 'difference'] : names;
  const { view = views[names.length - 1] ?? '', shade = 'count' } = address.query;
  const chosen = Math.max(0, views.indexOf(view));
  const share = shade === 'share';
  const comparing = names.length > 1;
  return (
    <>
      <SectionHeading title="Classes">
        {formatNumber(block.expectedLabels.length)} classes; cells count {block.unit}. A cell opens its
        documents.
        {block.perClass.some((row) => row.notComparable) &&
          ' Documents of a class that not every version has are in the matrices, but in no figure other than that class’s own.'}
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
      <ConfusionTable section={block} view={chosen} share={share} versions={names.length} />
      <h2>By class</h2>
      <Scroller label="By class">
        <table class="classes-table">
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col" class="number">
                {block.unit === 'pages' ? 'Pages' : 'Documents'}
              </th>
              <th scope="col" class="number">
                Precision, %
              </th>
              <th scope="col" class="number">
                Recall, %
              </th>
              <th scope="col" class="number">
                F1, %
              </th>
              {comparing && <ChangeHeads />}
              <th scope="col" class="number">
                Mean confidence
              </th>
            </tr>
          </thead>
          <tbody>
            {block.perClass.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td class="number">{formatNumber(row.support)}</td>
                <NumberCell values={row.precision} />
                <NumberCell values={row.recall} />
                <NumberCell values={row.f1} />
                {comparing && (
                  <ChangeCells
                    comparison={changes.find(({ scope }) => scope === `class:${row.label}`)}
                    notComparable={row.notComparable}
                  />
                )}
                <NumberCell values={row.meanConfidence} unit />
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {block.overall.length > 0 && (
        <>
          <h2>Overall</h2>
          <Scroller label="Overall">
            <table class="narrow">
              <thead>
                <tr>
                  <th scope="col">Measure</th>
                  {names.map((name) => (
                    <th key={name} scope="col" class="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {block.overall.map((row) => (
                  <tr key={row.metric}>
                    <th scope="row">{row.label}</th>
                    {row.values.map((value, number) => (
                      <UnitCell key={number} value={value} />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
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
