import { joinedForm } from '../layout/fold-text.ts';
import { concepts } from '../lexicon/concepts.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { amountNames } from '../lexicon/plan-fields.ts';
import { findAmounts } from '../recognise/amounts.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { ReadValue } from '../values/evidence.ts';

/** Fields of an object such as `{ amount, currency_code }`. */
interface MoneyFields {
  readonly amount: FieldNode;
  readonly currency: FieldNode;
}

const currencyNames = new Set(
  concepts.find(({ id }) => id === 'currency')?.names.map((name) => joinedForm(name)) ?? [],
);
const nameIn = (names: ReadonlySet<string>, { key, name }: FieldNode): boolean =>
  names.has(joinedForm(key)) || names.has(joinedForm(name));

/**
 * Returns the two fields of an object that consists of an amount and its currency. Returns `undefined` for other
 * objects.
 */
export function moneyFieldsOf({ kind, children }: FieldNode): MoneyFields | undefined {
  if (kind !== 'object' || children.length !== 2) return undefined;
  const amount = children.find((child) => nameIn(amountNames, child));
  const currency = children.find((child) => nameIn(currencyNames, child));
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

/**
 * Adds the currency of each amount in a table row: the currency printed next to the amount, otherwise the currency of
 * the document.
 */
export function addCurrencies(
  nodes: readonly FieldNode[],
  row: Map<string, ReadValue>,
  conventions: DocumentConventions,
  prefix = '',
): void {
  for (const node of nodes) {
    const path = `${prefix}${node.key}`;
    const money = moneyFieldsOf(node);
    const amount = money === undefined ? undefined : row.get(`${path}.${money.amount.key}`);
    if (money === undefined) addCurrencies(node.children, row, conventions, `${path}.`);
    if (money === undefined || amount === undefined || amount.value === null) continue;
    const printed = amount.spans
      .flatMap(({ segment, start, end }) =>
        findAmounts(segment.text.slice(start, end), conventions.decimalSign),
      )
      .find((one) => one.currency !== undefined)?.currency;
    const value = printed ?? conventions.currency;
    const isOption = money.currency.kind !== 'enum' || money.currency.options.includes(value ?? '');
    if (value === undefined || !isOption) continue;
    const reason = printed === undefined ? 'the currency of most amounts' : 'currency next to the amount';
    row.set(`${path}.${money.currency.key}`, { ...amount, value, reason });
  }
}
