import type { JsonValue } from '../../model/json/json-value.ts';
import { roundPrice } from './cii-invoice.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  follow,
  numberAt,
  numberOf,
  textAt,
  type XmlNode,
} from './xml-node.ts';

/** Reads an Invoice or CreditNote in OASIS UBL. */
export function readUblInvoice(root: XmlNode): Record<string, JsonValue | undefined> {
  const sums = childOf(root, 'LegalMonetaryTotal');
  const currency = textAt(root, 'DocumentCurrencyCode');
  const seller = follow(root, 'AccountingSupplierParty', 'Party');
  const lines = [...childrenOf(root, 'InvoiceLine'), ...childrenOf(root, 'CreditNoteLine')].map(readLine);
  return {
    invoice_number: textAt(root, 'ID'),
    issue_date: dayOf(textAt(root, 'IssueDate')),
    due_date: dayOf(textAt(root, 'DueDate') ?? textAt(root, 'PaymentMeans', 'PaymentDueDate')),
    currency,
    net_total: numberAt(sums, 'TaxExclusiveAmount'),
    tax_total: taxIn(childrenOf(root, 'TaxTotal'), currency),
    grand_total: numberAt(sums, 'TaxInclusiveAmount'),
    seller_name: nameOf(seller),
    seller_vat_id: childrenOf(seller, 'PartyTaxScheme')
      .filter((scheme) => textAt(scheme, 'TaxScheme', 'ID') === 'VAT')
      .map((scheme) => textAt(scheme, 'CompanyID'))
      .find((id) => id !== undefined),
    buyer_name: nameOf(follow(root, 'AccountingCustomerParty', 'Party')),
    line_items: lines.length === 0 ? undefined : lines,
  };
}

function readLine(line: XmlNode): Record<string, JsonValue> {
  const price = childOf(line, 'Price');
  const amount = numberAt(price, 'PriceAmount');
  const basis = numberAt(price, 'BaseQuantity') ?? 1;
  return {
    description: textAt(line, 'Item', 'Name') ?? null,
    quantity: numberOf(childOf(line, 'InvoicedQuantity', 'CreditedQuantity')) ?? null,
    unit_price: amount === undefined || basis === 0 ? null : roundPrice(amount / basis),
    amount: numberAt(line, 'LineExtensionAmount') ?? null,
  };
}

function nameOf(party: XmlNode | undefined): string | undefined {
  return textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? textAt(party, 'PartyName', 'Name');
}

/** Returns a date without its time zone. */
function dayOf(text: string | undefined): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
}

function taxIn(totals: readonly XmlNode[], currency: string | undefined): number | undefined {
  const amounts = totals.flatMap((total) => childrenOf(total, 'TaxAmount'));
  return numberOf(amounts.find((amount) => attributeOf(amount, 'currencyID') === currency) ?? amounts[0]);
}
