import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import type { Concept, ValueShape } from './concept.ts';
import { concepts } from './concepts.ts';
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
  const concept = part === undefined ? conceptOf(node, parents, hints) : partyOf(parents);
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
  ['street', 'street|street address|address line|address line 1|line1|line 1|strasse|rue|street name'],
  ['postal-code', 'zip|zip code|postal code|postcode|post code|plz|code postal|zipcode'],
  ['city', 'city|town|ort|ville|locality|municipality'],
  ['state', 'state|province|region|county|state province'],
  ['country', 'country|land|pays|country name|country code'],
];
const partByName = new Map(
  partNames.flatMap(([part, names]) => names.split('|').map((name) => [joinedForm(name), part] as const)),
);

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
  const match = /^(seller|vendor|supplier|buyer|customer|client|company|partner|merchant)(.+)$/.exec(
    joinedForm(node.key),
  );
  return match === null ? undefined : partByName.get(match[2] ?? '');
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

function conceptOf(node: FieldNode, parents: readonly FieldNode[], hints: PlanHints): Concept | undefined {
  const names: string[] = [];
  for (const own of [node.name, node.key]) {
    for (const parent of [...parents].reverse()) names.push(`${parent.key} ${own}`, `${parent.name} ${own}`);
    names.push(own);
  }
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

/** Returns the concept with the longest name that the text contains. The name has at least `minimum` words. */
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
