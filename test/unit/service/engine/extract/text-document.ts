import type { ExtractConfig, SchemaNode } from '../../../../../src/model/processor/processor-config.ts';
import { extractFields } from '../../../../../src/service/engines/local/extract/extract-fields.ts';
import { parsePlainPage } from '../../../../../src/service/engines/local/parse/layout/plain-text.ts';
import type { ParsedDocument, ReadingEffort } from '../../../../../src/service/engines/parsed-document.ts';

/** A document of plain text; each argument is a page, columns are drawn with spaces. */
export function textDocument(...pages: string[]): ParsedDocument {
  return { type: 'TXT', pages: pages.map((text, index) => parsePlainPage(text, index + 1)) };
}

export const text = (description = ''): SchemaNode => ({ type: ['string', 'null'], description });
export const number = (description = ''): SchemaNode => ({ type: ['number', 'null'], description });
export const date = (description = ''): SchemaNode => ({
  type: ['string', 'null'],
  'service:type': 'date',
  description,
});
export const rowsOf = (properties: Record<string, SchemaNode>): SchemaNode => ({
  type: 'array',
  items: { type: 'object', required: Object.keys(properties), properties },
});

export function schemaOf(properties: Record<string, SchemaNode>): SchemaNode {
  return { type: 'object', required: Object.keys(properties), properties };
}

export interface Extracted {
  readonly value: Record<string, unknown>;
  readonly metadata: Record<
    string,
    {
      ocrConfidence?: number | null;
      logprobsConfidence?: number | null;
      citations?: { page?: number; referenceText?: string; polygon?: { x: number; y: number }[] }[];
      insights?: { type: string; content: string }[];
    }
  >;
}

export function extract(
  document: ParsedDocument,
  properties: Record<string, SchemaNode>,
  more: Partial<ExtractConfig> = {},
  effort: ReadingEffort = 'performance',
): Extracted {
  const config = { type: 'EXTRACT', schema: schemaOf(properties), ...more } as ExtractConfig;
  return extractFields(document, config, { effort }) as unknown as Extracted;
}
