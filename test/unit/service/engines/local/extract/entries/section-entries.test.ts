import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import { extract, rowsOf, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

const boolean: SchemaNode = { type: ['boolean', 'null'] };

const jobs = rowsOf({
  position: text(),
  employer: text(),
  location: text(),
  start_date: text(),
  end_date: text(),
  is_current: boolean,
  description: text(),
});

const resume = textDocument(`
Nora Feld

WORK EXPERIENCE

Senior Engineer - Polar Systems Ltd, Oslo, Norway
March 2031 - Present
- Leads a team of six
- Plans the migration of the
  sensor network

Developer | Birch Software GmbH
June 2027 - February 2031
- Wrote the billing service

EDUCATION

MSc - Applied Physics, University of Bergen
2024 - 2027

PUBLICATIONS

[1] N. Feld and O. Berg. Ice sensors in the field. Journal of Cold, 4(2), 2030.
[2] O. Berg, N. Feld, and T. Moe. Low-power radios. In Proceedings of Radio Days,
    2029.
`);

describe('entries of sections', () => {
  it('is sure of the head of an entry with title, organisation and period, and not of its text', () => {
    const { metadata } = extract(resume, { work_experience: jobs });
    const sure = (key: string) => (metadata[`work_experience[0].${key}`]?.logprobsConfidence ?? 0) >= 0.9;
    expect(['position', 'employer', 'start_date', 'is_current'].map(sure)).toEqual([true, true, true, true]);
    expect(sure('description')).toBe(false);
  });

  it('reads a year for a field whose name has the word year, and otherwise the date as printed', () => {
    const page = textDocument(`
Nora Feld

AWARDS

Prize for Sensors, March 2031

Medal of the Polar Club, May 2029
`);
    const datesOf = (key: string) =>
      (extract(page, { awards: rowsOf({ title: text(), [key]: text() }) }).value.awards as object[]).map(
        (row) => (row as Record<string, unknown>)[key],
      );
    expect(datesOf('award_year')).toEqual(['2031', '2029']);
    expect(datesOf('announcement_date')).toEqual(['March 2031', 'May 2029']);
  });

  it('reads one row per job, with places apart from employers and details as lines', () => {
    const { value, metadata } = extract(resume, { work_experience: jobs });
    expect(value.work_experience).toEqual([
      {
        position: 'Senior Engineer',
        employer: 'Polar Systems Ltd',
        location: 'Oslo, Norway',
        start_date: 'March 2031',
        end_date: null,
        is_current: true,
        description: 'Leads a team of six\nPlans the migration of the sensor network',
      },
      {
        position: 'Developer',
        employer: 'Birch Software GmbH',
        location: null,
        start_date: 'June 2027',
        end_date: 'February 2031',
        is_current: false,
        description: 'Wrote the billing service',
      },
    ]);
    expect(metadata['work_experience[1].employer']?.citations?.[0]?.referenceText).toContain('Birch');
  });

  it('keeps the subject with the degree', () => {
    const education = rowsOf({ degree: text(), institution: text(), start: text(), end: text() });
    expect(extract(resume, { education }).value.education).toEqual([
      { degree: 'MSc - Applied Physics', institution: 'University of Bergen', start: '2024', end: '2027' },
    ]);
  });

  it('takes references apart and lists their authors', () => {
    const authors: SchemaNode = { type: 'array', items: { type: 'string' } };
    const publications = rowsOf({ title: text(), authors, year: { type: 'integer' }, journal: text() });
    expect(extract(resume, { publications }).value.publications).toEqual([
      {
        title: 'Ice sensors in the field',
        authors: ['N. Feld', 'O. Berg'],
        year: 2030,
        journal: 'Journal of Cold',
      },
      {
        title: 'Low-power radios',
        authors: ['O. Berg', 'N. Feld', 'T. Moe'],
        year: 2029,
        journal: 'Proceedings of Radio Days',
      },
    ]);
  });

  it('finds which part is the organisation from all entries of the section', () => {
    const history = textDocument(`
Employment history

Harbour Hospital, Leeds        2030 - 2033
Ward nurse
Treated patients after surgery.

Green Hill College             2026 - 2030
Tutor
`);
    const { value } = extract(history, {
      employment_history: rowsOf({ company: text(), role: text(), from: text(), to: text() }),
    });
    expect(value.employment_history).toMatchObject([
      { company: 'Harbour Hospital, Leeds', role: 'Ward nurse', from: '2030', to: '2033' },
      { company: 'Green Hill College', role: 'Tutor', from: '2026', to: '2030' },
    ]);
  });

  it('reads periods in a column at the left', () => {
    const career = textDocument(`
Experience

01/2030 - 06/2033    Software Engineer
                     Nimbus GmbH, Berlin
                     Built the data platform.

03/2026 - 12/2029    Junior Developer
                     Orbit Labs, Hamburg
                     Maintained the web shop.
`);
    const { value } = extract(career, {
      experience: rowsOf({ title: text(), company: text(), start: text(), description: text() }),
    });
    expect(value.experience).toEqual([
      {
        title: 'Software Engineer',
        company: 'Nimbus GmbH, Berlin',
        start: '01/2030',
        description: 'Built the data platform.',
      },
      {
        title: 'Junior Developer',
        company: 'Orbit Labs, Hamburg',
        start: '03/2026',
        description: 'Maintained the web shop.',
      },
    ]);
  });

  it('reads awards as texts without the date in brackets', () => {
    const list = textDocument(`
AWARDS
- Prize for Young Bakers (2031)
- Member, Academy of Bread (elected 2029)
`);
    const awards = rowsOf({ description: text(), organization: text(), date: text() });
    expect(extract(list, { awards }).value.awards).toEqual([
      { description: 'Prize for Young Bakers', organization: null, date: '2031' },
      { description: 'Member, Academy of Bread', organization: 'Academy of Bread', date: '2029' },
    ]);
  });

  it('reads no entries if no heading names the array', () => {
    expect(extract(resume, { volunteering: jobs }).value.volunteering).toEqual([]);
  });
});
