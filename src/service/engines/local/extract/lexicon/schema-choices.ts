import { typesOf } from '../../../../../model/processor/json-schema-rules.ts';
import type { SchemaNode } from '../../../../../model/processor/processor-config.ts';

/** Maximum number of references and choices that lead to one field. The limit ends circular references. */
const maxSteps = 16;
/**
 * Types in descending order of preference. A list or object contains more detail than a number, and a number more than
 * a text.
 */
const preference = ['array', 'object', 'integer', 'number', 'boolean', 'string'];

/**
 * Follows `$ref`, and chooses one alternative of `anyOf`, `oneOf`, `allOf` or of a list of types, in the order of
 * `preference`. `orText` means that the schema also accepts a text instead of the number. Keeps the description next to
 * a reference or choice.
 */
export function resolveSchemaNode(raw: SchemaNode, root: SchemaNode): { node: SchemaNode; orText?: true } {
  let node = raw;
  let acceptsText = false;
  for (let step = 0; step < maxSteps; step++) {
    const next = referenced(node, root) ?? chosen(node, root);
    if (next === undefined) break;
    acceptsText ||= next.acceptsText;
    const { $ref: _ref, anyOf: _any, oneOf: _one, allOf: _all, ...own } = node;
    node = { ...next.node, ...own };
  }
  const types = [...typesOf(node)].sort((a, b) => preference.indexOf(a) - preference.indexOf(b));
  if (types.length > 1) {
    acceptsText ||= types.includes('string');
    node = { ...node, type: types[0] as string };
  }
  const isNumber = typesOf(node)[0] === 'number' || typesOf(node)[0] === 'integer';
  return { node, ...(acceptsText && isNumber && { orText: true }) };
}

interface Step {
  readonly node: SchemaNode;
  readonly acceptsText: boolean;
}

function referenced(node: SchemaNode, root: SchemaNode): Step | undefined {
  if (typeof node.$ref !== 'string' || !node.$ref.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const part of node.$ref.slice(1).split('/').filter(Boolean)) {
    const key = decodeURIComponentSafe(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return emptyStep;
    target = (target as Record<string, unknown>)[key];
  }
  return isNode(target) ? { node: target, acceptsText: false } : emptyStep;
}

const emptyStep: Step = { node: {}, acceptsText: false };

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function chosen(node: SchemaNode, root: SchemaNode): Step | undefined {
  const alternatives = [node.anyOf, node.oneOf, node.allOf].find((list) => Array.isArray(list));
  if (alternatives === undefined) return undefined;
  const nodes = (alternatives as unknown[])
    .filter(isNode)
    .map((one) => (one.$ref === undefined ? one : { ...referenced(one, root)?.node, ...withoutRef(one) }));
  const typed = nodes.filter((one) => typesOf(one).length > 0 || one.enum !== undefined);
  const rank = (one: SchemaNode): number => {
    const at = preference.indexOf(typesOf(one)[0] ?? 'string');
    return at === 1 ? 0 : at;
  };
  const best = [...typed].sort((a, b) => rank(a) - rank(b))[0] ?? nodes[0] ?? {};
  const acceptsText = typed.some((one) => one !== best && typesOf(one).includes('string'));
  return { node: best, acceptsText };
}

function withoutRef({ $ref: _, ...rest }: SchemaNode): SchemaNode {
  return rest;
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
