import { XMLParser } from 'fast-xml-parser';
import { messageOf } from '../../base/goldset-error.ts';
import type { JsonObject, JsonValue } from '../../model/json/json-value.ts';
import { laterNames, readCiiInvoice } from './cii-invoice.ts';
import { readUblInvoice } from './ubl-invoice.ts';
import { childOf, type XmlNode } from './xml-node.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  removeNSPrefix: true,
  transformTagName: (name) => laterNames[name] ?? name,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  // The parser expands no entity. `decodeCharacters` decodes the five entities of XML.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Largest accepted invoice. Real ones have less than 1 MB. */
const largest = 20 * 1024 * 1024;

/**
 * Reads an invoice in CII (CrossIndustryDocument of ZUGFeRD 1, CrossIndustryInvoice of ZUGFeRD 2, Factur-X, XRechnung)
 * or UBL (Invoice, CreditNote). Throws an Error with the reason if it is neither.
 */
export function readInvoiceXml(text: string): JsonObject {
  if (text.length > largest) throw new Error(`the XML is larger than ${largest} characters`);
  if (/<!DOCTYPE/i.test(text)) throw new Error('the XML has a document type, which an invoice never has');
  let root: XmlNode;
  try {
    root = parser.parse(text, true) as XmlNode;
  } catch (thrown) {
    throw new Error(`the XML is not well-formed: ${messageOf(thrown)}`, { cause: thrown });
  }
  const invoice = childOf(root, 'Invoice');
  // The first release candidates of ZUGFeRD had the parts of CII in the root element of another standard.
  const early = childOf(invoice, 'ExchangedDocument') === undefined ? undefined : invoice;
  const cii = childOf(root, 'CrossIndustryInvoice') ?? childOf(root, 'CrossIndustryDocument') ?? early;
  if (cii !== undefined) return withoutAbsent(readCiiInvoice(cii));
  const ubl = invoice ?? childOf(root, 'CreditNote');
  if (ubl !== undefined) return withoutAbsent(readUblInvoice(ubl));
  const names = Object.keys(root).filter((name) => !name.startsWith('?'));
  throw new Error(
    `the root is ${names.join(', ') || 'missing'}, not CrossIndustryInvoice, CrossIndustryDocument, Invoice or CreditNote`,
  );
}

function withoutAbsent(invoice: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(invoice).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
