// The WebAssembly code compares long texts 64 rows of the distance table at a time. The result must equal the distance
// that the library computes, and the distance that a plain implementation computes.

import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { expect, it } from 'vitest';
import { editDistance, editDistances } from '../../src/scorers/compare/text/edit-distance.ts';
import { times } from '../fixtures/long-form.ts';

/** Computes the edit distance row by row (Wagner and Fischer 1974). */
function byTable(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

const unit = fc.constantFrom('a', 'b', 'c', ' ', '\u{1f600}', 'é', '\u0000', '\uffff');
const lengths = fc.constantFrom(0, 1, 63, 64, 65, 66, 127, 128, 129, 192, 193, 260);
const text = lengths.chain((length) => fc.string({ unit, minLength: length, maxLength: length }));
/** A text, and a copy of it with up to 12 edits. */
const similar = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(300), unit), { maxLength: 12 }))
  .map(([one, edits]) => {
    let other = one;
    for (const [at, character] of edits)
      other =
        other.slice(0, at % (other.length + 1)) +
        character +
        other.slice((at % (other.length + 1)) + (at % 3));
    return [one, other] as const;
  });

it('is the distance of the library and of the table', () => {
  fc.assert(
    fc.property(fc.oneof(similar, fc.tuple(text, text)), ([one, other]) => {
      const found = editDistance(one, other);
      expect(found).toBe(distance(one, other));
      expect(found).toBe(byTable(one, other));
    }),
    { numRuns: times(100, 300) },
  );
});

it('holds for texts of many blocks and of many different characters', () => {
  const many = Array.from({ length: 3000 }, (_, at) =>
    String.fromCharCode(0x4e00 + ((at * 7919) % 2800)),
  ).join('');
  const moved = many.slice(5) + many.slice(0, 5);
  expect(editDistance(many, moved)).toBe(distance(many, moved));
  // One character is inserted before each group of 100 characters, so the texts differ by 30 insertions.
  const longer = many.replace(/.{100}/gs, (part) => `x${part}`);
  expect(editDistance(many, longer)).toBe(30);
  expect(editDistance(longer, many)).toBe(30);
});

it('keeps the texts of alternating calls apart', () => {
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(100));
  for (const one of texts)
    for (const other of texts) expect(editDistance(one, other)).toBe(one === other ? 0 : 100);
});

it('is the same for a list of texts and for each text separately', () => {
  const others = fc.array(
    fc.oneof(
      text,
      similar.map(([one]) => one),
    ),
    { maxLength: 11 },
  );
  fc.assert(
    fc.property(fc.oneof(similar, fc.tuple(text, text)), others, ([one, other], more) => {
      const all = [other, ...more, one];
      expect(editDistances(one, all)).toEqual(all.map((each) => distance(one, each)));
    }),
    { numRuns: times(100, 300) },
  );
});

it('handles texts of very different lengths and alphabets together', () => {
  const lengths = [65, 3000, 1, 700, 64, 0, 128, 129, 2047, 2048, 2049];
  const texts = lengths.map((length, at) =>
    String.fromCharCode(97 + (at % 3), 97)
      .repeat(length)
      .slice(0, length),
  );
  for (const one of texts)
    expect(editDistances(one, texts)).toEqual(texts.map((other) => distance(one, other)));
});
