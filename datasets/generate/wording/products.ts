import type { Language } from './formats.ts';

export interface Product {
  readonly code: string;
  readonly description: string;
  /** Net price in euro cents, before conversion to the currency of the document. */
  readonly price: number;
  /** Unit of sale: whole pieces, quarter hours, kilograms, or a service that cannot be delivered by van. */
  readonly sold: 'piece' | 'hour' | 'weight' | 'service';
}

function product(code: string, description: string, price: number, sold: Product['sold'] = 'piece'): Product {
  return { code, description, price, sold };
}

export const sectors = {
  tools: [
    product('TL-1040', 'Carbide end mill 10 mm, 4 flutes', 3890),
    product('TL-1077', 'Torque wrench 20-100 Nm, 1/2 in', 11450),
    product('TL-2210', 'Cutting fluid, 5 l canister', 4275),
    product('TL-2305', 'Magnetic drill stand', 24900),
    product('TL-3111', 'Hex key set, 9 pieces, long arm', 1895),
    product('TL-3150', 'Safety goggles, anti-fog', 745),
    product('TL-4008', 'Bench vice 125 mm with swivel base and exchangeable jaws, forged steel', 13680),
    product('TL-4102', 'Sanding discs 125 mm P120 (box of 50)', 2160),
    product('TL-4520', 'Deburring tool with three spare blades', 1275),
    product('TL-5003', 'Dial caliper 150 mm', 5640),
  ],
  office: [
    product('OF-0101', 'Copy paper A4 80 g (box of 5 reams)', 2395),
    product('OF-0113', 'Lever arch file, 75 mm, black', 289),
    product('OF-0208', 'Gel pen 0.5 mm, blue (pack of 12)', 1140),
    product('OF-0310', 'Desk lamp LED with clamp', 4490),
    product('OF-0322', 'Monitor arm, single, VESA 100', 7850),
    product('OF-0405', 'Whiteboard 120 x 90 cm, magnetic', 8990),
    product('OF-0417', 'Toner cartridge, black, 6,000 pages', 10250),
    product('OF-0502', 'Envelopes C5 with window (box of 500)', 1865),
    product(
      'OF-0611',
      'Office chair, mesh back, with armrests, load up to 120 kg, delivered assembled',
      21900,
    ),
    product('OF-0710', 'Label tape 12 mm, black on white', 695),
  ],
  consulting: [
    product('CS-10', 'Requirements workshop, on site', 145000, 'service'),
    product('CS-21', 'Senior consultant, data migration', 13500, 'hour'),
    product('CS-22', 'Consultant, data migration', 9800, 'hour'),
    product('CS-30', 'Project management', 11500, 'hour'),
    product(
      'CS-41',
      'Hosting of test environment, two servers, backups kept for 30 days, monthly fee',
      18900,
      'service',
    ),
    product('CS-55', 'Travel expenses at cost', 23460, 'service'),
    product('CS-60', 'Documentation and handover', 10400, 'hour'),
    product('CS-71', 'Support contract, standard level, one month', 42000, 'service'),
  ],
  food: [
    product('FD-011', 'Arabica beans, medium roast', 1690, 'weight'),
    product('FD-024', 'Sandwich platter, mixed, for 10', 6400),
    product('FD-031', 'Fruit basket, seasonal', 3850),
    product('FD-038', 'Sparkling water 0.75 l (crate of 12)', 1080),
    product('FD-042', 'Mountain cheese, aged 9 months', 2240, 'weight'),
    product('FD-055', 'Sourdough loaf 1 kg', 520),
    product('FD-061', 'Waiting staff, evening rate from 18:00, per person and hour', 3200, 'hour'),
    product('FD-070', 'Hire of crockery, per cover', 410, 'service'),
  ],
  lab: [
    product('LB-2001', 'Pipette tips 0.2 ml, sterile (rack of 96)', 1230),
    product('LB-2019', 'Nitrile gloves, size M (box of 100)', 985),
    product('LB-2104', 'Buffer solution pH 7.00, 500 ml', 1840),
    product('LB-2260', 'Centrifuge tubes 15 ml (bag of 50)', 2175),
    product(
      'LB-2301',
      'Calibration of analytical balance, with certificate and travel to the site',
      21500,
      'service',
    ),
    product('LB-2333', 'Glass beaker set, 5 sizes', 3460),
    product('LB-2408', 'Microscope slides, frosted (pack of 72)', 890),
    product('LB-2515', 'Filter paper, grade 2, 110 mm', 1310),
  ],
  print: [
    product('PR-A5', 'Flyer A5, 4/4 colours, 135 g gloss, trimmed and bundled, 1,000 copies', 11900),
    product('PR-BC', 'Business cards 85 x 55 mm, 250 copies', 4300),
    product('PR-BR', 'Brochure A4, 16 pages, stapled', 318),
    product('PR-RU', 'Roll-up banner 85 x 200 cm', 8950),
    product('PR-ST', 'Round stickers 40 mm (roll of 500)', 5760),
    product('PR-PF', 'Proof and data check', 2900, 'service'),
    product('PR-LF', 'Folding to DIN long', 1450, 'service'),
  ],
} as const satisfies Readonly<Record<string, readonly Product[]>>;
export type Sector = keyof typeof sectors;

/** Products of firms with German or French documents. */
const foreign: Readonly<Record<'de' | 'fr', readonly Product[]>> = {
  de: [
    product('40-118', 'Kugelhahn DN 25, Messing vernickelt', 2340),
    product('40-233', 'Rohrschelle verzinkt 1 Zoll (10 Stück)', 1490),
    product('41-007', 'Dichtungsset für Umwälzpumpe', 895),
    product('41-902', 'Hocheffizienz-Umwälzpumpe 25-60 mit Wärmedämmschale und Verschraubung', 21450),
    product('90-001', 'Arbeitszeit Monteur', 6200, 'hour'),
    product('90-004', 'Anfahrtspauschale Zone 2', 4500, 'service'),
    product('52-310', 'Kopierpapier A4, 80 g/m², Karton', 2490),
    product('52-871', 'Büroklammern 28 mm, 1000 Stück', 385),
    product('53-440', 'Schreibtischlampe, LED, dimmbar', 5990),
    product('60-015', 'Schleifscheibe Ø 125 mm, Korn 80', 340),
  ],
  fr: [
    product('PA-102', 'Ramette papier A4 80 g', 545),
    product('PA-118', 'Classeur à levier, dos 80 mm', 310),
    product('PA-240', 'Stylos à bille bleus (boîte de 50)', 1290),
    product(
      'TR-011',
      'Transport régional, palette Europe 80 x 120, hayon élévateur compris',
      8400,
      'service',
    ),
    product('TR-027', 'Frais de manutention', 2750, 'service'),
    product('TT-300', 'Buffet froid, par personne', 1850),
    product('TT-315', 'Location de nappes et serviettes', 620, 'service'),
    product('SV-090', 'Nettoyage des locaux, forfait mensuel', 39000, 'service'),
  ],
};

export function productsOf(language: Language, sector: Sector): readonly Product[] {
  return language === 'en' ? sectors[sector] : foreign[language];
}

/** Returns the products that can be delivered by van. */
export function goodsOf(language: Language, sector: Sector): readonly Product[] {
  return productsOf(language, sector).filter(
    (product) => product.sold === 'piece' || product.sold === 'weight',
  );
}
