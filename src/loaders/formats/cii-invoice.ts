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

/** Names of ZUGFeRD 1 for parts that later versions of CII name otherwise. */
export const laterNames: Readonly<Record<string, string>> = {
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

/** Reads a UN/CEFACT Cross Industry Invoice whose parts have their later names. */
export function readCiiInvoice(root: XmlNode): Record<string, JsonValue | undefined> {
  const header = childOf(root, 'ExchangedDocument');
  const trade = childOf(root, 'SupplyChainTradeTransaction');
  const agreement = childOf(trade, 'ApplicableHeaderTradeAgreement');
  const settlement = childOf(trade, 'ApplicableHeaderTradeSettlement');
  const sums = childOf(settlement, sumsName);
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

function readLine(line: XmlNode): Record<string, JsonValue> {
  const price = childOf(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice');
  return {
    description: textAt(line, 'SpecifiedTradeProduct', 'Name') ?? null,
    quantity: numberAt(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity') ?? null,
    unit_price: unitPrice(numberAt(price, 'ChargeAmount'), numberAt(price, 'BasisQuantity')),
    amount: numberAt(line, 'SpecifiedLineTradeSettlement', sumsName, 'LineTotalAmount') ?? null,
  };
}

/** Returns the price of one unit with six decimals, because the amount may be the price of 100 units. */
export function unitPrice(amount: number | undefined, basis = 1): number | null {
  return amount === undefined || basis === 0 ? null : Number((amount / basis).toFixed(6));
}

/** Returns the amount in the currency of the invoice. Invoices may repeat a tax in the currency of the tax office. */
export function inCurrency(amounts: readonly XmlNode[], currency: string | undefined): number | undefined {
  return numberOf(amounts.find((amount) => attributeOf(amount, 'currencyID') === currency) ?? amounts[0]);
}

/** Returns a date in format 102 (yyyymmdd), the only date format of these invoices. */
function dateOf(moment: XmlNode | undefined): string | undefined {
  const node = childOf(moment, 'DateTimeString') ?? moment;
  const match = /^(\d{4})(\d{2})(\d{2})/.exec(textOf(node) ?? '');
  const format = attributeOf(node, 'format') ?? '102';
  return match === null || format !== '102' ? undefined : `${match[1]}-${match[2]}-${match[3]}`;
}
