import type { JsonValue } from '../../model/json/json-value.ts';
import { inCurrency, unitPrice } from './cii-invoice.ts';
import { childOf, childrenOf, numberAt, textAt, type XmlNode } from './xml-node.ts';

/** Reads an Invoice or CreditNote in OASIS UBL. */
export function readUblInvoice(root: XmlNode): Record<string, JsonValue | undefined> {
  const sums = childOf(root, 'LegalMonetaryTotal');
  const currency = textAt(root, 'DocumentCurrencyCode');
  const seller = childOf(root, 'AccountingSupplierParty', 'Party');
  const lines = [...childrenOf(root, 'InvoiceLine'), ...childrenOf(root, 'CreditNoteLine')].map(readLine);
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

function readLine(line: XmlNode): Record<string, JsonValue> {
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
