import type { FieldDefinition, SchemaNode } from '../../model/processor/processor-config.ts';

/** What an extraction is judged by: both sides, and what the processor was asked for. */
export interface ExtractionPair {
  /** The gold, in any shape of `normaliseExtraction`. */
  readonly expected: unknown;
  /** The output in any of those shapes; undefined or null where the run gave none. */
  readonly predicted: unknown;
  /**
   * The configuration's JSON schema, else its fields array; with neither, types are inferred from the values. Either is
   * read once: give a changed one as a new object.
   */
  readonly schema?: SchemaNode;
  readonly fields?: readonly FieldDefinition[];
}
