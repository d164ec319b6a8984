import type { RowDiagnostics, RowPairing } from '../../model/score/item-score.ts';

/**
 * The pairing of an array whose rows did not all come out whole. Its diagnostics are computed when they are first read:
 * most readers of a ledger never do, and they would cost as much as a sixth of the judgement.
 */
export class JudgedRows implements RowPairing {
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

  /** Written out whole, diagnostics included. */
  toJSON(): RowPairing {
    return { ...this, diagnostics: this.diagnostics };
  }
}
