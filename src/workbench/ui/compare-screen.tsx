import { useEffect, useState } from 'preact/hooks';
import type { ShownComparability } from '../../model/results/comparability.ts';
import type { ReadableRecord, RecordEntry } from '../../model/results/record-list.ts';
import { App } from '../../viewer/app.tsx';
import { formatNumber } from '../../viewer/blocks/format-measurement.ts';
import type { HeadBlock } from '../../viewer/blocks/report-blocks.ts';
import { LoadingIndicator, SectionHeading } from '../../viewer/parts/data-table.tsx';
import { sortRecords } from './list-order.ts';
import { readRecords } from './read-records.ts';
import { Problem } from './requests/problem.tsx';
import { ask } from './requests/server.ts';
import { home } from './reviewed-report.tsx';

/** A version that the reader can choose, and its record. `id` is `KEY.NUMBER`. */
interface Choice {
  readonly id: string;
  readonly record: ReadableRecord;
  readonly version: string;
}

/**
 * Lets the reader choose two versions. If the versions cannot be compared, states the reason before anything is
 * computed.
 */
export function CompareScreen() {
  const [records, setRecords] = useState<readonly RecordEntry[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const given = new URLSearchParams(location.search);
  const [selected, setSelected] = useState<Choices>({ a: given.get('a') ?? '', b: given.get('b') ?? '' });
  useEffect(() => {
    document.title = 'Compare · goldset';
    readRecords(() => undefined).then((list) => setRecords(sortRecords(list.records, '')), setError);
  }, []);
  const choices = choicesOf(records ?? []);
  const [a, b] = [find(choices, selected.a), find(choices, selected.b)];
  const select = (change: Partial<Choices>) => {
    const next = { ...selected, ...change };
    history.replaceState(null, '', `/compare?a=${next.a}&b=${next.b}`);
    setSelected(next);
  };
  return (
    <main id="main" class="records">
      <p>
        <a href={home.href}>{home.label}</a>
      </p>
      <SectionHeading title="Compare">Any two versions of the records of this folder</SectionHeading>
      {error !== null && <Problem error={error} />}
      {records === null && error === null && <LoadingIndicator />}
      {records !== null && choices.length < 2 && (
        <p>There are fewer than two finished versions. Run another version, or the same one again.</p>
      )}
      {choices.length >= 2 && (
        <>
          <Select
            label="Baseline"
            choices={choices}
            value={a}
            other={b}
            onSelect={(id) => select({ a: id })}
          />
          <Select
            label="Candidate"
            choices={choices}
            value={b}
            other={a}
            onSelect={(id) => select({ b: id })}
          />
          {a !== null && b !== null && <Comparability key={`${a.id}-${b.id}`} id={`${a.id}-${b.id}`} />}
        </>
      )}
    </main>
  );
}

interface Choices {
  readonly a: string;
  readonly b: string;
}

function choicesOf(records: readonly RecordEntry[]): Choice[] {
  return records.flatMap((record) =>
    record.state === 'damaged' || record.state === 'running'
      ? []
      : record.versions.map((version, number) => ({ id: `${record.key}.${number}`, record, version })),
  );
}

/** Returns the choice with this id. If the id has only the key of a record, returns the last version of this record. */
function find(choices: readonly Choice[], id: string): Choice | null {
  return choices.findLast((choice) => choice.id === id || choice.record.key === id) ?? null;
}

function Select(props: {
  label: string;
  choices: readonly Choice[];
  value: Choice | null;
  other: Choice | null;
  onSelect: (id: string) => void;
}) {
  const { label, choices, value, other, onSelect } = props;
  return (
    <p>
      <label class="compare-side">
        {label}{' '}
        <select value={value?.id ?? ''} onChange={({ currentTarget }) => onSelect(currentTarget.value)}>
          <option value="">Select a version</option>
          {choices.map(({ id, record, version }) => {
            const reason = whyNot({ id, record, version }, other);
            return (
              <option key={id} value={id} disabled={reason !== null}>
                {record.path === '.' ? record.dataset : record.path} · {version}
                {record.state === 'unfinished' && ' (not finished)'}
                {reason !== null && ` (${reason})`}
              </option>
            );
          })}
        </select>
      </label>
    </p>
  );
}

/** Returns why two versions cannot be compared, as far as this follows from the list of records. */
function whyNot(choice: Choice, other: Choice | null): string | null {
  if (other === null) return null;
  if (choice.id === other.id) return 'the same version';
  return choice.record.kind === other.record.kind ? null : 'another kind of processor';
}

function Comparability({ id }: { id: string }) {
  const [found, setFound] = useState<ShownComparability | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    ask<ShownComparability>(`/api/comparisons/${id}`).then(setFound, setError);
  }, [id]);
  if (error !== null) return <Problem error={error} />;
  if (found === null) return <LoadingIndicator />;
  if (found.isComparable)
    return (
      <p role="status">
        <a class="save" href={`/compare/${id}`}>
          Compare {formatNumber(found.documents)} documents
        </a>{' '}
        {!found.isReadOnly && <LabelLink id={id} />}
      </p>
    );
  return (
    <div role="status">
      <p class="worse">✗ These versions cannot be compared: {found.problem}</p>
      {found.common > 0 && (
        <p>
          <a class="save" href={`/compare/${id}c`}>
            Compare the {formatNumber(found.common)} common documents
          </a>{' '}
          {!found.isReadOnly && <LabelLink id={`${id}c`} />}
        </p>
      )}
    </div>
  );
}

/** Link to the page that asks for the right value wherever the two versions differ. */
function LabelLink({ id }: { id: string }) {
  return (
    <a class="save" href={`/compare/${id}/labels`}>
      Label only the values that differ
    </a>
  );
}

export function ComparedReport({ head, id }: { head: HeadBlock; id: string }) {
  const [a = '', b = ''] = id.replace(/c$/, '').split('-');
  const banner = (
    <p class="quiet">
      A comparison of two versions, with the gold of their runs.{' '}
      <a href={`/compare?a=${a}&b=${b}`}>Select other versions</a>
    </p>
  );
  return <App head={head} home={home} banner={banner} />;
}
