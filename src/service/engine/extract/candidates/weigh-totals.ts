import type { LabelHit } from '../find-labels.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { isMoney } from '../recognise/amounts.ts';
import type { Candidate } from './candidate.ts';
import type { LabelledLayout } from './labelled-values.ts';
import type { ValueReader } from './value-reader.ts';

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.006;

/**
 * Weighs amounts against each other: net and tax make the total, what was handed over less the change is the total, and
 * the total is large and printed more than once.
 */
export function weighTotals(
  candidates: readonly Candidate[],
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
): Candidate[] {
  const values = amountsByConcept(labelled, reader);
  const all = labelled.layout.segments
    .slice(0, 5_000)
    .flatMap((segment) => reader.amountsOf(segment).filter(isMoney))
    .map((amount) => amount.value);
  const counts = new Map<number, number>();
  for (const value of all) counts.set(value, (counts.get(value) ?? 0) + 1);
  const differences = pairs(
    values.get('cash_tendered'),
    values.get('change'),
    (cash, change) => cash - change,
  );
  const sums = pairs(values.get('net_total'), values.get('tax_total'), (net, tax) => net + tax);
  const roundings = (values.get('rounding') ?? []).filter((round) => round !== 0 && Math.abs(round) <= 0.1);
  const rounded = pairs(values.get('grand_total'), roundings, (total, round) => total + round);
  const derived = derivedTotals(labelled, fields, reader, [...differences, ...rounded]);
  return [...candidates, ...derived].map((candidate) => {
    const concept = fields[candidate.field]?.concept?.id;
    const value = candidate.amount?.value;
    if (value === undefined || concept === undefined) return candidate;
    let bonus = 0;
    if (concept === 'grand_total' || concept === 'amount_due') {
      if (differences.some((one) => near(one, value))) bonus += 0.2;
      if (sums.some((one) => near(one, value))) bonus += 0.12;
      if (rounded.some((one) => near(one, value)) && all.some((one) => near(one, value))) bonus += 0.2;
      if (roundings.some((round) => all.some((one) => near(one, value + round)))) bonus -= 0.2;
      bonus += Math.min(0.12, ((counts.get(value) ?? 1) - 1) * 0.04);
      if (Math.abs(value) < 0.005) bonus -= 0.35;
      if (!isMoney(candidate.amount)) bonus -= 0.25;
    } else if (concept === 'net_total' || concept === 'tax_total') {
      const totals = values.get('grand_total') ?? [];
      const partners = values.get(concept === 'net_total' ? 'tax_total' : 'net_total') ?? [];
      if (partners.some((partner) => totals.some((total) => near(partner + value, total)))) bonus += 0.2;
      if (!isMoney(candidate.amount)) bonus -= 0.25;
    } else if (!isMoney(candidate.amount) && fields[candidate.field]?.shape === 'amount') bonus -= 0.15;
    return bonus === 0 ? candidate : { ...candidate, score: candidate.score + bonus };
  });
}

/** Amounts that no label names but that other amounts prove: cash less change, or the total after rounding. */
function derivedTotals(
  labelled: LabelledLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
  proofs: readonly number[],
): Candidate[] {
  const field = fields.find((one) => one.concept?.id === 'grand_total');
  if (field === undefined) return [];
  const found: Candidate[] = [];
  for (const segment of labelled.layout.segments.slice(0, 3_000)) {
    for (const value of reader.read(segment, 0, segment.text.length, 'amount')) {
      const amount = value.amount?.value ?? 0;
      if (Math.abs(amount) < 0.005 || !proofs.some((proof) => near(proof, amount))) continue;
      found.push({
        ...value,
        field: field.index,
        score: 0.55,
        reason: 'amount that other amounts prove',
        labelled: false,
      });
      if (found.length >= 10) return found;
    }
  }
  return found;
}

/** Amounts beside clear labels of concepts, asked for or not. */
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

const weakTotals = new Set(['total', 'summe', 'gesamt', 'totaal', 'totale', 'jumlah', 'amount', 'nettotal']);

function moneyNear(labelled: LabelledLayout, hit: LabelHit, reader: ValueReader): number[] {
  const row = labelled.layout.geometry ? labelled.layout.rows[hit.segment.row] : undefined;
  const segments =
    row === undefined ? [hit.segment] : row.segments.slice(row.segments.indexOf(hit.segment)).slice(0, 8);
  return segments
    .flatMap((segment) =>
      reader.amountsOf(segment).filter((amount) => segment !== hit.segment || amount.start >= hit.end),
    )
    .filter((amount) => isMoney(amount) && !amount.percent)
    .map((amount) => amount.value)
    .slice(-3);
}

function pairs(
  first: readonly number[] | undefined,
  second: readonly number[] | undefined,
  combine: (a: number, b: number) => number,
): number[] {
  const results: number[] = [];
  for (const a of (first ?? []).slice(0, 20))
    for (const b of (second ?? []).slice(0, 20)) results.push(combine(a, b));
  return results;
}
