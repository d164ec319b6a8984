import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { SectionHeading } from '../../viewer/parts/data-table.tsx';
import { Datasets } from './labelling/dataset-list.tsx';
import { atMostEvery, useLiveEvents } from './live/live-events.ts';
import { useRuns } from './live/run-progress.tsx';
import { LabelLists } from './queues/label-lists.tsx';
import { type RecordList, readRecords } from './read-records.ts';
import { RecordsTable } from './records-table.tsx';
import { Problem } from './requests/problem.tsx';

const listEvents = ['ready', 'reset', 'record.added', 'record.changed', 'record.removed'] as const;

/** The list of the records in the folder, the newest first. */
export function RecordsScreen() {
  const [list, setList] = useState<RecordList | null>(null);
  const [error, setError] = useState<unknown>(null);
  const reading = useRef({ isActive: false, isAsked: false });
  const read = async () => {
    const { current } = reading;
    current.isAsked = true;
    if (current.isActive) return;
    current.isActive = true;
    while (current.isAsked) {
      current.isAsked = false;
      setError(null);
      // If the list is read again, the new list replaces the shown list only when the new list is complete.
      const onPart = (part: RecordList) => setList((shown) => (shown?.isComplete ? shown : part));
      await readRecords(onPart).then(setList, setError);
    }
    current.isActive = false;
  };
  useEffect(() => void read(), []);
  const readSoon = useMemo(() => atMostEvery(1000, () => void read()), []);
  useLiveEvents(listEvents, readSoon);
  const runs = useRuns();
  useEffect(() => {
    document.title = 'Records · goldset';
  }, []);
  return (
    <main id="main" class="records">
      <SectionHeading title="Records">{list?.folder}</SectionHeading>
      {error !== null && <Problem error={error} again={read} />}
      {(list?.records.length ?? 0) === 0 && !list?.isComplete && error === null && (
        <p class="quiet">Reading…</p>
      )}
      {list && list.records.length > 0 && <RecordsTable list={list} runs={runs} />}
      <Datasets />
      {list?.isComplete && list.records.length === 0 && (
        <p>
          This folder has no records. <code>goldset demo</code> or <code>goldset run</code> creates one.
        </p>
      )}
      {/* The search for lists of label differences must not delay the records. */}
      {list?.isComplete && <LabelLists />}
    </main>
  );
}
