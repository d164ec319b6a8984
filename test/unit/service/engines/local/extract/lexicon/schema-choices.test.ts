import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import { fieldTreeOf } from '../../../../../../../src/service/engines/local/extract/lexicon/field-tree.ts';
import { resolveSchemaNode } from '../../../../../../../src/service/engines/local/extract/lexicon/schema-choices.ts';

const resolve = (node: SchemaNode, root: SchemaNode = {}) => resolveSchemaNode(node, root);

describe('resolveSchemaNode', () => {
  it('ignores null in anyOf and keeps the description of the field', () => {
    const node = { anyOf: [{ type: 'null' }, { type: 'string' }], description: 'Name' };
    expect(resolve(node)).toEqual({ node: { type: 'string', description: 'Name' } });
  });

  it('prefers a number and marks that a text is accepted', () => {
    expect(resolve({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toEqual({
      node: { type: 'integer' },
      orText: true,
    });
    expect(resolve({ type: ['string', 'number', 'null'] })).toEqual({
      node: { type: 'number' },
      orText: true,
    });
  });

  it('prefers a list or object to other types', () => {
    const list = { type: 'array', items: { type: 'string' } };
    expect(resolve({ oneOf: [{ type: 'string' }, list] }).node).toEqual(list);
  });

  it('follows references, also inside a choice', () => {
    const root = { $defs: { 'a/b': { type: 'number' }, choice: { anyOf: [{ $ref: '#/$defs/a~1b' }] } } };
    expect(resolve({ $ref: '#/$defs/choice' }, root).node).toEqual({ type: 'number' });
  });

  it('returns an empty node for a missing target', () => {
    expect(resolve({ $ref: '#/$defs/none' }).node).toEqual({});
    expect(resolve({ $ref: '#/%E0%A4%A' }).node).toEqual({});
  });

  it('ends circular references', () => {
    const root = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
    expect(() => resolve({ $ref: '#/$defs/a' }, root)).not.toThrow();
  });
});

describe('fieldTreeOf', () => {
  it('limits the fields of a schema that refers to itself', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`f${index}`, { $ref: '#' }]),
    );
    const count = (nodes: readonly { children: readonly never[] }[]): number =>
      nodes.reduce((sum, node) => sum + 1 + count(node.children), 0);
    const schema = { type: 'object', properties } as SchemaNode;
    expect(count(fieldTreeOf({ type: 'EXTRACT', schema } as never) as never)).toBeLessThanOrEqual(5_000);
  });
});
