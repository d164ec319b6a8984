import type { Random } from '../../../src/base/random.ts';
import { Flow, marginLeft, marginRight } from '../drawing/flow.ts';
import { boldOf, type FontFamily } from '../drawing/font-metrics.ts';
import { grey, type Sheet } from '../drawing/sheet.ts';
import { addressLines, makeCompany } from '../wording/companies.ts';
import { addDays, formatDate } from '../wording/formats.ts';
import { type OtherName, type OtherText, otherTexts } from '../wording/other-texts.ts';
import { makePerson } from '../wording/people.ts';

/** A letter, memo or leaflet of none of the wanted classes. */
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
  const flow = new Flow((sheet) => {
    const bold = boldOf(family);
    sheet.text(marginLeft, 62, sender.name, { font: bold, size: 14 });
    sheet.text(marginLeft, 76, addressLines(sender.address, null).join(', '), {
      font: family,
      size: 8,
      colour: grey,
    });
    sheet.rule(marginLeft, 84, marginRight, grey);
    const date = formatDate(written, 'long', 'en');
    if (text.heading === 'letter') {
      const end = sheet.lines(marginLeft, 124, [receiver.name, ...addressLines(receiver.address, null)], {
        font: family,
        size: 10.5,
      });
      sheet.text(marginRight, end + 10, date, { font: family, size: 10.5, align: 'right' });
      sheet.text(marginLeft, end + 44, text.title, { font: bold, size: 12 });
      return end + 74;
    }
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
    sheet.text(297, 140, text.title, { font: bold, size: 24, align: 'centre' });
    return 190;
  });
  const size = text.heading === 'sheet' ? 12.5 : 10.5;
  for (const paragraph of text.paragraphs) {
    flow.paragraph(
      paragraph.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ''),
      { family, size, after: size },
    );
  }
  if (text.heading === 'letter') {
    flow.paragraph('Yours faithfully,', { family, size, after: 34 });
    flow.paragraph(makePerson(random), { family, size });
  }
  return flow.sheets;
}
