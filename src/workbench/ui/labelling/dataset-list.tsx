import type { DatasetEntry } from '../../../model/results/dataset-list.ts';
import { formatNumber } from '../../../viewer/blocks/format-measurement.ts';
import { SectionHeading } from '../../../viewer/parts/data-table.tsx';
import { useKeys } from '../../../viewer/state/keys.ts';
import { useLiveList } from '../live/use-live-list.ts';

interface DatasetList {
  readonly isReadOnly: boolean;
  readonly datasets: readonly DatasetEntry[];
}

const events = [
  'ready',
  'reset',
  'record.added',
  'record.removed',
  'gold.edited',
  'gold.saved',
  'dataset.changed',
] as const;

/** The datasets of the folder and of its records, with what remains to be done. Renders nothing without a dataset. */
export function Datasets() {
  const list = useLiveList<DatasetList>('/api/datasets', events);
  const go = (addressOf: (entry: DatasetEntry) => string | null) => {
    const found = list?.isReadOnly ? null : list?.datasets.map(addressOf).find((one) => one !== null);
    if (found != null) location.assign(found);
  };
  useKeys({ 'g e': () => go(issuesAddress), 'g l': () => go(labellingAddress) });
  const firstToLabel = list?.datasets.find((entry) => labellingAddress(entry) !== null);
  if (list === null || list.datasets.length === 0) return null;
  return (
    <section aria-label="Datasets" class="dataset-list">
      <SectionHeading title="Datasets" />
      <ul>
        {list.datasets.map((entry) => (
          <li key={entry.key}>
            <b>{entry.state === 'readable' ? entry.name : entry.path}</b>{' '}
            <span class="quiet">{entry.state === 'readable' && entry.path}</span>
            {entry.state === 'damaged' ? (
              <span class="record-facts">
                <span class="worse">✗ Cannot be read: {entry.problem}</span> {entry.fix}
              </span>
            ) : (
              <>
                <span class="record-facts">{factsOf(entry).join(' · ')}</span>
                {labellingAddress(entry) !== null && !list.isReadOnly && (
                  <a href={labellingAddress(entry) ?? ''}>
                    Label documents
                    {entry === firstToLabel && (
                      <>
                        {' '}
                        <kbd>g l</kbd>
                      </>
                    )}
                  </a>
                )}{' '}
                {entry.resumable > 0 && !list.isReadOnly && (
                  <a href={`/datasets/${entry.key}/labelling?queue=partly`}>Label the remaining values</a>
                )}{' '}
                {!list.isReadOnly && issuesAddress(entry) !== null && (
                  <a href={issuesAddress(entry) ?? ''}>Review label issues</a>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the address of the labelling page of a dataset; `null` if it has no document with proposals. */
function labellingAddress(entry: DatasetEntry): string | null {
  return entry.state === 'readable' && entry.proposals > 0 ? `/datasets/${entry.key}/labelling` : null;
}

/** Returns the address of the label issues of a dataset; `null` if it has no gold, or no finished record. */
function issuesAddress(entry: DatasetEntry): string | null {
  const hasIssues = entry.state === 'readable' && entry.record !== null && entry.labelled > 0;
  return hasIssues ? `/records/${entry.record}/label-issues` : null;
}

function factsOf({
  version,
  labelled,
  proposals,
  partlyLabelled,
  unfinished,
  unsaved,
  labelIssues,
}: Extract<DatasetEntry, { state: 'readable' }>): string[] {
  const parts = [`version ${version}`];
  parts.push(
    proposals > 0
      ? `${formatNumber(labelled)} of ${formatNumber(labelled + proposals)} labelled`
      : `${formatNumber(labelled)} labelled`,
  );
  if (partlyLabelled > 0) parts.push(`${formatNumber(partlyLabelled)} of them partly`);
  if (proposals > 0) parts.push(`${formatNumber(proposals)} with proposals`);
  if (unfinished > 0) parts.push(`${formatNumber(unfinished)} begun, not in the figures yet`);
  if (unsaved > 0) parts.push(`${formatNumber(unsaved)} unsaved edits`);
  if (labelIssues !== null) parts.push(`${formatNumber(labelIssues)} label issues`);
  return parts;
}
