import type { Span } from '../candidates/candidate.ts';
import type { LabelledLayout } from '../candidates/labelled-values.ts';
import type { ValueReader } from '../candidates/value-reader.ts';
import type { Row, Segment } from '../layout/text-layout.ts';
import type { FoundAmount } from '../recognise/amounts.ts';
import type { ColumnPlan, TableRow } from './column-plan.ts';

const multiplied = /(?:^|\s)(\d{1,5}(?:[.,]\d{1,3})?)\s*(?:[xX×*@]|pcs|ea)\s*(?:RM|[$€£])?\s*(\d+[.,]\d{2})/;

/**
 * Reads items without a table header, as on receipts. Each line that ends in an amount is an item. The text before the
 * amount is the description. If there is none, the text of the line above is the description. Reading stops at the first
 * sum.
 *
 * With `oneLineOnly`, an item needs a description on its own line, and a second number.
 */
export function readItemLines(
  labelled: LabelledLayout,
  plans: readonly ColumnPlan[],
  reader: ValueReader,
  oneLineOnly: boolean,
): TableRow[] {
  const at = (id: string): number => plans.findIndex((plan) => plan.concept?.id === id);
  const description = at('description');
  if (description < 0 || (at('amount') < 0 && at('unit_price') < 0)) return [];
  const rows: TableRow[] = [];
  let pending: Span[] = [];
  for (const row of labelled.layout.rows.slice(0, 2_000)) {
    if (namesSum(labelled, row)) break;
    const item = itemOf(row, reader, oneLineOnly);
    if (item === undefined) {
      pending = oneLineOnly ? [] : textOnly(labelled, row);
      continue;
    }
    const text = item.text.length > 0 ? item.text : pending;
    pending = [];
    if (text.length === 0) continue;
    const cells = new Map<number, readonly Span[]>([[description, text]]);
    const put = (column: number, span: Span | undefined): void => {
      if (column >= 0 && span !== undefined) cells.set(column, [span]);
    };
    put(at('amount'), item.amount);
    put(at('unit_price'), item.price ?? (at('amount') < 0 ? item.amount : undefined));
    put(at('quantity'), item.quantity);
    rows.push({ cells });
  }
  return rows;
}

interface Item {
  readonly text: Span[];
  readonly amount: Span;
  readonly price: Span | undefined;
  readonly quantity: Span | undefined;
}

function namesSum(labelled: LabelledLayout, row: Row): boolean {
  return row.segments.some((segment) =>
    (labelled.bySegment.get(segment.id) ?? []).some(
      (hit) =>
        hit.atStart &&
        (/^(?:sub)?(?:total|totals|summe|totaal|totale|jumlah)$/.test(hit.joined) ||
          hit.concepts.some((id) => /_total$|^amount_due$/.test(id))) &&
        /\d/.test(row.segments.map((one) => one.text).join(' ')),
    ),
  );
}

function itemOf(row: Row, reader: ValueReader, oneLineOnly: boolean): Item | undefined {
  const money: { segment: Segment; amount: FoundAmount }[] = [];
  const whole: { segment: Segment; amount: FoundAmount }[] = [];
  for (const segment of row.segments) {
    for (const amount of reader.amountsOf(segment)) {
      if (amount.percent) continue;
      (amount.decimals === 2 ? money : whole).push({ segment, amount });
    }
  }
  const last = money.at(-1);
  if (last === undefined || (oneLineOnly && money.length + whole.length < 2)) return undefined;
  const tail = last.segment.text.slice(last.amount.end);
  if (/\p{L}{4,}/u.test(tail)) return undefined;
  const span = (one: { segment: Segment; amount: FoundAmount } | undefined): Span | undefined =>
    one === undefined ? undefined : { segment: one.segment, start: one.amount.start, end: one.amount.end };
  const line = row.segments.map((segment) => segment.text).join(' ');
  const product = multiplied.exec(line);
  const price = money.length >= 2 ? money.at(-2) : undefined;
  const quantities = whole.filter(
    (one) => one.amount.value > 0 && one.amount.value < 10_000 && one.amount.digits.length <= 4,
  );
  const quantity =
    product === null ? quantities.at(-1) : quantities.find((one) => one.amount.digits === product[1]);
  const firstNumber = Math.min(
    ...[last, price, quantity].flatMap((one) =>
      one === undefined ? [] : [one.segment.id * 10_000 + one.amount.start],
    ),
  );
  const text = row.segments.flatMap((segment) => {
    const end = Math.min(segment.text.length, Math.max(0, firstNumber - segment.id * 10_000));
    const part = segment.text.slice(0, end);
    return (part.match(/\p{L}/gu)?.length ?? 0) >= 3
      ? [{ segment, start: 0, end: part.trimEnd().length }]
      : [];
  });
  return { text, amount: span(last) as Span, price: span(price), quantity: span(quantity) };
}

function textOnly(labelled: LabelledLayout, row: Row): Span[] {
  return row.segments
    .filter((segment) => (segment.text.match(/\p{L}/gu)?.length ?? 0) >= 3)
    .filter(
      (segment) =>
        !(labelled.bySegment.get(segment.id) ?? []).some(
          (hit) => hit.atStart && (hit.colon || hit.endsSegment),
        ),
    )
    .slice(0, 1)
    .map((segment) => ({ segment, start: 0, end: segment.text.length }));
}
