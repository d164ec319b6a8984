import { useEffect, useState } from 'preact/hooks';
import { isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';
import { segmentsOf } from './label-of.ts';
import type { EditResult, ShownLabels } from './use-review.ts';

/** One document of a packet, with the texts that the reviewer typed. */
interface Segment {
  readonly type: string;
  readonly startPage: string;
  readonly endPage: string;
}

function shown(segments: readonly JsonValue[]): Segment[] {
  return segments.map((segment) => {
    const { type, startPage, endPage } = isJsonObject(segment) ? segment : {};
    return { type: String(type ?? ''), startPage: String(startPage ?? ''), endPage: String(endPage ?? '') };
  });
}

/**
 * Returns the label of typed segments. If a typed page is not a number, the label keeps the typed text, which the
 * server rejects.
 */
export function typedSegments(segments: readonly Segment[]): JsonValue[] {
  const page = (text: string): JsonValue => (/^\d+$/.test(text.trim()) ? Number(text) : text);
  return segments.map(({ type, startPage, endPage }) => ({
    type,
    startPage: page(startPage),
    endPage: page(endPage),
  }));
}

/** Returns types and page ranges, for example `letter 1 to 2, invoice 3 to 3`. */
function segmentsText(segments: readonly JsonValue[]): string {
  const texts = shown(segments).map(({ type, startPage, endPage }) => `${type} ${startPage} to ${endPage}`);
  return texts.join(', ') || 'no documents';
}

/** The documents of a packet. The reviewer can change types and page ranges, and add and delete documents. */
export function GoldSegments(props: {
  readonly labels: ShownLabels;
  readonly types: readonly string[];
  /** Saves the documents that the reviewer has typed. `seen` are the labels that the page showed before. */
  readonly onPut: (segments: JsonValue, seen: ShownLabels) => Promise<EditResult>;
}) {
  const { labels, types, onPut } = props;
  const segments = segmentsOf(labels.output);
  const present = JSON.stringify(segments);
  const [typed, setTyped] = useState(shown(segments));
  /**
   * Labels that the page showed before the reviewer typed. `null` after an edit failed because these labels are
   * outdated.
   */
  const [seen, setSeen] = useState<ShownLabels | null>(labels);
  const typedText = JSON.stringify(typedSegments(typed));
  const isChanged = typedText !== JSON.stringify(segmentsOf((seen ?? labels).output));
  const reset = () => {
    setSeen(labels);
    setTyped(shown(segments));
  };
  // Show the labels of another tab only if the reviewer has not typed anything else in this tab.
  useEffect(() => {
    if (!isChanged || typedText === present) reset();
  }, [labels]);
  const put = async () => {
    if ((await onPut(typedSegments(typed), seen ?? labels)) === 'outdated') setSeen(null);
  };
  const change = (at: number, part: Partial<Segment>) =>
    setTyped(typed.map((segment, number) => (number === at ? { ...segment, ...part } : segment)));
  const addition = () => {
    const last = Number(typed.at(-1)?.endPage ?? 0);
    const page = String((Number.isInteger(last) ? last : 0) + 1);
    setTyped([...typed, { type: types[0] ?? '', startPage: page, endPage: page }]);
  };
  return (
    <form
      class="gold-segments"
      data-changed={isChanged || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void put();
      }}
    >
      {typed.map((segment, at) => (
        <p class="gold-actions" key={at}>
          <label>
            Type{' '}
            <select
              value={segment.type}
              onChange={({ currentTarget }) => change(at, { type: currentTarget.value })}
            >
              {[...new Set([segment.type, ...types])].map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          </label>
          {(['startPage', 'endPage'] as const).map((name) => (
            <label key={name}>
              {name === 'startPage' ? 'first page' : 'last page'}{' '}
              <input
                inputMode="numeric"
                size={4}
                value={segment[name]}
                onInput={({ currentTarget }) => change(at, { [name]: currentTarget.value })}
              />
            </label>
          ))}
          <button
            type="button"
            class="save"
            aria-label={`Delete document ${at + 1}`}
            onClick={() => setTyped(typed.toSpliced(at, 1))}
          >
            ×
          </button>
        </p>
      ))}
      <p class="gold-actions">
        <button type="button" class="save" onClick={addition}>
          Add a document
        </button>
        <button type="submit" class="save" disabled={!isChanged}>
          Set the documents
        </button>
        {isChanged && (
          <button type="button" class="save" onClick={reset}>
            Cancel
          </button>
        )}
        {isChanged && <span class="quiet">Present label: {segmentsText(segments)}</span>}
      </p>
    </form>
  );
}
