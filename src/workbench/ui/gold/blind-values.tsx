import { placeText } from '../../../base/place-text.ts';
import { formatValue } from '../../../model/json/json-value.ts';
import type { SelectedValue } from '../../../viewer/documents/document-view.tsx';
import { DataTable } from '../../../viewer/parts/data-table.tsx';
import type { LeafLine } from '../../../viewer/state/document-rows.ts';
import type { BlindMode } from './use-blind.ts';

type BlindValuesProps = Pick<SelectedValue, 'id' | 'names' | 'line' | 'values' | 'onSelect'> & {
  readonly blind: BlindMode;
};

/**
 * The labels of a document in blind mode. Shows what the versions read only for values that the reviewer has decided.
 */
export function BlindValues({ id, names, line, values, blind, onSelect }: BlindValuesProps) {
  const labels = values.filter(({ isExtraRow }) => isExtraRow !== true);
  return (
    <DataTable<LeafLine>
      label="Labels"
      look="leaves"
      rows={labels}
      rowLook={({ key }) => (key === line?.key ? 'tied' : '')}
      columns={[
        {
          heading: 'Field',
          cell: ({ key, path }) => (
            <button
              type="button"
              class="tie"
              data-line={key}
              onFocus={() => onSelect(key)}
              onClick={() => onSelect(key)}
            >
              {placeText(path)}
            </button>
          ),
        },
        {
          heading: 'Gold of the run',
          look: 'value',
          cell: ({ leaves }) => formatValue(leaves.find((leaf) => leaf?.expected !== undefined)?.expected),
        },
        {
          heading: 'Versions',
          look: 'value',
          cell: ({ path, leaves }) =>
            blind.isHidden(id, path) ? <span class="quiet">hidden</span> : readText(names, leaves),
        },
      ]}
    />
  );
}

/** Returns what each version read, for example `1.0: 5 · draft: 6`. */
export function readText(names: readonly string[], leaves: LeafLine['leaves']): string {
  return names.map((name, number) => `${name}: ${formatValue(leaves[number]?.predicted)}`).join(' · ');
}
