import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import { parseDocument } from '../../../../../../../src/service/engines/local/parse/parse-document.ts';
import { PdfForm } from '../../../../../../fixtures/documents/pdf-form.ts';
import { date, extract, number, text } from '../../../../../../fixtures/documents/text-document.ts';

const boolean: SchemaNode = { type: ['boolean', 'null'] };
const oneOf = (...options: string[]): SchemaNode => ({ enum: [...options, null] });

async function read(form: PdfForm, properties: Record<string, SchemaNode>) {
  const document = await parseDocument(await form.bytes(), 'form.pdf', { effort: 'performance' });
  return extract(document, properties);
}

describe('values of form fields', () => {
  it('are found by captions above, left of and below the fields, and by tooltips', async () => {
    const form = (await PdfForm.create())
      .print('1 Name of the applicant (as in the passport)', 50, 762)
      .text('Ada Moreau', [50, 742, 240, 16])
      .print('2 Country of citizenship', 300, 762)
      .text('Portugal', [300, 742, 200, 16])
      .print('Employer:', 50, 705)
      .text('Harbour Bakery', [110, 700, 180, 16])
      .text('2024-03-05', [50, 650, 200, 16])
      .print('Date of signature', 50, 640)
      .text('K-4471', [300, 600, 120, 16], { tooltip: 'Reference number of the earlier application' });
    const { value } = await read(form, {
      employer: text(),
      citizenship: text(),
      applicantName: text(),
      signature_date: date(),
      earlier_reference: text(),
    });
    expect(value).toEqual({
      employer: 'Harbour Bakery',
      citizenship: 'Portugal',
      applicantName: 'Ada Moreau',
      signature_date: '2024-03-05',
      earlier_reference: 'K-4471',
    });
  });

  it('have the words of the field as citation, and a high confidence', async () => {
    const form = (await PdfForm.create())
      .print('Policy holder', 50, 762)
      .text('Ada Moreau', [50, 742, 240, 16]);
    const { metadata } = await read(form, { policy_holder: text() });
    const [citation] = metadata.policy_holder?.citations ?? [];
    expect(citation?.referenceText).toBe('Ada Moreau');
    // The field is 84 to 100 points from the top of the page.
    expect(citation?.polygon?.[0]?.y).toBeGreaterThan(84);
    expect(citation?.polygon?.[2]?.y).toBeLessThan(100);
    expect(metadata.policy_holder?.logprobsConfidence).toBeGreaterThan(0.9);
  });

  it('are empty if the field that the caption names is empty', async () => {
    const form = (await PdfForm.create())
      .print('Date of birth', 50, 762)
      .text('', [50, 742, 120, 16])
      .print('Printed on 2024-01-02. Date of birth as in the register.', 50, 300)
      .print('Total income', 300, 762)
      .text('1,250.00', [300, 742, 120, 16]);
    const { value } = await read(form, { date_of_birth: date(), total_income: number() });
    expect(value).toEqual({ date_of_birth: null, total_income: 1250 });
  });

  it('are true or false for checkboxes, by the text to their right', async () => {
    const form = (await PdfForm.create())
      .print('Check all that apply', 50, 780)
      .checkbox(true, 50, 760)
      .print('I own a vehicle', 64, 761)
      .checkbox(false, 200, 760)
      .print('I have been insured before', 214, 761)
      .checkbox(true, 350, 760)
      .print('Single-member LLC', 364, 761)
      .checkbox(false, 50, 740)
      .print('Limited liability company. Enter the class', 64, 741);
    const { value } = await read(form, { owns_vehicle: boolean, insuredBefore: boolean, isLLC: boolean });
    expect(value).toEqual({ owns_vehicle: true, insuredBefore: false, isLLC: false });
  });

  it('are options of radio buttons, checkboxes and lists', async () => {
    const form = (await PdfForm.create())
      .print('Marital status', 50, 780)
      .radio('0', { 0: [50, 760], 1: [120, 760], 2: [200, 760] })
      .print('Single', 62, 761)
      .print('Married', 132, 761)
      .print('Widowed', 212, 761)
      .print('Type of policy', 50, 730)
      .checkbox(false, 50, 710)
      .print('Third party', 64, 711)
      .checkbox(true, 150, 710)
      .print('Comprehensive', 164, 711)
      .print('Country', 50, 680)
      .choice('Chile', ['Canada', 'Chile'], [50, 660, 120, 16]);
    const { value } = await read(form, {
      marital_status: oneOf('single', 'married', 'widowed'),
      policy_type: oneOf('third_party', 'comprehensive'),
      country: oneOf('canada', 'chile'),
    });
    expect(value).toEqual({ marital_status: 'single', policy_type: 'comprehensive', country: 'chile' });
  });

  it('join the boxes for the parts of one number, and lines that continue a field', async () => {
    const form = (await PdfForm.create())
      .print('Social security number', 50, 780)
      .text('123', [50, 760, 40, 16])
      .text('45', [100, 760, 30, 16])
      .text('6789', [140, 760, 50, 16])
      .print('Reasons for the late payment:', 50, 720)
      .text('The bank was closed', [200, 714, 300, 14])
      .text('until the ninth of May', [50, 700, 450, 14]);
    const { value } = await read(form, { ssn: text(), late_payment_reasons: text() });
    expect(value).toEqual({
      ssn: '123-45-6789',
      late_payment_reasons: 'The bank was closed until the ninth of May',
    });
  });

  it('take name and address from one field, and an address from two fields', async () => {
    const form = (await PdfForm.create())
      .print('PAYER name, street address, city and ZIP code', 50, 790)
      .text('West Books\n43 Brook Road\nAlbany, NY 12201', [50, 730, 240, 56])
      .print('RECIPIENT name', 50, 715)
      .text('Jo Hart', [50, 697, 240, 16])
      .print('Street address', 50, 685)
      .text('9 Old Club Road', [50, 667, 240, 16])
      .print('City or town, and ZIP code', 50, 655)
      .text('Dover, DE 19901', [50, 637, 240, 16]);
    const { value } = await read(form, {
      payerName: text(),
      payerAddress: text(),
      recipientName: text(),
      recipientAddress: text(),
    });
    expect(value).toEqual({
      payerName: 'West Books',
      payerAddress: '43 Brook Road Albany, NY 12201',
      recipientName: 'Jo Hart',
      recipientAddress: '9 Old Club Road Dover, DE 19901',
    });
  });

  it('distinguish equal captions by the captions before them', async () => {
    const form = (await PdfForm.create())
      .print('Home address (street)', 50, 780)
      .text('1 Elm Street', [50, 760, 300, 16])
      .print('City', 50, 750)
      .text('Bristol', [50, 730, 300, 16])
      .print('Billing address (street)', 50, 720)
      .text('2 Oak Street', [50, 700, 300, 16])
      .print('City', 50, 690)
      .text('Bath', [50, 670, 300, 16]);
    const { value } = await read(form, { billingCity: text(), homeCity: text() });
    expect(value).toEqual({ billingCity: 'Bath', homeCity: 'Bristol' });
  });

  it('are null for yes and no without an answer, and false for a checked no in front of yes', async () => {
    const form = (await PdfForm.create())
      .print('Do you smoke?', 50, 761)
      .checkbox(false, 150, 760)
      .print('Yes', 163, 761)
      .checkbox(false, 200, 760)
      .print('No', 213, 761)
      .print('Do you drive?', 50, 731)
      .checkbox(true, 150, 730)
      .print('No', 163, 731)
      .checkbox(false, 200, 730)
      .print('Yes', 213, 731);
    const { value } = await read(form, { smoke: boolean, drive: boolean });
    expect(value).toEqual({ smoke: null, drive: false });
  });

  it('are null for options of which none is checked', async () => {
    const form = (await PdfForm.create())
      .print('Marital status:', 50, 761)
      .checkbox(false, 130, 760)
      .print('Single', 143, 761)
      .checkbox(false, 210, 760)
      .print('Married', 223, 761);
    const { value } = await read(form, { marital_status: oneOf('Single', 'Married') });
    expect(value).toEqual({ marital_status: null });
  });

  it('are found by captions below rows of fields', async () => {
    const form = (await PdfForm.create())
      .text('Ada Moreau', [50, 755, 250, 15])
      .print('Patient name', 50, 746, 7)
      .text('1980-02-14', [320, 755, 110, 15])
      .print('Date of birth', 320, 746, 7)
      .text('Harbour Clinic', [50, 715, 250, 15])
      .print('Referred by', 50, 706, 7);
    const { value } = await read(form, { patient_name: text(), birth_date: date(), referred_by: text() });
    expect(value).toEqual({
      patient_name: 'Ada Moreau',
      birth_date: '1980-02-14',
      referred_by: 'Harbour Clinic',
    });
  });

  it('are found by captions below rows of fields with little space between them', async () => {
    const form = (await PdfForm.create())
      .text('Harbour Bakery', [50, 760, 240, 15])
      .print('Name of employer', 50, 751, 7)
      .text('Ada Moreau', [50, 725, 240, 15])
      .print('Name of injured person', 50, 716, 7)
      .text('4 March 2024', [50, 690, 140, 15])
      .print('Date of accident', 50, 681, 7);
    const { value } = await read(form, {
      employer_name: text(),
      injured_person: text(),
      accident_date: date(),
    });
    expect(value).toEqual({
      employer_name: 'Harbour Bakery',
      injured_person: 'Ada Moreau',
      accident_date: '2024-03-04',
    });
  });

  it('belong to the person in the heading of their section', async () => {
    const form = (await PdfForm.create())
      .print('Mother', 50, 780, 10)
      .print('Full name', 50, 760)
      .text('Ada Moreau', [150, 756, 150, 15])
      .print('Occupation', 50, 738)
      .text('Pilot', [150, 734, 150, 15])
      .print('Father', 50, 700, 10)
      .print('Full name', 50, 680)
      .text('Jo Hart', [150, 676, 150, 15])
      .print('Occupation', 50, 658)
      .text('Baker', [150, 654, 150, 15]);
    const { value } = await read(form, {
      father_name: text(),
      father_occupation: text(),
      mother_name: text(),
      mother_occupation: text(),
    });
    expect(value).toEqual({
      father_name: 'Jo Hart',
      father_occupation: 'Baker',
      mother_name: 'Ada Moreau',
      mother_occupation: 'Pilot',
    });
  });

  it('belong to the party in the heading of their section, not to the party with the best caption', async () => {
    const form = (await PdfForm.create())
      .print('Tenant', 50, 780, 11)
      .print('4. Address', 50, 762)
      .text('12 River Road', [50, 742, 200, 16])
      .print('Landlord', 50, 715, 11)
      .print('6. Last address', 50, 697)
      .text('8 Mill Lane', [50, 677, 200, 16]);
    const party: SchemaNode = { type: 'object', properties: { address: text() } };
    const { value } = await read(form, { landlord: party, tenant: party });
    expect(value).toEqual({ landlord: { address: '8 Mill Lane' }, tenant: { address: '12 River Road' } });
  });

  it('are found by captions below columns of fields that have a heading', async () => {
    const form = await PdfForm.create();
    for (const [x, title, company, city] of [
      [50, 'Sender', 'Tern Ltd', 'Oslo'],
      [310, 'Recipient', 'Heron Ltd', 'Bergen'],
    ] as const)
      form
        .print(title, x, 745, 10)
        .text(company, [x, 720, 200, 15])
        .print('Company', x, 711, 7)
        .text(city, [x, 690, 200, 15])
        .print('City', x, 681, 7);
    const party: SchemaNode = { type: 'object', properties: { company: text(), city: text() } };
    const { value } = await read(form, { recipient: party, sender: party });
    expect(value).toEqual({
      recipient: { company: 'Heron Ltd', city: 'Bergen' },
      sender: { company: 'Tern Ltd', city: 'Oslo' },
    });
  });

  it('are found for names of fields with ue instead of ü', async () => {
    const form = (await PdfForm.create())
      .print('Gültig ab', 50, 762)
      .text('03.05.2031', [50, 742, 240, 16])
      .print('Gebühr: 12,50', 50, 700);
    const { value } = await read(form, { gueltig_ab: date(), gebuehr: number() });
    expect(value).toEqual({ gueltig_ab: '2031-05-03', gebuehr: 12.5 });
  });

  it('are dates in cells without signs, and in three fields', async () => {
    const form = (await PdfForm.create())
      .print('Date of birth', 50, 764)
      .text('19071979', [160, 760, 130, 15], { comb: 8 })
      .print('Date of entry', 50, 734)
      .text('28', [160, 730, 25, 15])
      .print('/', 187, 734)
      .text('11', [192, 730, 25, 15])
      .print('/', 219, 734)
      .text('2020', [224, 730, 40, 15]);
    const { value } = await read(form, { date_of_birth: date(), entry_date: date() });
    expect(value).toEqual({ date_of_birth: '1979-07-19', entry_date: '2020-11-28' });
  });

  it('include texts typed onto the page', async () => {
    const form = (await PdfForm.create())
      .print('Date of claim', 50, 700)
      .note('14 May 2023', [130, 696, 90, 14]);
    expect((await read(form, { date_of_claim: date() })).value).toEqual({ date_of_claim: '2023-05-14' });
  });

  it('stay data, whatever they contain', async () => {
    const hostile = '<script>alert(1)</script> =cmd() \\u001b[31m';
    const form = (await PdfForm.create()).print('Remarks', 50, 762).text(hostile, [50, 742, 400, 16]);
    expect((await read(form, { remarks: text() })).value).toEqual({ remarks: hostile });
  });
});
