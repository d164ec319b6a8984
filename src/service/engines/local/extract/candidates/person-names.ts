import { joinedForm } from '../layout/fold-text.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import type { Candidate } from './candidate.ts';

const firstNames = new Set(['firstname', 'givenname', 'forename', 'vorname', 'prenom']);
const lastNames = new Set(['lastname', 'surname', 'familyname', 'nachname', 'nomdefamille', 'apellido']);
const wholeNames = new Set(['name', 'fullname', 'nom']);
const title = /^(?:mr|mrs|ms|miss|dr|prof|herrn?|frau|mme|m|sr|sra)\.?\s+/iu;
const word = /^\p{Lu}[\p{L}.'’-]*$/u;
const maxSegments = 3_000;

/**
 * Returns first and last names from whole names. For example, `Policyholder   Mr Joe Roe` gives `Joe` for
 * `policyholder.first_name`. A whole name is next to the name of the object that contains the field, or next to a
 * general label such as `Name`.
 */
export function personNames(layout: TextLayout, fields: readonly FieldPlan[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const field of fields) {
    const names = [joinedForm(field.node.key), joinedForm(field.node.name)];
    const isFirst = names.some((name) => firstNames.has(name));
    if (field.node.kind !== 'string' || !(isFirst || names.some((name) => lastNames.has(name)))) continue;
    const person = joinedForm(field.path.split('.').at(-2) ?? '');
    const labels = new Set([person, `${person}name`]);
    for (const segment of layout.segments.slice(0, maxSegments)) {
      const colon = segment.text.indexOf(':');
      const label = joinedForm(colon < 0 ? segment.text : segment.text.slice(0, colon));
      const isPerson = person !== '' && labels.has(label);
      if (!isPerson && !wholeNames.has(label)) continue;
      const value = nameBehind(layout, segment, colon, isFirst);
      if (value === undefined) continue;
      const score = (isPerson ? 0.75 : 0.55) - Math.min(0.15, 0.05 * candidates.length);
      candidates.push({
        ...value,
        field: field.index,
        score,
        labelled: isPerson,
        reason: 'part of a full name',
      });
      if (isPerson) break;
    }
  }
  return candidates;
}

/** Returns one word of a person's name, the first or the last. The name follows a colon or is in the next cell. */
function nameBehind(
  layout: TextLayout,
  label: Segment,
  colon: number,
  isFirst: boolean,
): Pick<Candidate, 'spans' | 'text'> | undefined {
  const row = layout.rows[label.row]?.segments ?? [];
  const hasValue = colon >= 0 && /\p{L}/u.test(label.text.slice(colon + 1));
  const segment = hasValue ? label : row[row.indexOf(label) + 1];
  if (segment === undefined) return undefined;
  const from = hasValue ? colon + 1 : 0;
  const text = segment.text.slice(from, from + 80).trim();
  const words = text.replace(title, '').split(/\s+/);
  if (words.length < 2 || words.length > 4 || !words.every((one) => word.test(one))) return undefined;
  const part = (isFirst ? words[0] : words.at(-1)) ?? '';
  const at = isFirst ? segment.text.indexOf(part, from) : segment.text.lastIndexOf(part);
  return { spans: [{ segment, start: at, end: at + part.length }], text: part };
}
