import type { Candidate, FoundValue } from '../candidates/candidate.ts';
import { joinedForm } from '../layout/fold-text.ts';
import { countryCode } from '../lexicon/countries.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { addressPart } from './address-parts.ts';
import type { Party, PartyRole } from './party.ts';

const roleOf: Readonly<Record<string, { role: PartyRole; value: 'name' | 'address' }>> = {
  seller_name: { role: 'seller', value: 'name' },
  seller_address: { role: 'seller', value: 'address' },
  buyer_name: { role: 'buyer', value: 'name' },
  buyer_address: { role: 'buyer', value: 'address' },
  ship_to: { role: 'ship_to', value: 'address' },
};

export function partyValues(parties: readonly Party[], fields: readonly FieldPlan[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const field of fields) {
    const requested = field.concept === undefined ? undefined : roleOf[field.concept.id];
    if (requested === undefined) continue;
    for (const party of parties) {
      const score = party.roles[requested.role];
      const value = requested.value === 'name' ? party.name : party.address;
      if (score === undefined || value === undefined || value.text === '') continue;
      const found = field.part === undefined ? value : withCode(addressPart(value, field.part), field);
      if (found === undefined) continue;
      const seller = party.roles.seller ?? 0;
      const sellerPenalty = requested.role === 'buyer' ? Math.max(0, seller - score) * 0.5 : 0;
      candidates.push({
        ...(found satisfies FoundValue),
        field: field.index,
        score: score - sellerPenalty,
        reason: party.reason,
        labelled: party.labelled,
      });
    }
  }
  return candidates;
}

/** Returns the code of a country for a field such as `country_code`. Returns other values unchanged. */
function withCode(value: FoundValue | undefined, { part, node }: FieldPlan): FoundValue | undefined {
  if (value === undefined || part !== 'country' || !/(?:code|iso)$/.test(joinedForm(node.key))) return value;
  return { ...value, text: countryCode(value.text) ?? value.text };
}
