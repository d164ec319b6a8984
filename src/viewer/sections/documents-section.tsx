import { useMemo, useState } from 'preact/hooks';
import { formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { DocumentList, shownTags } from '../documents/document-list.tsx';
import { SectionHeading } from '../parts/data-table.tsx';
import { replaceQuery } from '../state/address.ts';
import { defineView, hasAllDocuments } from '../state/blocks.ts';
import { listDocuments } from '../state/document-filter.ts';
import { readStored, store } from '../state/stored.ts';

/**
 * The list of all documents. The page contains only the visible rows, so that a list of 100,000 documents scrolls as
 * fast as a list of 100.
 */
export const view = defineView('documents', ({ head, names, address, data: index }) => {
  const { q = '', sort = '' } = address.query;
  const items = useMemo(() => listDocuments(index, q, sort), [index, q, sort]);
  const [tags, setTags] = useState(storedTags);
  return (
    <>
      <p class="visually-hidden" role="status">
        {formatNumber(items.length)} documents
      </p>
      <SectionHeading title="Documents">{listedText(head, items.length, index.ids.length)}</SectionHeading>
      <FilterBox
        comparing={names.length > 1}
        value={q}
        onChange={(value) => replaceQuery(address, { q: value })}
      />
      {index.tags.length > 0 && (
        <TagPicker
          names={index.tags.map(({ name }) => name)}
          chosen={shownTags(index, tags)}
          onChange={(chosen) => {
            store('tags', JSON.stringify(chosen));
            setTags(chosen);
          }}
        />
      )}
      <DocumentList
        names={names}
        tags={tags}
        index={index}
        items={items}
        query={q}
        sort={sort}
        onSort={(next) => replaceQuery(address, { sort: next })}
        onClear={() => replaceQuery(address, { q: '' })}
      />
    </>
  );
});

/** States how many documents match the filter, and which documents this file does not contain. */
function listedText({ documents }: HeadBlock, filtered: number, listed: number): string {
  const text = `${formatNumber(filtered)} of ${formatNumber(listed)} documents.`;
  const { planned, shown, rule } = documents;
  if (listed < planned)
    return `${text} This file lists ${formatNumber(listed)} of ${formatNumber(planned)}: ${rule}. csv/documents.csv lists all.`;
  return shown < planned && !hasAllDocuments()
    ? `${text} The values of ${formatNumber(shown)} can be opened: ${rule}.`
    : text.slice(0, -1);
}

/** Filter words that have a button, with the text of the button. */
const changeHints = {
  'newly-wrong': 'newly wrong',
  'new-errors': 'new errors',
  'fewer-errors': 'fewer errors',
} as const;
const hints = { wrong: 'wrong', failed: 'no result', 'without-gold': 'unlabelled' } as const;

function FilterBox(props: { comparing: boolean; value: string; onChange: (value: string) => void }) {
  const { comparing, value, onChange } = props;
  return (
    <search class="filters">
      <label class="wide">
        Filter{' '}
        <input
          id="filter"
          type="search"
          value={value}
          placeholder="new-errors field:total tag:scan state:failed"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <span class="hints">
        {Object.entries(comparing ? { ...changeHints, ...hints } : hints).map(([hint, text]) => (
          <button
            key={hint}
            type="button"
            aria-pressed={value.split(' ').includes(hint)}
            onClick={() => onChange(toggleWord(value, hint))}
          >
            {text}
          </button>
        ))}
      </span>
    </search>
  );
}

/**
 * Returns the tags that the reader chose as columns, in this report or an earlier one. Returns `null` if the reader has
 * not chosen any.
 */
function storedTags(): readonly string[] | null {
  try {
    const stored: unknown = JSON.parse(readStored('tags') ?? 'null');
    return Array.isArray(stored) ? stored.map(String) : null;
  } catch {
    return null;
  }
}

/** Lets the reader choose which properties of the documents have a column. */
function TagPicker(props: {
  names: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { names, chosen, onChange } = props;
  return (
    <details class="tag-picker">
      <summary>
        Columns of properties: {chosen.length} of {names.length}
      </summary>
      <fieldset>
        <legend class="visually-hidden">Properties with a column</legend>
        {names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function toggleWord(text: string, word: string): string {
  const words = text.split(' ').filter((part) => part !== '');
  return (words.includes(word) ? words.filter((part) => part !== word) : [...words, word]).join(' ');
}
