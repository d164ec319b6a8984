import type { Classification, SplitterConfig } from '../../../model/processor/processor-config.ts';
import type { FieldNode } from '../local/extract/lexicon/field-tree.ts';
import { signatureParts } from '../local/extract/values/output-builder.ts';

/**
 * JSON Schema in the subset that servers enforce. Every object lists all its properties as required, and allows no
 * further properties.
 */
export type AnswerSchema = Readonly<Record<string, unknown>>;

/** Returns the schema of the answer to an extraction: the values and, on request, a quote and a reason for each value. */
export function extractionSchema(
  tree: readonly FieldNode[],
  { quotes, reasons }: { readonly quotes: boolean; readonly reasons: boolean },
): AnswerSchema {
  const quote = {
    path: { type: 'string', description: 'Path of the value, such as total or line_items[0].amount.' },
    page: { type: 'integer', description: 'Number of the page.' },
    quote: {
      type: 'string',
      description: 'Shortest text of the page that contains the value, copied exactly.',
    },
    ...(reasons
      ? { reason: { type: 'string', description: 'Why this is the value, in one sentence.' } }
      : {}),
  };
  return objectOf({
    value: fieldsOf(tree),
    ...(quotes || reasons ? { quotes: { type: 'array', items: objectOf(quote) } } : {}),
  });
}

export function classificationSchema(classes: readonly Classification[]): AnswerSchema {
  return objectOf({
    class: { type: 'string', enum: classes.map(({ id }) => id), description: 'Id of the class.' },
    page: { type: ['integer', 'null'], description: 'Page of the quote.' },
    quote: {
      type: ['string', 'null'],
      description: 'Short text of the page that shows the class, copied exactly.',
    },
  });
}

export function splitterSchema(config: SplitterConfig): AnswerSchema {
  const split = objectOf({
    class: {
      type: 'string',
      enum: config.splitClassifications.map(({ id }) => id),
      description: 'Id of the class of the document.',
    },
    start_page: { type: 'integer', description: 'First page of the document.' },
    end_page: { type: 'integer', description: 'Last page of the document.' },
    identifier: { type: ['string', 'null'], description: 'Number or name that identifies the document.' },
    observation: { type: ['string', 'null'], description: 'Why the document begins here, in one sentence.' },
  });
  return objectOf({ splits: { type: 'array', items: split } });
}

function fieldsOf(nodes: readonly FieldNode[]): AnswerSchema {
  return objectOf(Object.fromEntries(nodes.map((node) => [node.key, fieldOf(node)])));
}

function fieldOf(node: FieldNode): AnswerSchema {
  const described = descriptionOf(node);
  switch (node.kind) {
    case 'object':
      return { ...fieldsOf(node.children), ...described };
    case 'array':
      return { type: 'array', items: fieldsOf(node.children), ...described };
    case 'currency':
      return {
        ...objectOf({ amount: nullable('number'), iso_4217_currency_code: nullable('string') }),
        ...described,
      };
    case 'signature':
      return {
        ...objectOf(
          Object.fromEntries(
            signatureParts.map((part) => [part, nullable(part === 'is_signed' ? 'boolean' : 'string')]),
          ),
        ),
        ...described,
      };
    case 'enum':
      return { ...nullable('string'), enum: [...node.options, null], ...described };
    case 'date':
      return { ...nullable('string'), ...described };
    default:
      return { ...nullable(node.kind), ...described };
  }
}

/**
 * Returns the description of a field for the model: its display name, its description, the format of a date, and the
 * descriptions of its options.
 */
function descriptionOf({ key, name, kind, description, options, optionDescriptions }: FieldNode): {
  readonly description?: string;
} {
  const parts = [
    name === key ? '' : `${name}.`,
    description,
    kind === 'date' ? 'Date in the form yyyy-mm-dd.' : '',
    ...options.flatMap((option, index) =>
      (optionDescriptions[index] ?? '') === '' ? [] : [`${option}: ${optionDescriptions[index]}`],
    ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? {} : { description: parts.join(' ') };
}

function nullable(type: string): { readonly type: readonly string[] } {
  return { type: [type, 'null'] };
}

function objectOf(properties: Readonly<Record<string, unknown>>): AnswerSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
