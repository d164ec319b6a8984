import { configRows } from './conformance/configs.ts';
import { messageRows } from './conformance/messages.ts';
import { ruleRows } from './conformance/rules.ts';
import { runRows } from './conformance/runs.ts';

/**
 * The requirements of the contract. Each row has a text and a source: `S` is a section of interface-specification.md,
 * and `F` one of service-facts.md. Tests name the rows that they prove with `proves` (test/fixtures/service/proves.ts).
 * The tests that ran and passed determine docs/conformance.md.
 */
export const conformanceRows = {
  ...messageRows,
  ...configRows,
  ...runRows,
  ...ruleRows,
} as const satisfies Record<string, readonly [what: string, place: string]>;

export type ConformanceRow = keyof typeof conformanceRows;
