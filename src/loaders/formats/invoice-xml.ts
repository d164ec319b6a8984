import { XMLParser } from 'fast-xml-parser';
import { messageOf } from '../../base/goldset-error.ts';
import type { JsonObject, JsonValue } from '../../model/json/json-value.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  numberAt,
  numberOf,
  textAt,
  textOf,
  type XmlNode,
} from './xml-node.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  removeNSPrefix: true,
  transformTagName: (name) => laterNames[name] ?? name,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  // Expanded entities could make a small file huge, so do not expand them here. `decodeCharacters` later decodes only
  // the five entities of XML and numeric entities.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Maximum number of characters of an invoice. Real invoices have less than 1 MB. */
const largest = 20 * 1024 * 1024;

/** Reads an invoice in CII (ZUGFeRD, Factur-X, XRechnung) or UBL. Throws an Error with the reason if it is neither. */
export function readInvoiceXml(text: string): JsonObject {
  if (text.length > largest) throw new Error(`the XML is larger than ${largest} characters`);
  if (/<!DOCTYPE/i.test(text))
    throw new Error('the XML has a DOCTYPE declaration, which an invoice never has');
  let root: XmlNode;
  try {
    root = parser.parse(text, true) as XmlNode;
  } catch (thrown) {
    throw new Error(`the XML is not well-formed: ${messageOf(thrown)}`, { cause: thrown });
  }
  const invoice = childOf(root, 'Invoice');
  // Release candidates of ZUGFeRD 1 named the root element of a CII invoice `Invoice`, which is also the name in UBL.
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

/** Names of elements in ZUGFeRD 1, each with the name that replaced it in later versions of CII. */
const laterNames: Readonly<Record<string, string>> = {
  HeaderExchangedDocument: 'ExchangedDocument',
  SpecifiedSupplyChainTradeTransaction: 'SupplyChainTradeTransaction',
  ApplicableSupplyChainTradeAgreement: 'ApplicableHeaderTradeAgreement',
  ApplicableSupplyChainTradeSettlement: 'ApplicableHeaderTradeSettlement',
  SpecifiedTradeSettlementMonetarySummation: 'SpecifiedTradeSettlementHeaderMonetarySummation',
  SpecifiedTradeSettlementLineMonetarySummation: 'SpecifiedTradeSettlementHeaderMonetarySummation',
  SpecifiedSupplyChainTradeAgreement: 'SpecifiedLineTradeAgreement',
  SpecifiedSupplyChainTradeDelivery: 'SpecifiedLineTradeDelivery',
  SpecifiedSupplyChainTradeSettlement: 'SpecifiedLineTradeSettlement',
};
const sumsName = 'SpecifiedTradeSettlementHeaderMonetarySummation';

/** Reads a UN/CEFACT Cross Industry Invoice with the names of its current version. */
function readCiiInvoice(root: XmlNode): Record<string, JsonValue | undefined> {
  const header = childOf(root, 'ExchangedDocument');
  const trade = childOf(root, 'SupplyChainTradeTransaction');
  const agreement = childOf(trade, 'ApplicableHeaderTradeAgreement');
  const settlement = childOf(trade, 'ApplicableHeaderTradeSettlement');
  const sums = childOf(settlement, sumsName);
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  const lines = childrenOf(trade, 'IncludedSupplyChainTradeLineItem')
    .map(readCiiLine)
    .filter((line) => Object.values(line).some((value) => value !== null));
  return {
    invoice_number: textAt(header, 'ID'),
    issue_date: dateOf(childOf(header, 'IssueDateTime')),
    due_date: childrenOf(settlement, 'SpecifiedTradePaymentTerms')
      .map((terms) => dateOf(childOf(terms, 'DueDateDateTime')))
      .find((date) => date !== undefined),
    currency,
    net_total: numberAt(sums, 'TaxBasisTotalAmount'),
    tax_total: inCurrency(childrenOf(sums, 'TaxTotalAmount'), currency),
    grand_total: numberAt(sums, 'GrandTotalAmount'),
    seller_name: textAt(agreement, 'SellerTradeParty', 'Name'),
    seller_vat_id: childrenOf(childOf(agreement, 'SellerTradeParty'), 'SpecifiedTaxRegistration')
      .map((registration) => childOf(registration, 'ID'))
      .filter((id) => attributeOf(id, 'schemeID') === 'VA')
      .map(textOf)
      .find((id) => id !== undefined),
    buyer_name: textAt(agreement, 'BuyerTradeParty', 'Name'),
    line_items: lines.length === 0 ? undefined : lines,
  };
}

function readCiiLine(line: XmlNode): Record<string, JsonValue> {
  const price = childOf(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice');
  return {
    description: textAt(line, 'SpecifiedTradeProduct', 'Name') ?? null,
    quantity: numberAt(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity') ?? null,
    unit_price: unitPrice(numberAt(price, 'ChargeAmount'), numberAt(price, 'BasisQuantity')),
    amount: numberAt(line, 'SpecifiedLineTradeSettlement', sumsName, 'LineTotalAmount') ?? null,
  };
}

/** Returns the price of one unit, rounded to six decimals. `amount` is the price of `basis` units. */
function unitPrice(amount: number | undefined, basis = 1): number | null {
  return amount === undefined || basis === 0 ? null : Number((amount / basis).toFixed(6));
}

/**
 * Returns the amount in the currency of the invoice, because invoices may repeat a tax amount in another currency. If
 * no amount has this currency, returns the first amount.
 */
function inCurrency(amounts: readonly XmlNode[], currency: string | undefined): number | undefined {
  return numberOf(amounts.find((amount) => attributeOf(amount, 'currencyID') === currency) ?? amounts[0]);
}

/**
 * Returns a date such as `20250403` as `2025-04-03`. The attribute `format` must be 102 (yyyymmdd), which is also the
 * default.
 */
function dateOf(moment: XmlNode | undefined): string | undefined {
  const node = childOf(moment, 'DateTimeString') ?? moment;
  const match = /^(\d{4})(\d{2})(\d{2})/.exec(textOf(node) ?? '');
  const format = attributeOf(node, 'format') ?? '102';
  return match === null || format !== '102' ? undefined : `${match[1]}-${match[2]}-${match[3]}`;
}

/** Reads an Invoice or CreditNote in OASIS UBL. */
function readUblInvoice(root: XmlNode): Record<string, JsonValue | undefined> {
  const sums = childOf(root, 'LegalMonetaryTotal');
  const currency = textAt(root, 'DocumentCurrencyCode');
  const seller = childOf(root, 'AccountingSupplierParty', 'Party');
  const lines = [...childrenOf(root, 'InvoiceLine'), ...childrenOf(root, 'CreditNoteLine')].map(readUblLine);
  return {
    invoice_number: textAt(root, 'ID'),
    issue_date: dayOf(textAt(root, 'IssueDate')),
    due_date: dayOf(textAt(root, 'DueDate') ?? textAt(root, 'PaymentMeans', 'PaymentDueDate')),
    currency,
    net_total: numberAt(sums, 'TaxExclusiveAmount'),
    tax_total: inCurrency(
      childrenOf(root, 'TaxTotal').flatMap((total) => childrenOf(total, 'TaxAmount')),
      currency,
    ),
    grand_total: numberAt(sums, 'TaxInclusiveAmount'),
    seller_name: nameOf(seller),
    seller_vat_id: childrenOf(seller, 'PartyTaxScheme')
      .filter((scheme) => textAt(scheme, 'TaxScheme', 'ID') === 'VAT')
      .map((scheme) => textAt(scheme, 'CompanyID'))
      .find((id) => id !== undefined),
    buyer_name: nameOf(childOf(root, 'AccountingCustomerParty', 'Party')),
    line_items: lines.length === 0 ? undefined : lines,
  };
}

function readUblLine(line: XmlNode): Record<string, JsonValue> {
  const price = childOf(line, 'Price');
  const quantity = numberAt(line, 'InvoicedQuantity') ?? numberAt(line, 'CreditedQuantity');
  return {
    description: textAt(line, 'Item', 'Name') ?? null,
    quantity: quantity ?? null,
    unit_price: unitPrice(numberAt(price, 'PriceAmount'), numberAt(price, 'BaseQuantity')),
    amount: numberAt(line, 'LineExtensionAmount') ?? null,
  };
}

function nameOf(party: XmlNode | undefined): string | undefined {
  return textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? textAt(party, 'PartyName', 'Name');
}

function dayOf(text: string | undefined): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
}
