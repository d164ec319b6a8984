import type { LabelListEntry } from '../../../model/results/label-list-entry.ts';
import { formatNumber } from '../../../viewer/blocks/format-measurement.ts';
import { SectionHeading } from '../../../viewer/parts/data-table.tsx';
import { useLiveList } from '../live/use-live-list.ts';

interface FoundLists {
  readonly isReadOnly: boolean;
  readonly lists: readonly LabelListEntry[];
}

const events = ['ready', 'reset', 'record.added', 'record.removed', 'dataset.changed'] as const;

/** The lists of label differences of the folder. Renders nothing without a list. */
export function LabelLists() {
  const found = useLiveList<FoundLists>('/api/label-lists', events);
  if (found === null || found.lists.length === 0) return null;
  return (
    <section aria-label="Label differences" class="dataset-list">
      <SectionHeading title="Label differences" />
      <ul>
        {found.lists.map((entry) => (
          <li key={entry.key}>
            <b>{entry.path}</b>
            {entry.state === 'damaged' ? (
              <span class="record-facts">
                <span class="worse">✗ Cannot be used: {entry.problem}</span> {entry.fix}
              </span>
            ) : (
              <>
                <span class="record-facts">
                  {entry.versions.join(' → ')} · {formatNumber(entry.answered)} of{' '}
                  {formatNumber(entry.values)} values answered
                </span>
                {!found.isReadOnly && <a href={`/label-lists/${entry.key}`}>Label the values that differ</a>}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
