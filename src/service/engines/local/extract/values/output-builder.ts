import type { ExtractionOutput, FieldMetadata } from '../../../../../model/processor/output.ts';
import type { ExtractConfig } from '../../../../../model/processor/processor-config.ts';
import type { ReadingEffort } from '../../../parsed-document.ts';
import type { Span } from '../candidates/candidate.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { citationsOf } from './citations.ts';
import { ocrConfidence } from './confidence.ts';

export interface FilledValue {
  readonly value: unknown;
  readonly spans: readonly Span[];
  /** Confidence of the engine, 0 to 1. */
  readonly certainty: number;
  readonly reason: string;
}

/** All values found, by output path (`seller.name`, `line_items[0].description`). */
export interface Findings {
  readonly values: ReadonlyMap<string, FilledValue>;
  readonly rowCounts: ReadonlyMap<string, number>;
}

/** Output of a config with a fields array: one entry per field. */
export type FieldsArrayOutput = Record<
  string,
  {
    id: string;
    type: string;
    value: unknown;
    confidence?: number | null;
    references?: { id: string; fieldName: string; page: number; boundingBoxes: unknown[] }[];
  }
>;

/** Returns the output of a config with a schema: every field in schema order, `null` for a value that was not found. */
export function schemaOutput(
  tree: readonly FieldNode[],
  findings: Findings,
  config: ExtractConfig,
  effort: ReadingEffort,
): ExtractionOutput {
  const metadata: Record<string, FieldMetadata> = {};
  for (const path of pathsOf(tree, '', findings)) {
    const filled = findings.values.get(path);
    if (filled !== undefined && filled.value !== null) metadata[path] = metadataOf(filled, config, effort);
  }
  return { value: objectOf(tree, '', findings), metadata };
}

export function fieldsArrayOutput(
  tree: readonly FieldNode[],
  findings: Findings,
  config: ExtractConfig,
  effort: ReadingEffort,
): FieldsArrayOutput {
  const output: FieldsArrayOutput = {};
  for (const node of tree) {
    const inside = pathsOf([node], '', findings).flatMap((path) => {
      const filled = findings.values.get(path);
      return filled === undefined || filled.value === null ? [] : [{ path, filled }];
    });
    const certainties = inside.map(({ filled }) => filled.certainty);
    const mean = certainties.reduce((sum, one) => sum + one, 0) / Math.max(1, certainties.length);
    output[node.key] = {
      id: node.key,
      type: node.kind,
      value: fieldValue(node, node.key, findings),
      ...(effort === 'performance' && inside.length > 0
        ? { confidence: Math.round(mean * 1_000) / 1_000 }
        : {}),
      ...(config.advancedOptions?.citationsEnabled === false
        ? {}
        : { references: inside.flatMap(({ path, filled }) => referencesOf(path, node.name, filled)) }),
    };
  }
  return output;
}

function referencesOf(
  path: string,
  fieldName: string,
  filled: FilledValue,
): { id: string; fieldName: string; page: number; boundingBoxes: unknown[] }[] {
  return citationsOf(filled.spans).map((citation) => {
    const xs = (citation.polygon ?? []).map((point) => point.x);
    const ys = (citation.polygon ?? []).map((point) => point.y);
    const box = {
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs),
      bottom: Math.max(...ys),
    };
    return { id: path, fieldName, page: citation.page ?? 1, boundingBoxes: xs.length === 0 ? [] : [box] };
  });
}

function objectOf(nodes: readonly FieldNode[], prefix: string, findings: Findings): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const node of nodes) {
    Object.defineProperty(value, node.key, {
      value: fieldValue(node, `${prefix}${node.key}`, findings),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return value;
}

function fieldValue(node: FieldNode, path: string, findings: Findings): unknown {
  if (node.kind === 'object') return objectOf(node.children, `${path}.`, findings);
  if (node.kind === 'signature') return signatureOf(path, findings);
  if (node.kind === 'array') {
    const count = findings.rowCounts.get(path) ?? 0;
    const { element } = node;
    if (element !== undefined)
      return Array.from({ length: count }, (_, index) => fieldValue(element, `${path}[${index}]`, findings));
    return Array.from({ length: count }, (_, index) =>
      objectOf(node.children, `${path}[${index}].`, findings),
    );
  }
  const found = findings.values.get(path)?.value ?? null;
  if (found === null && node.kind === 'currency') return { amount: null, iso_4217_currency_code: null };
  return found;
}

export const signatureParts = ['printed_name', 'signature_date', 'is_signed', 'title_or_role'] as const;

function signatureOf(path: string, findings: Findings): Record<string, unknown> {
  return Object.fromEntries(
    signatureParts.map((part) => [part, findings.values.get(`${path}.${part}`)?.value ?? null]),
  );
}

function pathsOf(nodes: readonly FieldNode[], prefix: string, findings: Findings): string[] {
  return nodes.flatMap((node) => {
    const path = `${prefix}${node.key}`;
    const { element } = node;
    if (node.kind === 'object') return pathsOf(node.children, `${path}.`, findings);
    if (node.kind === 'signature') return signatureParts.map((part) => `${path}.${part}`);
    if (node.kind !== 'array') return [path];
    const count = findings.rowCounts.get(path) ?? 0;
    return Array.from({ length: count }, (_, index) =>
      element !== undefined
        ? pathsOf([element], `${path}[${index}]`, findings)
        : pathsOf(node.children, `${path}[${index}].`, findings),
    ).flat();
  });
}

function metadataOf(filled: FilledValue, config: ExtractConfig, effort: ReadingEffort): FieldMetadata {
  const options = config.advancedOptions ?? {};
  return {
    ocrConfidence: ocrConfidence(filled.spans),
    ...(effort === 'performance' ? { logprobsConfidence: filled.certainty } : {}),
    ...(options.citationsEnabled === false ? {} : { citations: citationsOf(filled.spans) }),
    ...(options.modelReasoningInsightsEnabled === true
      ? { insights: [{ type: 'reasoning', content: filled.reason }] }
      : {}),
  };
}
