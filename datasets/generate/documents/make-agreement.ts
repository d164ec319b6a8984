import type { Random } from '../../../src/base/random.ts';
import { Flow, marginLeft, marginRight } from '../drawing/flow.ts';
import { boldOf, type FontFamily } from '../drawing/font-metrics.ts';
import { grey, type Sheet } from '../drawing/sheet.ts';
import { pageText } from '../layouts/invoice-blocks.ts';
import { drawSignatures } from '../layouts/trade-paper.ts';
import {
  type Clause,
  closingClauses,
  disclosureCore,
  disclosureOptional,
  employmentCore,
  employmentOptional,
  serviceAgreement,
} from '../wording/clauses.ts';
import { type Company, makeAddress, makeCompany } from '../wording/companies.ts';
import { addDays, formatDate } from '../wording/formats.ts';
import { makePerson } from '../wording/people.ts';
import { differentCompany } from './make-invoice.ts';

export type AgreementKind = 'employment' | 'disclosure' | 'services';

export interface AgreementPlan {
  /**
   * Number of optional clauses. An agreement without optional clauses has one page. An agreement with all of them has
   * three pages.
   */
  readonly optional?: number;
  /** Font size in points. */
  readonly size?: number;
}

interface Agreement {
  readonly title: string;
  readonly parties: readonly string[];
  readonly lead: string;
  readonly clauses: readonly Clause[];
  readonly signatures: readonly string[];
  readonly numbering: (index: number) => string;
  readonly family: FontFamily;
  readonly size: number;
  readonly foot: string;
}

export function makeAgreement(random: Random, kind: AgreementKind, plan: AgreementPlan = {}): Sheet[] {
  const first = makeCompany(random, random.pick(['GB', 'US'] as const));
  const start = addDays('2025-10-01', random.integer(200));
  const values: Readonly<Record<string, string>> = {
    role: random.pick([
      'Quality Engineer',
      'Payroll Clerk',
      'Software Developer',
      'Warehouse Supervisor',
      'Marketing Assistant',
      'Laboratory Technician',
    ]),
    start: formatDate(start, 'long', 'en'),
    city: first.address.city,
    probation: random.pick(['three', 'six']),
    hours: random.pick(['37.5', '40', '35', '20']),
    salary: `${random.pick(['GBP', 'USD', 'EUR'])} ${30 + random.integer(40)},${random.pick(['000', '500', '600'])}`,
    holiday: String(25 + random.integer(6)),
    purpose: random.pick([
      'a joint development of sensors',
      'a possible purchase of a business unit',
      'the outsourcing of payroll accounting',
      'the supply of packaging material',
      'the introduction of new planning software',
    ]),
    years: random.pick(['two', 'three', 'five']),
    penalty: `EUR ${5 + random.integer(20)},000`,
  };
  const agreement = { employment, disclosure, services }[kind](random, first, plan);
  return draw(agreement, values);
}

function employment(random: Random, first: Company, plan: AgreementPlan): Agreement {
  const employee = makePerson(random);
  return {
    ...appearance(random, plan),
    title: random.pick(['Contract of Employment', 'Employment Agreement', 'EMPLOYMENT CONTRACT']),
    parties: [party(first, 'the "Employer"'), `${employee}, ${streetOf(random)} (the "Employee")`],
    lead: 'The parties agree on the following terms of employment:',
    clauses: [...employmentCore, ...optional(random, employmentOptional, plan), ...closingClauses.slice(1)],
    signatures: [`For the Employer, ${makePerson(random)}`, `${employee}, Employee`],
    foot: `${first.name} - Personnel`,
  };
}

function disclosure(random: Random, first: Company, plan: AgreementPlan): Agreement {
  const second = differentCompany(random, 'GB', first);
  return {
    ...appearance(random, plan),
    title: random.pick([
      'Non-Disclosure Agreement',
      'Mutual Confidentiality Agreement',
      'NON-DISCLOSURE AGREEMENT',
      'Confidentiality Undertaking',
    ]),
    parties: [party(first, 'the first party'), party(second, 'the second party')],
    lead: 'In consideration of the mutual disclosure of information the parties agree as follows:',
    clauses: [...disclosureCore, ...optional(random, disclosureOptional, plan), ...closingClauses],
    signatures: [`For ${first.name}`, `For ${second.name}`],
    foot: 'Confidential',
  };
}

function services(random: Random, first: Company, plan: AgreementPlan): Agreement {
  const contractor = makePerson(random);
  return {
    ...appearance(random, plan),
    title: 'Service Agreement',
    parties: [party(first, 'the "Client"'), `${contractor}, ${streetOf(random)} (the "Contractor")`],
    lead: 'The Client engages the Contractor on the following terms:',
    clauses: serviceAgreement,
    signatures: ['Client', 'Contractor'],
    foot: first.name,
  };
}

function optional(random: Random, clauses: readonly Clause[], plan: AgreementPlan): Clause[] {
  return random.shuffle(clauses).slice(0, plan.optional ?? 3 + random.integer(clauses.length - 2));
}

function appearance(random: Random, plan: AgreementPlan): Pick<Agreement, 'numbering' | 'family' | 'size'> {
  return {
    numbering: random.pick([
      (i: number) => `${i}.`,
      (i: number) => `§ ${i}`,
      (i: number) => `Article ${i} -`,
      (i: number) => `Clause ${i}:`,
    ]),
    family: random.pick(['serif', 'serif', 'sans']),
    size: plan.size ?? random.pick([10, 10.5, 11]),
  };
}

function party(company: Company, called: string): string {
  return `${company.name}, ${company.address.street}, ${company.address.city} (${called})`;
}

function streetOf(random: Random): string {
  const address = makeAddress(random, 'GB');
  return `${address.street}, ${address.city}`;
}

function draw(agreement: Agreement, values: Readonly<Record<string, string>>): Sheet[] {
  const { family, size } = agreement;
  const flow = new Flow((sheet, page) => {
    if (page > 1) return 72;
    sheet.text(297, 84, agreement.title, { font: boldOf(family), size: 18, align: 'centre' });
    return 116;
  }, 768);
  const body = { family, size };
  flow.paragraph('between', { ...body, after: 4 });
  agreement.parties.forEach((text, i) => {
    flow.paragraph(text, { ...body, indent: 24, after: 4 });
    if (i === 0) flow.paragraph('and', { ...body, after: 4 });
  });
  flow.y += 10;
  flow.paragraph(agreement.lead, { ...body, after: 12 });
  agreement.clauses.forEach((clause, i) => {
    // Keeps the signatures from being alone on the last page.
    if (i === agreement.clauses.length - 1) flow.need(175);
    flow.paragraph(`${agreement.numbering(i + 1)} ${clause.title}`, { ...body, bold: true, after: 2 });
    flow.paragraph(filled(clause.text, values), body);
  });
  flow.paragraph(`Date: ${values.start ?? ''}`, body);
  drawSignatures(flow, agreement.signatures, family);
  flow.sheets.forEach((sheet, i) => {
    sheet.text(marginLeft, 810, agreement.foot, { font: family, size: 8, colour: grey });
    sheet.text(marginRight, 810, pageText('Page %1 of %2', i + 1, flow.sheets.length), {
      font: family,
      size: 8,
      align: 'right',
    });
  });
  return flow.sheets;
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
