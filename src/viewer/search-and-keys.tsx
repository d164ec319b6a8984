import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { readerTerms } from '../model/report/reader-terms.ts';
import { allSections } from './all-sections.ts';
import type { HeadBlock } from './blocks/report-blocks.ts';
import { formatAddress, goTo } from './state/address.ts';
import { useBlock } from './state/blocks.ts';
import { exportShown } from './state/export-tables.ts';
import { areKeysOn, documentKeys, listedLabelKeys, turnKeys, useKeys } from './state/keys.ts';
import { setTheme, themes, useTheme } from './state/theme.ts';

interface Hit {
  readonly kind: string;
  readonly text: string;
  readonly address: string;
}

const hitsPerKind = 6;

/** The keys that open sections after `g` was pressed. */
const sectionKeys: Readonly<Record<string, string>> = {
  s: 'summary',
  n: 'newErrors',
  d: 'documents',
  f: 'fields',
  t: 'classes',
  p: 'packets',
  c: 'confidence',
  r: 'gate',
  m: 'method',
};

/**
 * The search of the report (`/`) and the list of keys (`?`), both as dialogs. Keys have no effect while the user types.
 */
export function SearchAndKeys({ head }: { head: HeadBlock }) {
  const [open, setOpen] = useState<'search' | 'keys' | null>(null);
  const theme = useTheme();
  const sections = Object.entries(sectionKeys).flatMap(([key, name]) => {
    const section = allSections.find((entry) => entry.name === name);
    return section && head.sections.includes(section.name) ? [{ key: `g ${key}`, section }] : [];
  });
  useKeys({
    '/': () => setOpen('search'),
    '?': () => setOpen('keys'),
    t: () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'),
    E: () => exportShown(document.title),
    ...Object.fromEntries(sections.map(({ key, section }) => [key, () => goTo(formatAddress(section.name))])),
  });
  return (
    <>
      <p class="rail-tools">
        <button type="button" class="save" onClick={() => setOpen('search')}>
          Search <kbd>/</kbd>
        </button>{' '}
        <button type="button" class="save" aria-label="Keys" onClick={() => setOpen('keys')}>
          <kbd>?</kbd>
        </button>
      </p>
      {open !== null && (
        <Dialog label={open === 'search' ? 'Search the report' : 'Keys'} onClose={() => setOpen(null)}>
          {open === 'search' ? (
            <SearchBox head={head} onClose={() => setOpen(null)} />
          ) : (
            <KeyList sections={sections.map(({ key, section }) => [key, section.label])} />
          )}
        </Dialog>
      )}
    </>
  );
}

/** The list of keys (`?`) of a page that is not a report. */
export function KeyHelp({ title, keys }: { title: string; keys: Keys }) {
  const [isOpen, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  return (
    <>
      <button type="button" class="save" aria-label="Keys" onClick={() => setOpen(true)}>
        <kbd>?</kbd>
      </button>
      {isOpen && (
        <Dialog label="Keys" onClose={() => setOpen(false)}>
          <KeySwitch />
          <KeyGroup title={title} keys={keys} />
        </Dialog>
      )}
    </>
  );
}

function Dialog(props: { label: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // The browser hides the dialog first, and sends the event `close` later. A key that is pressed in between could not
  // open the dialog again.
  const close = () => {
    dialog.current?.close();
    props.onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="search"
      aria-label={props.label}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => dialog.current !== null && props.onClose()}
    >
      {props.children}
      <p>
        <button type="button" class="save" onClick={close}>
          Close
        </button>
      </p>
    </dialog>
  );
}

function SearchBox({ head, onClose }: { head: HeadBlock; onClose: () => void }) {
  const [text, setText] = useState('');
  const index = useBlock('index');
  const hits = text.trim() === '' ? [] : findHits(head, index, text.trim().toLowerCase());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (hits[0]) goTo(hits[0].address);
        onClose();
      }}
    >
      <label>
        Search{' '}
        <input
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="quiet" role="status">
        {text.trim() === '' ? 'Documents, fields, types, sections and terms.' : `${hits.length} found`}
      </p>
      <ul>
        {hits.map(({ kind, text: found, address }) => (
          <li key={`${kind} ${found}`}>
            <a href={address} onClick={onClose}>
              {found}
            </a>{' '}
            <span class="quiet">{kind}</span>
          </li>
        ))}
      </ul>
    </form>
  );
}

/** Returns the search results for a text in lower case, at most `hitsPerKind` of each kind. */
function findHits(head: HeadBlock, index: ReturnType<typeof useBlock<'index'>>, text: string): Hit[] {
  const pick = (kind: string, names: readonly string[], addressOf: (name: string) => string) => {
    const hits: Hit[] = [];
    for (const name of names) {
      if (hits.length === hitsPerKind) break;
      if (name.toLowerCase().includes(text)) hits.push({ kind, text: name, address: addressOf(name) });
    }
    return hits;
  };
  const labels = allSections.filter(({ name }) => head.sections.includes(name));
  return [
    ...pick('document', index?.ids ?? [], (id) => formatAddress('document', id)),
    ...pick('field', index?.fields ?? [], (field) => formatAddress('fields', '', { open: field })),
    ...pick('type', index?.labels ?? [], () => formatAddress('classes')),
    ...pick(
      'section',
      labels.map(({ label }) => label),
      (label) => formatAddress(labels.find((section) => section.label === label)?.name ?? 'summary'),
    ),
    ...pick(
      'term',
      Object.values(readerTerms).map(({ label }) => label),
      () => formatAddress('method'),
    ),
  ];
}

type Keys = readonly (readonly [keys: string, meaning: string])[];

const reportKeys: Keys = [
  ['/', 'search'],
  ['?', 'this list'],
  ['t', 'colours: system, light, dark'],
  ['E', 'save the tables of the page as CSV'],
];

/** Turns the keys on and off, because dictation software may trigger them by accident. */
function KeySwitch() {
  const [on, setOn] = useState(areKeysOn);
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={on}
          onChange={() => {
            turnKeys(!on);
            setOn(!on);
          }}
        />{' '}
        use these keys
      </label>
    </p>
  );
}

function KeyList({ sections }: { sections: Keys }) {
  return (
    <>
      <KeySwitch />
      <KeyGroup title="Everywhere" keys={reportKeys} />
      <KeyGroup title="Sections" keys={sections} />
      <KeyGroup title="In a document" keys={documentKeys} />
      {listedLabelKeys().length > 0 && <KeyGroup title="Labels" keys={listedLabelKeys()} />}
    </>
  );
}

function KeyGroup({ title, keys }: { title: string; keys: Keys }) {
  return (
    <>
      <h2>{title}</h2>
      <dl class="key-list">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
