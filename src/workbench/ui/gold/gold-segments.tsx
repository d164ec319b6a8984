import { useEffect, useState } from 'preact/hooks';
import { isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';

/** One document of a packet, with the texts that the reviewer typed. */
interface Segment {
  readonly type: string;
  readonly startPage: string;
  readonly endPage: string;
}

/**
 * Returns the documents of a packet as `{type, startPage, endPage}`. Accepts every form in which the gold can contain
 * them.
 */
export function segmentsOf(output: JsonValue | undefined): JsonValue[] {
  const inside = isJsonObject(output) && isJsonObject(output.value) ? output.value : output;
  const list = isJsonObject(inside) ? (inside.splits ?? [inside]) : inside;
  return (Array.isArray(list) ? list : []).map((segment: JsonValue): JsonValue => {
    const { type = null, startPage = null, endPage = null } = isJsonObject(segment) ? segment : {};
    return { type, startPage, endPage };
  });
}

function shown(segments: readonly JsonValue[]): Segment[] {
  return segments.map((segment) => {
    const { type, startPage, endPage } = isJsonObject(segment) ? segment : {};
    return { type: String(type ?? ''), startPage: String(startPage ?? ''), endPage: String(endPage ?? '') };
  });
}

/** Returns the label of typed segments. A page that is not a number stays a text, which the server rejects. */
export function typedSegments(segments: readonly Segment[]): JsonValue[] {
  const page = (text: string): JsonValue => (/^\d+$/.test(text.trim()) ? Number(text) : text);
  return segments.map(({ type, startPage, endPage }) => ({
    type,
    startPage: page(startPage),
    endPage: page(endPage),
  }));
}

/** The documents of a packet. The reviewer can change types and page ranges, and add and delete documents. */
export function GoldSegments(props: {
  readonly segments: readonly JsonValue[];
  readonly types: readonly string[];
  readonly onPut: (segments: JsonValue) => void;
}) {
  const { segments, types, onPut } = props;
  const saved = JSON.stringify(segments);
  const [typed, setTyped] = useState(shown(segments));
  useEffect(() => setTyped(shown(segments)), [saved]);
  const isChanged = JSON.stringify(typedSegments(typed)) !== saved;
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
      onSubmit={(event) => {
        event.preventDefault();
        onPut(typedSegments(typed));
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
          <button type="button" class="save" onClick={() => setTyped(shown(segments))}>
            Cancel
          </button>
        )}
      </p>
    </form>
  );
}
