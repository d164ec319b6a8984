import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { isMoney } from '../recognise/amounts.ts';
import type { Candidate } from './candidate.ts';
import type { LabelledLayout } from './labelled-values.ts';
import { collectTotalEvidence, near, type TotalEvidence } from './total-evidence.ts';
import type { ValueReader } from './value-reader.ts';

const within = (values: readonly number[] | undefined, value: number): boolean =>
  values?.some((one) => near(one, value)) ?? false;

/**
 * Raises the scores of amounts that other amounts confirm, such as a total that equals net amount plus tax.
 * Lowers the scores of amounts that other amounts contradict.
 */
export function weighTotals(
  candidates: readonly Candidate[],
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
): Candidate[] {
  const evidence = collectTotalEvidence(labelled, reader);
  const all = [
    ...candidates,
    ...derivedTotals(candidates, labelled, fields, reader, evidence),
    ...derivedNets(labelled, fields, reader, evidence),
    ...summedTaxes(fields, evidence),
  ];
  return all.map((candidate) => {
    const field = fields[candidate.field];
    const value = candidate.amount?.value;
    if (value === undefined || field?.concept === undefined) return candidate;
    const tax = totalConcepts.has(field.concept.id) && isIncludedTax(candidate, value, evidence) ? 0.5 : 0;
    const bonus = bonusOf(field.concept.id, value, isMoney(candidate.amount), evidence, field) - tax;
    const sums = bonus >= 0.2 ? 'agree' : bonus <= -0.2 ? 'differ' : undefined;
    return bonus === 0 ? candidate : { ...candidate, score: candidate.score + bonus, ...(sums && { sums }) };
  });
}

const totalConcepts = new Set(['grand_total', 'amount_due']);

/**
 * Returns whether an amount after a tax rate is a tax that another amount includes, as in `Total includes 6 % tax:
 * 1.09`.
 */
function isIncludedTax({ spans }: Candidate, value: number, { counts }: TotalEvidence): boolean {
  const [span] = spans;
  const rate = /(\d{1,2}(?:[.,]\d{1,2})?)\s?%/.exec(span?.segment.text.slice(0, span.start) ?? '')?.[1];
  if (rate === undefined || value <= 0) return false;
  const percent = Number(rate.replace(',', '.'));
  return [...counts.keys()].some((total) => near((total * percent) / (100 + percent), value));
}

function bonusOf(
  concept: string,
  value: number,
  money: boolean,
  evidence: TotalEvidence,
  field: FieldPlan,
): number {
  if (totalConcepts.has(concept)) {
    let bonus = Math.min(0.12, ((evidence.counts.get(value) ?? 1) - 1) * 0.04);
    if (within(evidence.paid, value)) bonus += 0.2;
    if (within(evidence.sums, value)) bonus += 0.12;
    if (within(evidence.totalsWithTax, value)) bonus += 0.2;
    if (within(evidence.totalsBeforeTax, value)) bonus -= 0.2;
    if (within(evidence.rounded, value)) bonus += 0.3;
    if (within(evidence.unrounded, value)) bonus -= 0.3;
    if (Math.abs(value) < 0.005) bonus -= 0.35;
    return money ? bonus : bonus - 0.25;
  }
  if (concept === 'net_total' || concept === 'tax_total') {
    const totals = evidence.byConcept.get('grand_total') ?? [];
    const partners = evidence.byConcept.get(concept === 'net_total' ? 'tax_total' : 'net_total') ?? [];
    const verified =
      partners.some((partner) => within(totals, partner + value)) ||
      (concept === 'net_total' && within(evidence.nets, value));
    return (verified ? 0.2 : 0) - (money ? 0 : 0.25);
  }
  return !money && field.shape === 'amount' ? -0.15 : 0;
}

/** Concepts whose amounts can be the total if the document labels no total. */
const substitutes = ['amount_paid', 'net_total'];

/** Returns amounts without a label that can be the total: cash minus change, a rounded total, or the amount paid. */
function derivedTotals(
  candidates: readonly Candidate[],
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
  evidence: TotalEvidence,
): Candidate[] {
  const field = fields.find((one) => one.concept?.id === 'grand_total');
  if (field === undefined) return [];
  const verified = [...evidence.paid, ...evidence.rounded];
  const named = candidates.some((one) => one.field === field.index && isMoney(one.amount));
  const cash = evidence.byConcept.has('change') ? [] : ['cash_tendered'];
  const paid = named ? [] : [...cash, ...substitutes].flatMap((id) => evidence.byConcept.get(id) ?? []);
  const found: Candidate[] = [];
  for (const segment of labelled.layout.segments.slice(0, 3_000)) {
    for (const value of reader.read(segment, 0, segment.text.length, 'amount')) {
      const amount = value.amount?.value ?? 0;
      const isVerified = within(verified, amount);
      if (Math.abs(amount) < 0.005 || !(isVerified || within(paid, amount))) continue;
      found.push({
        ...value,
        field: field.index,
        score: isVerified ? 0.55 : 0.4,
        reason: isVerified ? 'amount that other amounts verify' : 'amount paid, because no total is labelled',
        labelled: false,
      });
      if (found.length >= 10) return found;
    }
  }
  return found;
}

/** Returns candidates for the net amount: amounts that equal the total minus tax, whatever their label. */
function derivedNets(
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
  evidence: TotalEvidence,
): Candidate[] {
  const field = fields.find((one) => one.concept?.id === 'net_total');
  if (field === undefined || evidence.nets.length === 0) return [];
  const base = { field: field.index, score: 0.45, labelled: false };
  return labelled.layout.segments
    .slice(0, 3_000)
    .flatMap((segment) => reader.read(segment, 0, segment.text.length, 'amount'))
    .filter((value) => within(evidence.nets, value.amount?.value ?? 0))
    .slice(-10)
    .map((value) => ({ ...value, ...base, reason: 'amount that equals the total minus tax' }));
}

/**
 * Returns the sum of the taxes as a candidate for the tax total, unless the field of the tax total is a
 * string.
 */
function summedTaxes(fields: readonly FieldPlan[], { taxSum }: TotalEvidence): Candidate[] {
  const field = fields.find((one) => one.concept?.id === 'tax_total' && one.node.kind !== 'string');
  const [first] = taxSum?.lines ?? [];
  if (field === undefined || taxSum === undefined || first === undefined) return [];
  const spans = taxSum.lines.map(({ segment, amount: { start, end } }) => ({ segment, start, end }));
  const text = spans.map(({ segment, start, end }) => segment.text.slice(start, end)).join(' + ');
  const amount = { ...first.amount, value: taxSum.value };
  return [
    {
      spans,
      text,
      amount,
      field: field.index,
      score: 1.4,
      reason: 'sum of the taxes',
      labelled: true,
      isComputed: true,
    },
  ];
}
