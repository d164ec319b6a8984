import type { Address, Email } from 'postal-mime';
import { messageOf } from '../../base/goldset-error.ts';
import { corrupt, empty, unsafe } from '../input/document-errors.ts';
import type { Flow } from './flow.ts';
import { FlowBuilder } from './flow-builder.ts';
import { addHtml } from './html-flow.ts';

/** Maximum nesting depth of the parts of an email. Real emails have about five levels. */
const nesting = 64;

/**
 * Returns the text of an email: sender, recipients, date, subject, body, and the names of attachments. Uses the HTML
 * body if there is one, because the plain text body loses tables.
 */
export async function emailFlow(bytes: Uint8Array, file: string): Promise<Flow> {
  const { default: PostalMime } = await import('postal-mime');
  let mail: Email;
  try {
    mail = await PostalMime.parse(bytes, { maxNestingDepth: nesting, attachmentEncoding: 'arraybuffer' });
  } catch (thrown) {
    const reason = messageOf(thrown);
    if (/nesting|depth|header.*size/i.test(reason))
      throw unsafe(file, reason.toLowerCase().slice(0, 160), 'as an email with fewer parts');
    throw corrupt(file, 'EML', reason, thrown);
  }
  const flow = new FlowBuilder(file);
  const body = (mail.html ?? mail.text ?? '').trim();
  if (mail.subject === undefined && mail.from === undefined && body === '')
    throw empty(file, 'the email has no sender, subject or text');
  const head = headLines(mail).join('\n');
  flow.count(head.length);
  flow.add({ kind: 'paragraph', text: head });
  if (mail.html !== undefined && mail.html.trim() !== '') await addHtml(flow, mail.html, file);
  else for (const text of (mail.text ?? '').split(/\n\s*\n/)) addText(flow, text);
  const names = mail.attachments.map(({ filename, mimeType }) => filename ?? mimeType);
  if (names.length > 0) addText(flow, `Attachments: ${names.join(', ')}`);
  return flow.finish();
}

function headLines(mail: Email): string[] {
  const lines: [string, string | undefined][] = [
    ['From', addressText(mail.from)],
    ['To', addressesText(mail.to)],
    ['Cc', addressesText(mail.cc)],
    // Uses the date as written in the header, because this text has the time zone of the sender.
    ['Date', mail.headers.find(({ key }) => key === 'date')?.value.trim()],
    ['Subject', mail.subject],
  ];
  return lines.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}: ${value.replace(/\s+/g, ' ')}`],
  );
}

function addressesText(addresses: readonly Address[] | undefined): string | undefined {
  return addresses?.map(addressText).join(', ');
}

function addressText(address: Address | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address.group !== undefined) return `${address.name}: ${addressesText(address.group) ?? ''}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

function addText(flow: FlowBuilder, text: string): void {
  flow.count(text.length);
  flow.add({ kind: 'paragraph', text: text.replace(/^\n+|\s+$/g, '') });
}
