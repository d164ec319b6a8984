import type { Random } from '../../../src/base/random.ts';
import type { Language } from './formats.ts';

export type Country = 'GB' | 'US' | 'DE' | 'FR' | 'CH' | 'JP';

export interface Address {
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: Country;
}

/** An invented firm. Its numbers are from ranges that are reserved for fiction or cannot be valid. */
export interface Company {
  readonly name: string;
  readonly address: Address;
  readonly vatId: string;
  readonly phone: string;
  readonly email: string;
  readonly iban: string;
  readonly trade: string;
}

const stems: Readonly<Record<Country, readonly string[]>> = {
  GB: [
    'Tarnowick',
    'Quillbarrow',
    'Ashvane',
    'Morfeld & Hask',
    'Penderlow',
    'Brackenstoke',
    'Oldmere Vance',
    'Wystan Hollis',
  ],
  US: [
    'Redfallow',
    'Cobaltrock',
    'Juniper Gantry',
    'Blue Harrier',
    'Sable Prairie',
    'Northloom',
    'Ironquill',
    'Fernhaven',
  ],
  DE: [
    'Velmora',
    'Quellenhainer',
    'Ostermoor',
    'Birkwalder',
    'Tannhuber & Söhne',
    'Grünrader',
    'Lohwieser',
    'Drachmühl',
  ],
  FR: [
    'Brissonard',
    'Valmerieu',
    'Lachenaye',
    'Tournevigne',
    'Aubrelac',
    'Clairveau',
    'Ormessac',
    'Pellerive',
  ],
  CH: ['Steinalper', 'Rütlibach', 'Hochwanner', 'Bergkessler', 'Seematter'],
  JP: ['Asahimori', 'Kitanami', 'Hoshikura', 'Midorizawa'],
};

const trades: Readonly<Record<Country, readonly string[]>> = {
  GB: [
    'Supplies Ltd',
    'Tooling Ltd',
    'Catering Ltd',
    'Print Works Ltd',
    'Consulting LLP',
    'Laboratories plc',
  ],
  US: [
    'Industrial Inc.',
    'Office Supply LLC',
    'Data Services Inc.',
    'Kitchens LLC',
    'Freight Corp.',
    'Labs Inc.',
  ],
  DE: [
    'Werkzeuge GmbH',
    'Bürobedarf GmbH',
    'Technik AG',
    'Logistik GmbH & Co. KG',
    'Druck GmbH',
    'Haustechnik GmbH',
  ],
  FR: ['Papeterie SARL', 'Services SAS', 'Outillage SA', 'Traiteur SARL', 'Transports SAS'],
  CH: ['Präzision AG', 'Informatik AG', 'Handels GmbH', 'Optik AG'],
  JP: ['Trading Co., Ltd.', 'Instruments K.K.', 'Components Co., Ltd.'],
};

const streets: Readonly<Record<Country, readonly string[]>> = {
  GB: ['Coldharrow Lane', 'Mill Orchard Road', 'Station Parade', 'Larkspur Way', 'Old Tannery Yard'],
  US: ['Sycamore Ridge Road', 'Copper Basin Ave', 'Old Depot Street', 'Lantern Hill Drive', 'Granary Blvd'],
  DE: ['Am Mühlenteich', 'Lindenkamp', 'Gewerbepark Nord', 'Alte Ziegelei', 'Schmiedegasse'],
  FR: ['rue du Vieux Lavoir', 'avenue des Platanes', "chemin de l'Étang", 'impasse des Tisserands'],
  CH: ['Sägeweg', 'Bachmattstrasse', 'Im Rebberg', 'Dorfplatz'],
  JP: ['Hikarigaoka-dori', 'Sakuramachi', 'Minatohashi'],
};

const cities: Readonly<Record<Country, readonly (readonly [string, string])[]>> = {
  GB: [
    ['Ashcombe St Mary', ''],
    ['Great Harlow Fen', ''],
    ['Brindleport', ''],
    ['Kestermouth', ''],
  ],
  US: [
    ['Maple Hollow', 'OR'],
    ['Dry Lantern', 'NV'],
    ['Port Ellery', 'ME'],
    ['Cedar Notch', 'VT'],
  ],
  DE: [
    ['Neuwalden', ''],
    ['Bad Erlenbrunn', ''],
    ['Königshagen am See', ''],
    ['Oberflintsbach', ''],
  ],
  FR: [
    ['Saint-Aurel', ''],
    ['Montbrezac', ''],
    ['Villeroche-sur-Orne', ''],
    ['Les Aubiers-Neufs', ''],
  ],
  CH: [
    ['Hinterfluh', ''],
    ['Sankt Alban am Wyl', ''],
    ['Oberkessel', ''],
  ],
  JP: [
    ['Aosaki', ''],
    ['Higashi-Morino', ''],
  ],
};

const countryNames: Readonly<Record<Language, Readonly<Record<Country, string>>>> = {
  en: {
    GB: 'United Kingdom',
    US: 'USA',
    DE: 'Germany',
    FR: 'France',
    CH: 'Switzerland',
    JP: 'Japan',
  },
  de: { GB: 'Großbritannien', US: 'USA', DE: 'Deutschland', FR: 'Frankreich', CH: 'Schweiz', JP: 'Japan' },
  fr: { GB: 'Royaume-Uni', US: 'États-Unis', DE: 'Allemagne', FR: 'France', CH: 'Suisse', JP: 'Japon' },
};

export function countryName(country: Country, language: Language): string {
  return countryNames[language][country];
}

export function makeCompany(random: Random, country: Country): Company {
  const stem = random.pick(stems[country]);
  const trade = random.pick(trades[country]);
  const domain = stem
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]+/g, '');
  return {
    name: `${stem} ${trade}`,
    trade,
    address: makeAddress(random, country),
    vatId: vatId(random, country),
    phone: phone(random, country),
    email: `accounts@${domain}.example.com`,
    iban: iban(random, country),
  };
}

export function makeAddress(random: Random, country: Country): Address {
  const [city, region] = random.pick(cities[country]);
  const number = 1 + random.integer(89);
  const street = random.pick(streets[country]);
  const numberLast = country === 'DE' || country === 'CH';
  return {
    street: numberLast ? `${street} ${number}` : `${number}${country === 'FR' ? ', ' : ' '}${street}`,
    city,
    region,
    postalCode: postalCode(random, country),
    country,
  };
}

/** Returns the address lines below a name. The last line is the country, unless `country` is `null`. */
export function addressLines(address: Address, country: string | null): string[] {
  const { street, city, region, postalCode } = address;
  const town =
    address.country === 'GB'
      ? [city, postalCode]
      : address.country === 'US'
        ? [`${city}, ${region} ${postalCode}`]
        : address.country === 'JP'
          ? [`${city} ${postalCode}`]
          : [`${postalCode} ${city}`];
  return [street, ...town, ...(country === null ? [] : [country])];
}

function digits(random: Random, count: number): string {
  let out = '';
  for (let i = 0; i < count; i++) out += String(random.integer(10));
  return out;
}

/** Returns a postal code outside every assigned range. */
function postalCode(random: Random, country: Country): string {
  if (country === 'GB')
    return `ZZ${1 + random.integer(9)} ${random.integer(10)}${random.pick(['AB', 'QX', 'TN'])}`;
  if (country === 'CH') return `00${digits(random, 2)}`;
  if (country === 'JP') return `000-${digits(random, 4)}`;
  return `00${digits(random, 3)}`;
}

function vatId(random: Random, country: Country): string {
  if (country === 'GB') return `GB 000 ${digits(random, 4)} ${digits(random, 2)}`;
  if (country === 'US') return `00-${digits(random, 7)}`;
  if (country === 'DE') return `DE000${digits(random, 6)}`;
  if (country === 'FR') return `FR00 000 ${digits(random, 3)} ${digits(random, 3)}`;
  if (country === 'CH') return `CHE-000.${digits(random, 3)}.${digits(random, 3)} MWST`;
  return `T0000${digits(random, 9)}`;
}

function phone(random: Random, country: Country): string {
  const tail = digits(random, 2);
  if (country === 'GB') return `020 7946 0${random.integer(10)}${tail}`;
  if (country === 'US') return `(555) 555-01${tail}`;
  if (country === 'DE') return `030 23125 0${tail}`;
  if (country === 'FR') return `01 99 00 ${tail} ${digits(random, 2)}`;
  if (country === 'CH') return `+41 00 000 00 ${tail}`;
  return `03-0000-00${tail}`;
}

/** Returns an IBAN with the check digits 00. No valid IBAN has these digits. */
function iban(random: Random, country: Country): string {
  const head = country === 'US' || country === 'JP' ? 'XX' : country;
  return `${head}00 0000 ${digits(random, 4)} ${digits(random, 4)} ${digits(random, 4)}`;
}
