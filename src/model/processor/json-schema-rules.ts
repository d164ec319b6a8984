import type { Mismatch } from './mismatch.ts';
import type { ProcessorConfig, SchemaNode } from './processor-config.ts';

export interface SchemaViolation {
  readonly rule: number;
  /** Path of the node in the schema, such as `properties.line_items.items`. Empty if the node is the root. */
  readonly path: string;
  readonly message: string;
}

const allowedTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);
const unsupported = [
  'anyOf oneOf allOf not $ref $dynamicRef $recursiveRef $anchor $dynamicAnchor $recursiveAnchor $defs definitions',
  'if then else const dependencies disallow extends divisibleBy minContains maxContains contentSchema',
  'pattern patternProperties minLength maxLength format minimum maximum exclusiveMinimum exclusiveMaximum',
  'multipleOf minItems maxItems uniqueItems minProperties maxProperties dependentRequired dependentSchemas',
  'prefixItems contains propertyNames additionalItems unevaluatedItems',
  'unevaluatedProperties contentEncoding contentMediaType',
].flatMap((line) => line.split(' '));
const keyPattern = /^[a-z0-9_]+$/;
const maximumNesting = 3;

export function typesOf(node: SchemaNode): readonly string[] {
  const types = Array.isArray(node.type) ? node.type : node.type === undefined ? [] : [node.type];
  return (types as readonly string[]).filter((type) => type !== 'null');
}

/** Schema keyword whose key has a prefix, such as `acme:type`. The prefix depends on the deployment of the service. */
export type BrandedKeyword = 'type' | 'name' | 'descriptions';

/**
 * Finds the key of a keyword in a schema node. The key consists of a prefix, a colon and the keyword, such as
 * `acme:type` for the keyword `type`. Prefers the given prefix, but accepts every other prefix, because schemas move
 * between deployments.
 */
export function brandedKey(
  node: SchemaNode,
  keyword: BrandedKeyword,
  prefix = 'service',
): string | undefined {
  const own = `${prefix}:${keyword}`;
  if (node[own] !== undefined) return own;
  return Object.keys(node).find((key) => node[key] !== undefined && branded.exec(key)?.[1] === keyword);
}
const branded = /^[a-z][a-z0-9_.-]*:(type|name|descriptions)$/i;

/** Returns the custom type of a node, such as `currency`, or undefined. */
export function customTypeOf(node: SchemaNode, prefix = 'service'): string | undefined {
  const marker = node[brandedKey(node, 'type', prefix) ?? ''];
  return typeof marker === 'string' ? marker : undefined;
}

/**
 * Returns the violations of the rules in the extraction schema of a config. `path` is the path of the config in the
 * JSON file that contains it.
 */
export function schemaMismatches(config: ProcessorConfig, path: string): Mismatch[] {
  if (config.type !== 'EXTRACT' || config.schema === undefined) return [];
  return checkExtractionSchema(config.schema).map((violation) => ({
    path: [`${path}.schema`, violation.path].filter(Boolean).join('.'),
    found: 'a schema that violates a rule (docs/processors.md)',
    expected: `rule ${violation.rule}: ${violation.message}`,
  }));
}

/** Returns the violations of the service's 11 rules for extraction schemas; empty if the schema is valid. */
export function checkExtractionSchema(root: SchemaNode, prefix = 'service'): SchemaViolation[] {
  const found: SchemaViolation[] = [];
  const report = (rule: number, path: string, message: string): void => {
    found.push({ rule, path, message });
  };
  if (typesOf(root)[0] !== 'object' || isNullable(root) || root.properties === undefined) {
    report(1, '', 'the root must have the type "object" and "properties", and must not be nullable');
    return found;
  }
  if (root.required === undefined) report(1, 'required', 'the root must have a list of required properties');
  visit(root, '', 0);
  return found;

  function visit(node: SchemaNode, path: string, depth: number): void {
    checkKeywords(node, path);
    checkName(node, path);
    const types = typesOf(node);
    for (const type of types) if (!allowedTypes.has(type)) report(2, path, `type "${type}" is not allowed`);
    if (types.length === 0 && (node.enum === undefined || node.type !== undefined))
      return report(2, path, 'a type is missing');
    if (types.length > 1)
      return report(2, path, `found ${types.join(', ')}, expected one type, or one type and "null"`);
    const customKey = brandedKey(node, 'type', prefix);
    if (customKey !== undefined) checkCustomType(node, path, customKey);
    if (node.enum !== undefined) checkEnum(node, path);
    if (types[0] === 'object') return visitObject(node, path, depth);
    if (types[0] === 'array') return visitArray(node, path, depth);
    if (types.length > 0 && !isNullable(node))
      report(3, path, 'a primitive must be nullable: its type is a list that includes "null"');
  }

  function visitObject(node: SchemaNode, path: string, depth: number): void {
    if (depth > maximumNesting) return report(4, path, `nested deeper than ${maximumNesting} levels`);
    if (node.properties === undefined) report(1, path, 'an object must have properties');
    for (const name of node.required ?? []) {
      if (node.properties === undefined || !Object.hasOwn(node.properties, name))
        report(10, join(path, 'required'), `"${name}" is not a property`);
    }
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      const childPath = join(path, `properties.${key}`);
      if (!keyPattern.test(key))
        report(5, childPath, `key "${key}" may hold only lower-case letters, digits and underscores`);
      visit(child, childPath, typesOf(child)[0] === 'object' ? depth + 1 : depth);
    }
  }

  function visitArray(node: SchemaNode, path: string, depth: number): void {
    if (node.items === undefined || typesOf(node.items)[0] !== 'object') {
      return report(6, join(path, 'items'), 'the items of an array must be objects');
    }
    visit(node.items, join(path, 'items'), depth + 1);
  }

  function checkEnum(node: SchemaNode, path: string): void {
    const options = node.enum ?? [];
    const [type = 'string'] = typesOf(node);
    if (type !== 'string')
      report(7, join(path, 'enum'), `an enum holds only texts: found the type ${type}, expected string`);
    if (!options.includes(null)) report(7, join(path, 'enum'), 'an enum must have null as one option');
    const key = brandedKey(node, 'descriptions', prefix) ?? `${prefix}:descriptions`;
    const descriptions = node[key];
    if (descriptions !== undefined && !isListOfTexts(descriptions))
      return report(7, join(path, key), 'must be a list of texts');
    if (
      Array.isArray(descriptions) &&
      descriptions.length !== options.length &&
      descriptions.length !== options.length - 1
    ) {
      report(
        7,
        join(path, key),
        `found ${descriptions.length} descriptions, expected one per option of the enum (${options.length})`,
      );
    }
  }

  function checkCustomType(node: SchemaNode, path: string, key: string): void {
    const custom = node[key];
    if (custom !== 'date' && custom !== 'currency' && custom !== 'signature') {
      const found = JSON.stringify(custom);
      return report(8, join(path, key), `${found} is not a custom type (date, currency, signature)`);
    }
    if (custom === 'date') {
      if (typesOf(node)[0] !== 'string') report(8, path, 'a date must have the type "string"');
      return;
    }
    const members = custom === 'currency' ? currencyMembers : signatureMembers;
    if (typesOf(node)[0] !== 'object') return report(8, path, `a ${custom} must have the type "object"`);
    for (const name of Object.keys(node.properties ?? {})) {
      if (!Object.hasOwn(members, name))
        report(8, join(path, `properties.${name}`), `a ${custom} has no property "${name}"`);
    }
    for (const [name, type] of Object.entries(members)) {
      const member = node.properties?.[name];
      if (member === undefined || typesOf(member)[0] !== type || !isNullable(member)) {
        report(8, join(path, `properties.${name}`), `a ${custom} needs "${name}" of type ${type} or null`);
      } else if (!node.required?.includes(name))
        report(8, join(path, 'required'), `a ${custom} must require "${name}"`);
      else if (name === 'signature_date' && customTypeOf(member, prefix) !== 'date')
        report(8, join(path, `properties.${name}`), `"${name}" must have "${prefix}:type": "date"`);
    }
  }

  function checkName(node: SchemaNode, path: string): void {
    const key = brandedKey(node, 'name', prefix);
    const name = key === undefined ? undefined : node[key];
    if (key !== undefined && (typeof name !== 'string' || name.trim() === ''))
      report(9, join(path, key), 'must be a non-empty text');
  }

  function checkKeywords(node: SchemaNode, path: string): void {
    for (const keyword of unsupported) {
      if (node[keyword] === undefined) continue;
      const isDate = keyword === 'format' && String(node.format).startsWith('date');
      const hint = isDate ? ` (a date has "${prefix}:type": "date")` : '';
      report(11, join(path, keyword), `"${keyword}" is not supported${hint}`);
    }
  }
}

const currencyMembers = { amount: 'number', iso_4217_currency_code: 'string' };
const signatureMembers = {
  printed_name: 'string',
  signature_date: 'string',
  is_signed: 'boolean',
  title_or_role: 'string',
};

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function isNullable(node: SchemaNode): boolean {
  return Array.isArray(node.type) && node.type.includes('null');
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
