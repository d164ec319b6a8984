import type { Random } from '../../../src/base/random.ts';

const given = [
  'Orla',
  'Tamsin',
  'Idris',
  'Leopold',
  'Mirabel',
  'Caspian',
  'Ottoline',
  'Rufus',
  'Sunniva',
  'Evander',
];
const family = [
  'Thornquist',
  'Vellacott-Hume',
  'Ashgrave',
  'Pellworth',
  'Brandywell',
  'Osterlind',
  'Quarrie',
  'Marchbanks-Low',
];

/** Returns the name of an invented person. */
export function makePerson(random: Random): string {
  return `${random.pick(given)} ${random.pick(family)}`;
}
