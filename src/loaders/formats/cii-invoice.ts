import type { JsonValue } from '../../model/json/json-value.ts';
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

/** Reads a UN/CEFACT Cross Industry Invoice. ZUGFeRD 1 has the same parts with other names. */
export function readCiiInvoice(root: XmlNode): Record<string, JsonValue | undefined> {
  const header = childOf(root, 'ExchangedDocument', 'HeaderExchangedDocument');
  const trade = childOf(root, 'SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction');
  const agreement = childOf(trade, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement');
  const settlement = childOf(
    trade,
    'ApplicableHeaderTradeSettlement',
    'ApplicableSupplyChainTradeSettlement',
  );
  const sums = childOf(
    settlement,
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  );
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  const lines = childrenOf(trade, 'IncludedSupplyChainTradeLineItem')
    .map(readLine)
    .filter((line) => Object.values(line).some((value) => value !== null));
  return {
    invoice_number: textAt(header, 'ID'),
    issue_date: dateOf(childOf(header, 'IssueDateTime')),
    due_date: childrenOf(settlement, 'SpecifiedTradePaymentTerms')
      .map((terms) => dateOf(childOf(terms, 'DueDateDateTime')))
      .find((date) => date !== undefined),
    currency,
    net_total: numberAt(sums, 'TaxBasisTotalAmount'),
    tax_total: taxIn(childrenOf(sums, 'TaxTotalAmount'), currency),
    grand_total: numberAt(sums, 'GrandTotalAmount'),
    seller_name: textAt(agreement, 'SellerTradeParty', 'Name'),
    seller_vat_id: vatIdOf(childOf(agreement, 'SellerTradeParty')),
    buyer_name: textAt(agreement, 'BuyerTradeParty', 'Name'),
    line_items: lines.length === 0 ? undefined : lines,
  };
}

function readLine(line: XmlNode): Record<string, JsonValue> {
  const agreement = childOf(line, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement');
  const delivery = childOf(line, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery');
  const settlement = childOf(line, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement');
  const price = childOf(agreement, 'NetPriceProductTradePrice');
  const amount = numberAt(price, 'ChargeAmount');
  const basis = numberAt(price, 'BasisQuantity') ?? 1;
  const sums = childOf(
    settlement,
    'SpecifiedTradeSettlementLineMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  );
  return {
    description: textAt(line, 'SpecifiedTradeProduct', 'Name') ?? null,
    quantity: numberAt(delivery, 'BilledQuantity') ?? null,
    unit_price: amount === undefined || basis === 0 ? null : roundPrice(amount / basis),
    amount: numberAt(sums, 'LineTotalAmount') ?? null,
  };
}

/** Rounds a unit price to six decimals, because it may be the price of 100 pieces divided by 100. */
export function roundPrice(price: number): number {
  return Number(price.toFixed(6));
}

/** Returns a date in format 102 (yyyymmdd), the only date format of these invoices. */
function dateOf(moment: XmlNode | undefined): string | undefined {
  const node = childOf(moment, 'DateTimeString') ?? moment;
  const match = /^(\d{4})(\d{2})(\d{2})/.exec(textOf(node) ?? '');
  const format = attributeOf(node, 'format') ?? '102';
  return match === null || format !== '102' ? undefined : `${match[1]}-${match[2]}-${match[3]}`;
}

/** Returns the tax in the currency of the invoice. Invoices may repeat it in the currency of the tax office. */
function taxIn(amounts: readonly XmlNode[], currency: string | undefined): number | undefined {
  const own = amounts.find((amount) => attributeOf(amount, 'currencyID') === currency) ?? amounts[0];
  return numberOf(own);
}

function vatIdOf(party: XmlNode | undefined): string | undefined {
  return childrenOf(party, 'SpecifiedTaxRegistration')
    .map((registration) => childOf(registration, 'ID'))
    .filter((id) => attributeOf(id, 'schemeID') === 'VA')
    .map(textOf)
    .find((id) => id !== undefined);
}
