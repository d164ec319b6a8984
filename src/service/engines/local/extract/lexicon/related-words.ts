/** Groups of words. Forms use the words of one group for the same thing. */
const groups = [
  'no nr num number nummer numero',
  'tel telephone phone mobile telefon',
  'zip postal postcode plz',
  'id identification identifier ident',
  'qty quantity menge',
  'amt amount betrag montant',
  'addr address adresse anschrift',
  'dob birth birthday born',
  'sign signer signature signed signatory',
  'sex gender',
  'surname family last nachname nom',
  'first given forename vorname prenom',
  'mail email',
  'nationality citizenship',
  'employer company organisation organization firm',
  'apt apartment unit',
  'ref reference referenz',
  'acct account konto',
  'dept department',
  'occupation job profession',
  'doctor physician',
  'deputy replacement substitute',
  'location place site',
  'start from begin beginning',
  'end to until through',
  'ort city town ville commune municipio localidad wohnort place',
  'ship vessel boat schiff navire',
  'plate kennzeichen immatriculation matricula',
  'paid pay payment',
  'income earnings revenu revenus ressources einkommen',
  'holder inhaber',
  'university college institution',
];

/** Maps each word to the indexes of its groups. */
const groupsOf = new Map<string, number[]>();
for (const [index, group] of groups.entries())
  for (const word of group.split(' ')) groupsOf.set(word, [...(groupsOf.get(word) ?? []), index]);

/**
 * Replaces `ae`, `oe` and `ue` by `a`, `o` and `u`. In a text without accents, they are then equal to `ä`, `ö` and `ü`.
 */
export function withoutUmlauts(text: string): string {
  return text.replaceAll(/([aou])e/g, '$1');
}

/**
 * Returns whether two words, in lower case, have the same stem (`classify`, `classification`) or name the same thing
 * in a form (`no`, `number`).
 */
export function areRelated(one: string, other: string): boolean {
  const own = groupsOf.get(one);
  if (own !== undefined && groupsOf.get(other)?.some((group) => own.includes(group))) return true;
  if (one[0] !== other[0]) return false;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  if (withoutUmlauts(one) === withoutUmlauts(other)) return true;
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared += 1;
  return shared >= 4 && shared >= 0.7 * shorter;
}
