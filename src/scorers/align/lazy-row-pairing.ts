import type { RowDiagnostics, RowPairing } from '../../model/score/item-score.ts';

/**
 * Pairing of an array with at least one wrong row. Computes the diagnostics when they are first read, because
 * they can take a sixth of the scoring time. It is a class, because an object with a getter and a spread is
 * slower to create.
 */
export class LazyRowPairing implements RowPairing {
  readonly path: string;
  readonly field: string;
  readonly pairs: RowPairing['pairs'];
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  readonly cells: RowPairing['cells'];
  readonly method: RowPairing['method'];
  readonly #diagnose: () => RowDiagnostics;
  #diagnostics: RowDiagnostics | undefined;

  constructor(facts: RowPairing, diagnose: () => RowDiagnostics) {
    this.path = facts.path;
    this.field = facts.field;
    this.pairs = facts.pairs;
    this.expectedRows = facts.expectedRows;
    this.predictedRows = facts.predictedRows;
    this.exactRows = facts.exactRows;
    this.inversions = facts.inversions;
    this.cells = facts.cells;
    this.method = facts.method;
    this.#diagnose = diagnose;
  }

  get diagnostics(): RowDiagnostics {
    this.#diagnostics ??= this.#diagnose();
    return this.#diagnostics;
  }

  toJSON(): RowPairing {
    return { ...this, diagnostics: this.diagnostics };
  }
}
