import type { Random } from '../../../src/base/random.ts';
import { Flow, marginLeft, marginRight } from '../drawing/flow.ts';
import { boldOf, type FontFamily } from '../drawing/font-metrics.ts';
import { grey, type Sheet } from '../drawing/sheet.ts';
import { addressLines, type Company, makeCompany } from '../wording/companies.ts';
import { addDays, formatDate } from '../wording/formats.ts';
import { type OtherName, type OtherText, otherTexts } from '../wording/other-texts.ts';
import { makePerson } from '../wording/people.ts';

/** Returns a letter, memo or leaflet that belongs to no class. */
export function makeOther(random: Random, name: OtherName): Sheet[] {
  const text: OtherText = otherTexts[name];
  const sender = makeCompany(random, 'GB');
  const receiver = makeCompany(random, 'GB');
  const family: FontFamily = random.pick(['sans', 'serif']);
  const written = addDays('2025-10-01', random.integer(200));
  const values: Readonly<Record<string, string>> = {
    number: String(10_000 + random.integer(80_000)),
    past: formatDate(addDays(written, -14 - random.integer(20)), 'long', 'en'),
    coming: formatDate(addDays(written, 10 + random.integer(20)), 'long', 'en'),
    sum: `£${100 + random.integer(900)}.${10 + random.integer(89)}`,
    person: makePerson(random),
    other: makePerson(random),
  };
  const date = formatDate(written, 'long', 'en');
  const flow = new Flow((sheet) => {
    drawSender(sheet, sender, family);
    if (text.heading === 'letter') return drawLetterHead(sheet, receiver, date, text.title, family);
    if (text.heading === 'memo') {
      const head = [
        `Date: ${date}`,
        `From: ${values.person ?? ''}`,
        'To: all staff',
        `Subject: ${text.title}`,
      ];
      const end = sheet.lines(marginLeft, 116, head, { font: family, size: 10.5 }, 1.6);
      sheet.rule(marginLeft, end - 4, marginRight);
      return end + 24;
    }
    sheet.text(297, 140, text.title, { font: boldOf(family), size: 24, align: 'centre' });
    return 190;
  });
  const size = text.heading === 'sheet' ? 12.5 : 10.5;
  for (const paragraph of text.paragraphs) {
    const filled = paragraph.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
    flow.paragraph(filled, { family, size, after: size });
  }
  if (text.heading === 'letter') {
    flow.paragraph('Yours faithfully,', { family, size, after: 34 });
    flow.paragraph(makePerson(random), { family, size });
  }
  return flow.sheets;
}

function drawSender(sheet: Sheet, sender: Company, family: FontFamily): void {
  const address = addressLines(sender.address, null).join(', ');
  sheet.text(marginLeft, 62, sender.name, { font: boldOf(family), size: 14 });
  sheet.text(marginLeft, 76, address, { font: family, size: 8, colour: grey });
  sheet.rule(marginLeft, 84, marginRight, grey);
}

function drawLetterHead(
  sheet: Sheet,
  receiver: Company,
  date: string,
  title: string,
  family: FontFamily,
): number {
  const lines = [receiver.name, ...addressLines(receiver.address, null)];
  const end = sheet.lines(marginLeft, 124, lines, { font: family, size: 10.5 });
  sheet.text(marginRight, end + 10, date, { font: family, size: 10.5, align: 'right' });
  sheet.text(marginLeft, end + 44, title, { font: boldOf(family), size: 12 });
  return end + 74;
}
