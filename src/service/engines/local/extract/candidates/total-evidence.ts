import type { LabelHit } from '../labels/find-labels.ts';
import type { Row, Segment } from '../layout/text-layout.ts';
import { type FoundAmount, isMoney } from '../recognise/amounts.ts';
import type { LabelledLayout } from './labelled-values.ts';
import type { ValueReader } from './value-reader.ts';

/** Relations between the amounts of a document. They show which amount is the total. */
export interface TotalEvidence {
  /** Amounts with a label, by the id of the concept that the label names. Includes concepts that no field requests. */
  readonly byConcept: ReadonlyMap<string, readonly number[]>;
  /** How often each amount of money is printed. */
  readonly counts: ReadonlyMap<number, number>;
  /** Possible amounts paid: each printed cash amount minus each printed amount of change. */
  readonly paid: readonly number[];
  /** Sums of a net amount and a tax. */
  readonly sums: readonly number[];
  /** Totals that equal a smaller total plus tax, service charge and rounding. */
  readonly totalsWithTax: readonly number[];
  /** Totals that do not yet include tax, service charge and rounding. */
  readonly totalsBeforeTax: readonly number[];
  /**
   * Sum of the taxes with different rates, and the lines of these taxes. `undefined` if no printed amount
   * equals a total minus this sum.
   */
  readonly taxSum: { readonly value: number; readonly lines: readonly TaxLine[] } | undefined;
  /** Printed amounts that equal a total minus a tax. */
  readonly nets: readonly number[];
  /** Totals after rounding. `unrounded` has the same totals before rounding. */
  readonly rounded: readonly number[];
  readonly unrounded: readonly number[];
}

export interface TaxLine {
  readonly segment: Segment;
  readonly amount: FoundAmount;
  readonly rate: string;
  /** Whether the row also contains the taxed amount, and this amount times the rate is the tax. */
  readonly isVerified: boolean;
}

export const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.006;

const maxAmounts = 20;
const weakTotals = new Set(['total', 'summe', 'gesamt', 'totaal', 'totale', 'jumlah', 'amount', 'nettotal']);
/** Returns whether a cell can be a tax rate without a percent sign, as in a column with the header `VAT %`. */
const isBareRate = (text: string): boolean => /^[1-3]?\d(?:[.,]\d{1,2})?$/.test(text) && !/^0/.test(text);
const taxRow =
  /^[^\p{L}]*(?:(?:total|add|plus|incl|zzgl|inkl|davon|dont|sales|steuerbasisbetrag)\b[^\p{L}]*)?(?:gst|sst|vat|tax|ust|umsatzsteuer|mwst|mehrwertsteuer|t\.?v\.?a|iva|btw|versicherungs?steuer|insurance premium tax)(?!\p{L})/iu;

export function collectTotalEvidence(labelled: LabelledLayout, reader: ValueReader): TotalEvidence {
  const byConcept = amountsByConcept(labelled, reader);
  const of = (...ids: string[]): number[] =>
    ids.flatMap((id) => (byConcept.get(id) ?? []).slice(0, maxAmounts));
  const counts = new Map<number, number>();
  for (const segment of labelled.layout.segments.slice(0, 5_000))
    for (const { value } of reader.amountsOf(segment).filter(isMoney))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  // Uses absolute values, because the change (money given back) can be printed as `20.00-`.
  const paid = of('cash_tendered').flatMap((cash) =>
    of('change').map((change) => Math.abs(cash) - Math.abs(change)),
  );
  const sums = of('net_total').flatMap((net) => of('tax_total').map((tax) => net + tax));
  const totals = [...new Set(of('grand_total', 'amount_due'))];
  const roundings = of('rounding').filter((round) => round !== 0 && Math.abs(round) <= 0.5);
  const taxLines = taxLinesOf(labelled, reader);
  const taxes = taxLines.map((line) => line.amount.value);
  const taxed = taxedTotals(totals, taxes, of('charge_total'), roundings);
  const taxSum = taxSumOf(taxLines, totals, counts);
  const nets = totals
    .flatMap((total) => [...taxes, taxSum?.value ?? 0].map((tax) => (tax > 0 ? total - tax : 0)))
    .filter((net) => net > 0 && isPrinted(counts, net));
  const known = [...totals, ...of('cash_tendered', 'amount_paid'), ...paid];
  const { rounded, unrounded } = roundedTotals([...counts.keys()], known, roundings);
  return { byConcept, counts, paid, sums, ...taxed, taxSum, nets, rounded, unrounded };
}

/**
 * Divides totals into totals with tax and totals without tax. In `Total 33.00`, `GST 1.98`, `Rounding 0.02`, `Total
 * 35.00`, the first total is without tax.
 */
function taxedTotals(
  totals: readonly number[],
  taxes: readonly number[],
  charges: readonly number[],
  roundings: readonly number[],
): Pick<TotalEvidence, 'totalsWithTax' | 'totalsBeforeTax'> {
  const totalsWithTax: number[] = [];
  const totalsBeforeTax: number[] = [];
  const rounds = [0, ...roundings, ...roundings.map((round) => -round)];
  const additions = taxes.flatMap((tax) =>
    [0, ...charges].flatMap((charge) => rounds.map((round) => tax + charge + round)),
  );
  for (const from of totals)
    for (const to of totals) {
      if (to <= from || !additions.some((addition) => near(from + addition, to))) continue;
      totalsWithTax.push(to);
      totalsBeforeTax.push(from);
    }
  return {
    totalsWithTax,
    totalsBeforeTax: totalsBeforeTax.filter((value) => !totalsWithTax.includes(value)),
  };
}

/** Finds totals that the document prints both before and after rounding. */
function roundedTotals(
  amounts: readonly number[],
  known: readonly number[],
  roundings: readonly number[],
): Pick<TotalEvidence, 'rounded' | 'unrounded'> {
  const rounded: number[] = [];
  const unrounded: number[] = [];
  if (roundings.length === 0) return { rounded, unrounded };
  for (const from of known)
    for (const to of amounts) {
      const difference = to - from;
      const hasRounding = roundings.some((round) => near(Math.abs(round), Math.abs(difference)));
      const close = known.includes(to) && Math.abs(difference) <= 0.05;
      if (near(from, to) || !(hasRounding || close)) continue;
      const rounder = roundness(to) - roundness(from);
      const leads = rounder > 0 || (rounder === 0 && roundings.some((round) => near(round, difference)));
      if (leads) {
        rounded.push(to);
        unrounded.push(from);
      } else if (rounder < 0) {
        rounded.push(from);
        unrounded.push(to);
      }
    }
  return { rounded, unrounded: unrounded.filter((value) => !rounded.includes(value)) };
}

/** Returns 3 for whole units, 2 for multiples of 10 cents, 1 for multiples of 5 cents, otherwise 0. */
function roundness(value: number): number {
  const cents = Math.round(value * 100);
  if (cents % 100 === 0) return 3;
  if (cents % 10 === 0) return 2;
  return cents % 5 === 0 ? 1 : 0;
}

function taxLinesOf(labelled: LabelledLayout, reader: ValueReader): TaxLine[] {
  const found: TaxLine[] = [];
  for (const row of labelled.layout.rows.slice(0, 3_000)) {
    const first = row.segments.findIndex((segment) => taxRow.test(segment.text));
    if (first < 0) continue;
    const texts = row.segments.map((segment) => segment.text);
    const rate = /\d+(?:[.,]\d+)?(?=\s?%)/.exec(texts.join(' '))?.[0] ?? texts.find(isBareRate) ?? '';
    const amounts = row.segments
      .slice(first, first + 8)
      .flatMap((segment) => reader.amountsOf(segment).map((amount) => ({ segment, amount, rate })))
      .filter(({ amount }) => isMoney(amount) && !amount.percent);
    const money = amounts.at(-1);
    const percent = Number(rate.replace(',', '.'));
    const isVerified =
      percent > 0 &&
      amounts.some(({ amount }) => near((amount.value * percent) / 100, money?.amount.value ?? Infinity));
    if (money !== undefined && money.amount.value !== 0) found.push({ ...money, isVerified });
    if (found.length >= maxAmounts) break;
  }
  return found;
}

/**
 * Returns the sum of the taxes with different rates, such as `7 % VAT 5.60` and `19 % VAT 19.00`. Returns
 * `undefined` if there is only one rate, or if no printed amount equals a total minus this sum.
 */
function taxSumOf(
  all: readonly TaxLine[],
  totals: readonly number[],
  counts: ReadonlyMap<number, number>,
): TotalEvidence['taxSum'] {
  const verified = all.filter(({ isVerified }) => isVerified);
  // An unverified line with a tax rate can be something else, such as a discount.
  const lines = new Set(verified.map(({ rate }) => rate)).size > 1 ? verified : all;
  const rates = new Map(lines.filter(({ rate }) => rate !== '').map((line) => [line.rate, line]));
  if (rates.size < 2) return undefined;
  const parts = [...rates.values()];
  const value = Math.round(parts.reduce((sum, { amount }) => sum + amount.value, 0) * 100) / 100;
  const agrees = totals.some(
    (total) => Math.abs(total) > Math.abs(value) && isPrinted(counts, total - value),
  );
  return agrees ? { value, lines: parts } : undefined;
}

function isPrinted(counts: ReadonlyMap<number, number>, value: number): boolean {
  return counts.has(Math.round(value * 100) / 100);
}

function amountsByConcept(labelled: LabelledLayout, reader: ValueReader): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const hit of labelled.hits.slice(0, 5_000)) {
    if (hit.concepts.length === 0 && hit.owners.length === 0) continue;
    const found = moneyNear(labelled, hit, reader);
    if (found.length === 0) continue;
    const ids = hit.concepts.length > 0 ? hit.concepts : weakTotals.has(hit.joined) ? ['grand_total'] : [];
    for (const id of ids) values.set(id, [...(values.get(id) ?? []), ...found]);
  }
  return values;
}

/** Returns the amounts in the row of a label, or in the row below if that row contains only an amount. */
function moneyNear(labelled: LabelledLayout, hit: LabelHit, reader: ValueReader): number[] {
  const { rows, geometry } = labelled.layout;
  const row = rows[hit.segment.row];
  if (row === undefined || !geometry)
    return reader
      .amountsOf(hit.segment)
      .filter((amount) => amount.figures >= hit.end && isMoney(amount) && !amount.percent)
      .map((amount) => amount.value)
      .slice(-3);
  const found = moneyIn(row, row.segments.indexOf(hit.segment), hit.end, reader);
  if (found.length > 0 || !hit.endsSegment) return found;
  const under = loneAmountRow(rows[row.index + 1], row);
  return under === undefined ? [] : moneyIn(under, 0, 0, reader);
}

/**
 * Returns the row if it is close to the row above and contains an amount but no words. In skewed photographs, an
 * amount can be in a separate row from its label.
 */
export function loneAmountRow(row: Row | undefined, above: Row): Row | undefined {
  if (row === undefined || row.page !== above.page || row.segments.length > 2) return undefined;
  const text = row.segments.map((segment) => segment.text).join(' ');
  const height = row.bottom - row.top;
  if (row.top - above.bottom > 1.2 * height) return undefined;
  return /\d[.,]\d{2}\D*$/.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) <= 3 ? row : undefined;
}

function moneyIn(row: Row, first: number, from: number, reader: ValueReader): number[] {
  return row.segments
    .slice(first, first + 8)
    .flatMap((segment, index) =>
      reader.amountsOf(segment).filter((amount) => index > 0 || amount.figures >= from),
    )
    .filter((amount) => isMoney(amount) && !amount.percent)
    .map((amount) => amount.value)
    .slice(-3);
}
