import type { ParsedLine, ParsedPage } from '../../parsed-document.ts';
import type { DocumentShape } from './lexicon/document-type.ts';

/** Similarity of a page to each typical layout (contract, receipt, card ...), 0 to 1. */
export type ShapeSignals = Readonly<Record<DocumentShape, number>>;

const amount = /(?<![\d.,])[-(]?[$€£]?\s?\d{1,3}(?:[ .,']?\d{3})*[.,]\d{2}(?!\d)/g;
const totalLine =
  /\b(total|subtotal|sub-total|summe|gesamt|gesamtbetrag|betrag|montant|importe|totale|totaal|balance|saldo|solde|net pay)\b/i;
const clause =
  /^\s*(?:\(?(?:[ivx]{1,5}|[a-z]|\d{1,2})[.)]|\d{1,2}\.\d{1,2}\.?|§+\s*\d+|(?:section|article|clause|artikel|article)\s+[\divx]+)/i;
const signature = /\b(in witness whereof|signature|signed|unterschrift|by:|name:|title:|its:|\/s\/)/i;
const formWords =
  /\b(omb no|form \S*\d|check (?:one|box|here)|for official use|see instructions|please print|if any|box \d|please type)\b/i;
const blanks = /_{4,}|\.{8,}|☐|☑|☒|□|\[ ?\]/;

/**
 * Returns how similar a page is to each typical layout, by its line lengths, amounts, clause numbers and form
 * elements.
 */
export function shapeSignals(page: ParsedPage, lines: readonly ParsedLine[]): ShapeSignals {
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  const count = (test: (line: ParsedLine) => boolean) =>
    lines.reduce((sum, line) => sum + (test(line) ? 1 : 0), 0);
  const share = (part: number) => (lines.length === 0 ? 0 : part / lines.length);
  const withAmount = count((line) => amountsIn(line.text) > 0);
  const withTotal = count((line) => amountsIn(line.text) > 0 && totalLine.test(line.text.slice(0, 200)));
  const longLines = share(count((line) => line.words.length >= 9));
  const clauses = count((line) => clause.test(line.text.slice(0, 40)));
  const signatures = count((line) => signature.test(line.text.slice(0, 200)));
  const formLines = count(
    (line) => formWords.test(line.text.slice(0, 300)) || blanks.test(line.text.slice(0, 300)),
  );
  const ratio = page.height > 0 ? page.width / page.height : 1;
  const amounts = clamp(share(withAmount) * 2.5) * 0.6 + clamp(withTotal / 2) * 0.4;
  const narrow = clamp((0.68 - textRatio(lines, ratio)) / 0.2);
  return {
    contract: clamp(
      longLines * 0.5 + clamp(clauses / 6) * 0.3 + clamp(signatures / 3) * 0.4 - share(withAmount),
    ),
    receipt: words === 0 ? 0 : clamp(amounts * 0.5 + narrow * 0.6 - longLines - (words > 300 ? 0.4 : 0)),
    card: words === 0 || words > 120 ? 0 : clamp((1 - words / 120) * 0.6 + (ratio > 1.2 ? 0.4 : 0)),
    amounts,
    form: clamp(
      clamp(formLines / 5) * 0.7 + share(count((line) => /^\(?\d{1,2}[a-z]?\b/.test(line.text))) * 0.8,
    ),
    prose: clamp(longLines * 0.8 + (words > 150 ? 0.2 : 0) - share(withAmount)),
  };
}

function amountsIn(text: string): number {
  return text.slice(0, 400).match(amount)?.length ?? 0;
}

/** Returns width / height of the printed area. A till receipt is narrow on any page size. */
function textRatio(lines: readonly ParsedLine[], pageRatio: number): number {
  if (lines.length < 5) return pageRatio;
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  for (const { box } of lines) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.bottom);
  }
  return bottom > top ? Math.min(pageRatio, (right - left) / (bottom - top)) : pageRatio;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
