import { classesOf } from '../../model/processor/classes-of.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';
import { fieldTypes } from '../config-changes/field-changes.ts';

/**
 * Returns the differences between the gold configs of two datasets, one line per field or class. Ignores descriptions,
 * extraction rules and base processors, because they do not affect scoring. Returns an empty list if a dataset has no
 * config.
 */
export function goldDifference(
  baseline: ProcessorConfig | undefined,
  candidate: ProcessorConfig | undefined,
): string[] {
  if (baseline === undefined || candidate === undefined) return [];
  if (baseline.type !== candidate.type) return [`type: ${baseline.type} and ${candidate.type}`];
  const before = scoredParts(baseline);
  const after = scoredParts(candidate);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'absent'} and ${after.get(name) ?? 'absent'}`);
}

/** Returns what affects scoring in a config: every field with its type and enum values, or every class. */
function scoredParts(config: ProcessorConfig): Map<string, string> {
  if (config.type !== 'EXTRACT')
    return new Map(classesOf(config).map(({ type }) => [`class ${type}`, 'there']));
  const parts = fieldTypes(config);
  if (config.schema !== undefined) addChoices(config.schema, '', parts);
  return parts;
}

function addChoices(node: SchemaNode, field: string, parts: Map<string, string>): void {
  if (customTypeOf(node) !== undefined) return;
  if (node.enum !== undefined) parts.set(field, `one of ${node.enum.map(String).join(', ')}`);
  for (const [name, child] of Object.entries(node.properties ?? {}))
    addChoices(child, field === '' ? name : `${field}.${name}`, parts);
  if (typesOf(node)[0] === 'array' && node.items !== undefined) addChoices(node.items, field, parts);
}
