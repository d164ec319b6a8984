import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import type { Concept, ValueShape } from './concept.ts';
import { concepts } from './concepts.ts';
import { contactConcepts } from './contact-concepts.ts';
import { type Phrase, type PlanHints, phrasesOf } from './field-phrases.ts';
import type { FieldNode } from './field-tree.ts';

export type PlanShape = ValueShape | 'boolean' | 'enum';
export type AddressPart = 'street' | 'postal-code' | 'city' | 'state' | 'country';

/** A field outside arrays, with the labels and the value format to search for. */
export interface FieldPlan {
  readonly index: number;
  /** Path of the value in the output, such as `seller.name`. */
  readonly path: string;
  readonly node: FieldNode;
  readonly concept: Concept | undefined;
  readonly shape: PlanShape;
  readonly part: AddressPart | undefined;
  readonly phrases: readonly Phrase[];
}

const conceptByName = new Map<string, Concept>();
for (const concept of concepts) for (const name of concept.names) setOnce(joinedForm(name), concept);
for (const concept of concepts) for (const label of concept.labels) setOnce(joinedForm(label), concept);

function setOnce(joined: string, concept: Concept): void {
  if (joined !== '' && !conceptByName.has(joined)) conceptByName.set(joined, concept);
}

export function planFields(tree: readonly FieldNode[], hints: PlanHints): FieldPlan[] {
  const plans: FieldPlan[] = [];
  const visit = (node: FieldNode, path: string, parents: readonly FieldNode[]): void => {
    if (node.kind === 'array') return;
    if (node.kind === 'object' || node.kind === 'signature') {
      if (node.kind === 'signature') return;
      for (const child of node.children) visit(child, `${path}.${child.key}`, [...parents, node]);
      return;
    }
    plans.push(planOne(node, path, parents, hints, plans.length));
  };
  for (const node of tree) visit(node, node.key, []);
  return plans;
}

function planOne(
  node: FieldNode,
  path: string,
  parents: readonly FieldNode[],
  hints: PlanHints,
  index: number,
): FieldPlan {
  const parent = parents.at(-1);
  const part = addressPartOf(node, parent);
  const concept =
    part === undefined ? conceptOf(node, parents, hints) : (partyOf(parents) ?? flatAddress(node));
  const shape = shapeOf(node, part === undefined ? concept : undefined);
  return {
    index,
    path,
    node,
    concept,
    shape,
    part,
    phrases: phrasesOf(node, parents, part === undefined ? concept : undefined, hints),
  };
}

const partNames: readonly (readonly [AddressPart, string])[] = [
  [
    'street',
    'street|street address|address line|address line 1|street line|address1|line1|line 1|strasse|rue|street name|via|calle|straat',
  ],
  [
    'postal-code',
    'zip|zip code|postal code|postcode|post code|plz|code postal|zipcode|postleitzahl|pin code|cap|codigo postal',
  ],
  ['city', 'city|town|ort|ville|locality|municipality|stadt|city name|ciudad|citta|plaats'],
  ['state', 'state|province|region|county|state province|state code|bundesland|provincia|kanton'],
  ['country', 'country|land|pays|country name|country code|country iso code|pais|paese|nazione'],
];
const partByName = new Map(
  partNames.flatMap(([part, names]) => names.split('|').map((name) => [joinedForm(name), part] as const)),
);

/**
 * Words that stand for an address if a field name starts with them. For example, `buyer` in `buyer_city` stands for the
 * address `buyer_address`.
 */
const flatParties: readonly (readonly [string, string])[] = [
  ['seller_address', 'seller|vendor|supplier|company|partner|merchant|sender|issuer|lieferant|fournisseur'],
  ['buyer_address', 'buyer|customer|client|billing|bill to|recipient|purchaser|kunde'],
  ['ship_to', 'shipping|ship to|delivery|consignee'],
];
const flatPrefixes = flatParties.flatMap(([address, words]) =>
  words
    .split('|')
    .flatMap((word) => [`${word} address`, word].map((one) => [joinedForm(one), address] as const)),
);

/**
 * Returns the pair `buyer` and `buyer_address` for a name such as `buyer_city`. Returns an empty list for other names.
 */
function flatParty(node: FieldNode): readonly [string, string] | readonly [] {
  const name = joinedForm(node.key);
  return (
    flatPrefixes.find(([words]) => name.startsWith(words) && partByName.has(name.slice(words.length))) ?? []
  );
}

/**
 * Returns which part of an address a field such as `buyer.city` or `buyer_city` contains. Returns `undefined`
 * for other fields.
 */
function addressPartOf(node: FieldNode, parent: FieldNode | undefined): AddressPart | undefined {
  if (node.kind !== 'string') return undefined;
  const own = partByName.get(joinedForm(node.key)) ?? partByName.get(joinedForm(node.name));
  if (own !== undefined && parent !== undefined) {
    const above = joinedForm(parent.key);
    if (/address|adresse|anschrift/.test(above) || partyOf([parent]) !== undefined) return own;
    return undefined;
  }
  const [party] = flatParty(node);
  return party === undefined ? undefined : partByName.get(joinedForm(node.key).slice(party.length));
}

/**
 * Returns the address concept of the innermost parent field that is a seller, a buyer or a ship-to address. For
 * example, returns `buyer_address` inside `buyer`.
 */
function partyOf(parents: readonly FieldNode[]): Concept | undefined {
  for (const parent of [...parents].reverse()) {
    const concept = conceptByName.get(joinedForm(parent.key)) ?? conceptByName.get(joinedForm(parent.name));
    if (concept === undefined) continue;
    if (/^(seller|buyer|ship)/.test(concept.id)) {
      const address = concept.id.replace('_name', '_address');
      return concepts.find((one) => one.id === address) ?? concept;
    }
  }
  return undefined;
}

/**
 * Returns other names of a field whose name starts with a party. For example, returns `seller email` and `email`
 * for `partner_email`, because invoices label the seller's email only as `email`.
 */
function withoutParty(name: string): string[] {
  const [first = '', ...rest] = tokensOf(name).map((token) => token.text);
  const address = flatPrefixes.find(([word]) => word === first)?.[1];
  if (rest.length === 0 || address === undefined || address === 'ship_to') return [];
  if (address === 'buyer_address') return [`buyer ${rest.join(' ')}`];
  const bare = rest.join(' ');
  const isContact = contactConcepts.some(({ id, names }) => id !== 'time' && names.includes(bare));
  return [`seller ${bare}`, ...(isContact ? [bare] : [])];
}

function flatAddress(node: FieldNode): Concept | undefined {
  const [, address] = flatParty(node);
  return concepts.find(({ id }) => id === address);
}

/** Names of the amount in an object such as `{ amount, currency }`. */
export const amountNames: ReadonlySet<string> = new Set([
  'amount',
  'value',
  'sum',
  'betrag',
  'montant',
  'importe',
  'importo',
]);

function conceptOf(node: FieldNode, parents: readonly FieldNode[], hints: PlanHints): Concept | undefined {
  const names: string[] = [];
  for (const own of [node.name, node.key]) {
    for (const parent of [...parents].reverse()) names.push(`${parent.key} ${own}`, `${parent.name} ${own}`);
    // The object names the amount: `net_total.amount` is the net total.
    const parent = parents.at(-1);
    if (parent !== undefined && amountNames.has(joinedForm(own))) names.push(parent.key, parent.name);
    names.push(own);
  }
  names.push(...[node.name, node.key].flatMap(withoutParty));
  for (const name of names) {
    const found = conceptByName.get(joinedForm(name));
    if (found !== undefined && fits(node, found)) return found;
  }
  for (const name of names) {
    const found = longestWithin(name, 2);
    if (found !== undefined && fits(node, found)) return found;
  }
  if (!hints.useDescriptions || parents.length > 0) return undefined;
  const found = longestWithin(node.description.split(/[.;(\n]/)[0] ?? '', 2, 4);
  return found !== undefined && fits(node, found) ? found : undefined;
}

/**
 * Searches a text for names of concepts with at least `minimum` words. Returns the concept whose name is the longest.
 */
function longestWithin(text: string, minimum: number, lastStart = Infinity): Concept | undefined {
  const tokens = tokensOf(text.slice(0, 300)).map((token) => token.text);
  for (let length = Math.min(6, tokens.length); length >= minimum; length--) {
    for (let start = 0; start + length <= tokens.length && start <= lastStart; start++) {
      const concept = conceptByName.get(tokens.slice(start, start + length).join(''));
      if (concept !== undefined) return concept;
    }
  }
  return undefined;
}

const moneyShapes: readonly string[] = ['amount', 'percent', 'number'];

function fits(node: FieldNode, concept: Concept): boolean {
  if (node.kind === 'number' || node.kind === 'integer')
    return moneyShapes.includes(concept.shape) || concept.shape === 'identifier';
  if (node.kind === 'currency') return concept.shape === 'amount';
  if (node.kind === 'date') return concept.shape === 'date';
  if (node.kind === 'boolean') return false;
  return true;
}

const shapeWords: readonly (readonly [PlanShape, RegExp])[] = [
  ['date', /(^| )(date|dob|datum|fecha|data|tarikh|birthday)( |$)/],
  ['email', /(^| )(e ?mail)( |$)/],
  ['phone', /(^| )(phone|telephone|fax|mobile)( |$)/],
  ['iban', /(^| )iban( |$)/],
  ['percent', /(^| )(percent|percentage|rate)( |$)/],
  [
    'amount',
    /(^| )(amount|total|price|cost|fee|sum|premium|balance|salary|income|wages|excess|limit|value)( |$)/,
  ],
  ['address', /(^| )(address|anschrift|adresse)( |$)/],
  ['identifier', /(^| )(number|no|nr|id|code|reference|ref|ssn|ein|tin|identifier|vin|registration)$/],
  ['url', /(^| )(url|website)( |$)/],
  ['time', /(^| )time$/],
];

function shapeOf(node: FieldNode, concept: Concept | undefined): PlanShape {
  if (node.kind === 'boolean' || node.kind === 'enum' || node.kind === 'date') return node.kind;
  if (node.kind === 'currency') return 'amount';
  const numeric = node.kind === 'number' || node.kind === 'integer';
  if (concept !== undefined) {
    if (!numeric || moneyShapes.includes(concept.shape)) return concept.shape;
    return 'number';
  }
  const name = tokensOf(`${node.name} ${node.key}`)
    .map((token) => token.text)
    .join(' ');
  const guess = shapeWords.find(([, words]) => words.test(name))?.[0];
  if (numeric) return guess === 'amount' || guess === 'percent' ? guess : 'number';
  // A string field named `rate` need not contain a percentage.
  return guess === undefined || guess === 'percent' ? 'text' : guess;
}
