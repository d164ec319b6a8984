import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { placeText } from '../../../base/place-text.ts';
import type { DocumentContent } from '../../../model/results/document-content.ts';
import type { AskedLine, LabelListState } from '../../../model/review/label-list-state.ts';
import { formatNumber } from '../../../viewer/blocks/format-measurement.ts';
import { LoadingIndicator, SectionHeading } from '../../../viewer/parts/data-table.tsx';
import { KeyHelp } from '../../../viewer/search-and-keys.tsx';
import { useKeys } from '../../../viewer/state/keys.ts';
import { useKeyQueue } from '../forms/use-key-queue.ts';
import { ColumnHeads, LabelForm } from '../labelling/label-form.tsx';
import { Problem } from '../requests/problem.tsx';
import { ask } from '../requests/server.ts';
import { DocumentPages, type IssuePages } from './issue-place.tsx';

const keys = [
  ['Enter', 'store the typed value'],
  ['Esc e', 'leave the field (Esc), type the value (e). In a table, e edits value A if it is shown'],
  ['x q', 'no value, unclear'],
  ['v', 'show the values that the versions read'],
  ['a b', 'choose value A or B, or answer "right" (a) or "wrong" (b)'],
  ['→', 'skip'],
  ['z', 'take back the last answer'],
  ['g r', 'all records'],
  ['?', 'this list'],
] as const;

const restPath = '$rest';

type Answer = 'value' | 'none' | 'unclear' | 'right' | 'wrong';

/**
 * Asks for the values in which two versions differ, one at a time. The values of the versions are hidden at first.
 * `address` is the address of the list on the server. `comparison` is the page of the comparison, if there is one.
 */
export function LabelListScreen({ address, comparison }: { address: string; comparison: string | null }) {
  const [state, setState] = useState<LabelListState | null>(null);
  const [error, setError] = useState<unknown>(null);
  /**
   * State of the form for the line with this number. `corrected` is the index of the shown table that the reviewer
   * corrects.
   */
  const [form, setForm] = useState<{
    readonly line: number;
    readonly isOpen: boolean;
    readonly corrected: number;
  }>();
  const [sentence, setSentence] = useState<string | null>(null);
  const skipped = useRef<number[]>([]);
  const answered = useRef<AskedLine[]>([]);
  /** Performs an action that sends requests. If a request fails, shows the problem. */
  const run = async (action: () => Promise<void>) => {
    try {
      await action();
      setError(null);
    } catch (problem) {
      setError(problem);
    }
  };
  const read = async (request: object = {}) =>
    setState(await ask<LabelListState>(address, { skipped: skipped.current, ...request }));
  useEffect(() => {
    document.title = 'Label differences · goldset';
    queue.perform(() => run(read));
  }, [address]);
  const asked = state?.asked ?? null;
  const pages = usePages(address, asked?.document ?? null, setError);
  const isRest = asked?.path === restPath;
  const own = form !== undefined && form.line === asked?.line ? form : null;
  const typing = own === null ? !isRest : own.isOpen;
  const corrected = own?.corrected ?? 0;
  const setTyping = (isOpen: boolean, at = corrected) =>
    asked !== null && setForm({ line: asked.line, isOpen, corrected: at });
  /** Shows the next value. Keys that were pressed before the page shows this value do not answer it. */
  const readNext = async () => {
    await read();
    queue.forgetExcept('z');
  };
  const put = async (answer: Answer, more: object = {}) => {
    if (asked === null) return;
    const { line, document: item, path } = asked;
    await run(async () => {
      await ask(`${address}/answers`, { line, document: item, path, answer, ...more });
      answered.current.push(asked);
      setSentence(null);
      await readNext();
    });
  };
  const choose = (choice: number) => {
    if (isRest) return put(choice === 0 ? 'right' : 'wrong');
    return asked?.values?.[choice] === undefined ? undefined : put('value', { choice });
  };
  const skip = () =>
    asked !== null &&
    run(async () => {
      skipped.current.push(asked.line);
      await readNext();
    });
  const undo = () =>
    run(async () => {
      const last = answered.current.at(-1);
      if (last === undefined) return;
      const { line, document: item, path } = last;
      await ask(`${address}/answers`, { line, document: item, path, answer: 'open' });
      answered.current.pop();
      await read({ line });
      // Do not open the form. Its field would take the next key, which may be meant to take back one more answer.
      setForm({ line, isOpen: false, corrected: 0 });
    });
  const reveal = () => {
    if (asked === null) return;
    setTyping(false);
    return run(() => read({ line: asked.line, reveal: true }));
  };
  const compare = () =>
    run(async () => setSentence((await ask<{ sentence: string }>(`${address}/result`, {})).sentence));
  const actions = {
    a: () => choose(0),
    b: () => choose(1),
    e: () => asked !== null && !isRest && setTyping(true),
    x: () => (isRest ? undefined : put('none')),
    q: () => (isRest ? undefined : put('unclear')),
    v: reveal,
    z: undo,
    ArrowRight: skip,
    'g r': () => location.assign('/'),
  };
  const queue = useKeyQueue(actions);
  const { press } = queue;
  useKeys(Object.fromEntries(Object.keys(actions).map((key) => [key, () => press(key)])));
  return (
    <main id="main" class="records">
      <p>
        <a href="/">‹ All records</a>{' '}
        {comparison !== null && (
          <>
            · <a href={comparison}>Comparison</a>{' '}
          </>
        )}
        <KeyHelp title="Label differences" keys={keys} />
      </p>
      <SectionHeading title="Label differences">
        {state && (
          <span role="status">
            {formatNumber(state.answered)} of {formatNumber(state.values)} values answered
          </span>
        )}
      </SectionHeading>
      <p class="quiet">
        The two versions read these values differently, so only these values decide which version is better.
        Type what the document says. The values of the versions are hidden, so that they do not influence you.
        The answers never change the gold.
      </p>
      {error !== null && <Problem error={error} />}
      {state === null && error === null && <LoadingIndicator />}
      {asked !== null && (
        <article class="issue">
          <h2>
            {questionOf(asked)} <span class="quiet">in</span> {asked.document}
          </h2>
          <DocumentPages pages={pages} page={asked.page} />
          <section class="gold-panel" aria-label="Answer">
            {asked.values !== null && (
              <Values {...{ asked, isRest }} onKey={press} onCorrect={(at) => setTyping(true, at)} />
            )}
            {typing && !isRest && (
              <LabelForm
                key={`${asked.line} ${corrected}`}
                // After the values are shown, the reviewer can correct one of the tables instead of typing a table.
                value={{ ...asked, proposed: tableAt(asked, corrected), decision: null }}
                isSending={queue.isBusy}
                onCancel={() => setTyping(false)}
                onPut={(label) =>
                  queue.perform(() => (label.length === 0 ? put('none') : put('value', { label })))
                }
              />
            )}
            <p class="gold-actions">
              {!isRest && (
                <>
                  {!typing && <Action name="Type the value" sign="e" onPress={() => press('e')} />}
                  <Action name="No value" sign="x" onPress={() => press('x')} />
                  <Action name="Unclear" sign="q" onPress={() => press('q')} />
                  {asked.values === null && (
                    <Action name="Show what was read" sign="v" onPress={() => press('v')} />
                  )}
                </>
              )}
              <Action name="Skip" sign="→" onPress={() => press('ArrowRight')} />
              <Action name="Undo" sign="z" onPress={() => press('z')} />
            </p>
          </section>
        </article>
      )}
      {state !== null && (
        <section aria-label="Result">
          {asked === null && (
            <p class="labelling-done" role="status">
              {state.answered === state.values
                ? 'Every value is answered.'
                : 'No further value. Reload the page to see skipped values again.'}
            </p>
          )}
          <p>
            <button type="button" class="save" onClick={() => void compare()}>
              Compare by these answers
            </button>{' '}
            {sentence !== null && <span role="status">{sentence}</span>}
          </p>
          <p class="quiet">
            In a terminal: <code>{state.command}</code>
          </p>
        </section>
      )}
    </main>
  );
}

function questionOf({ path }: AskedLine): string {
  if (path === restPath) return 'Are all other values of the document complete and right?';
  return path === '$' ? 'The whole output' : placeText(path);
}

function Action({ name, sign, onPress }: { name: string; sign: string; onPress: () => void }) {
  return (
    <button type="button" class="save" onClick={onPress}>
      {name} <kbd>{sign}</kbd>
    </button>
  );
}

/**
 * The values of the two versions, from which the reviewer chooses one. With `isRest`, the values that are equal in both
 * versions; the reviewer states whether they are right.
 */
function Values(props: {
  asked: AskedLine;
  isRest: boolean;
  /** Performs the action of a key. */
  onKey: (key: string) => void;
  onCorrect: (choice: number) => void;
}) {
  const { asked, isRest, onKey, onCorrect } = props;
  return (
    <>
      <dl class="choices">
        {asked.values?.map((value, at) => (
          <div key={at}>
            <dt>{isRest ? 'Both versions' : letterOf(at)}</dt>
            <dd>
              {typeof value === 'string' ? value : <Cells columns={asked.columns ?? []} rows={value} />}
            </dd>
          </div>
        ))}
      </dl>
      <p class="gold-actions">
        {isRest
          ? ['Right', 'Wrong'].map((name, at) => (
              <Action
                key={name}
                name={name}
                sign={letterOf(at).toLowerCase()}
                onPress={() => onKey(letterOf(at).toLowerCase())}
              />
            ))
          : asked.values?.map((value, at) => (
              <Fragment key={at}>
                <Action
                  name={`Choose ${letterOf(at)}`}
                  sign={letterOf(at).toLowerCase()}
                  onPress={() => onKey(letterOf(at).toLowerCase())}
                />
                {typeof value !== 'string' && (
                  <button type="button" class="save" onClick={() => onCorrect(at)}>
                    Correct {letterOf(at)}
                  </button>
                )}
              </Fragment>
            ))}
      </p>
    </>
  );
}

function Cells({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  if (rows.length === 0) return <>no rows</>;
  return (
    <table class="labelling-table">
      <ColumnHeads columns={columns} />
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((text, at) => (
              <td key={at}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the shown table of a line at an index; `null` if no table is shown. */
function tableAt({ values }: AskedLine, at: number) {
  const value = values?.[at];
  return value === undefined || typeof value === 'string' ? null : value;
}

function letterOf(at: number): string {
  return String.fromCharCode(65 + at);
}

/** Reads the pages of a document of the list. `null` until they are read. */
function usePages(
  address: string,
  item: string | null,
  onError: (error: unknown) => void,
): IssuePages | null {
  const [read, setRead] = useState<{ readonly item: string; readonly pages: IssuePages } | null>(null);
  useEffect(() => {
    if (item === null) return;
    let isCurrent = true;
    const query = `item=${encodeURIComponent(item)}`;
    ask<DocumentContent>(`${address}/pages?${query}`).then(({ pages, text }) => {
      const images = pages.map((page) => ({
        ...page,
        address: `${address}/page?${query}&page=${page.page}`,
      }));
      if (isCurrent) setRead({ item, pages: { images, text } });
    }, onError);
    return () => {
      isCurrent = false;
    };
  }, [address, item]);
  return read?.item === item ? read.pages : null;
}
