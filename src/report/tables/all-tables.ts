import type { Column } from './define-table.ts';
import { changesTable, documentsTable, leavesTable, splitsTable } from './document-tables.ts';
import { modelTables } from './model-tables.ts';

/** What is known of a table without its rows. */
export interface TableDescription {
  readonly name: string;
  readonly doc: string;
  readonly columns: readonly Pick<Column<never>, 'name' | 'type' | 'doc'>[];
}

/** Every table of `--format csv`. */
export const allTables: readonly TableDescription[] = [
  ...modelTables.map(({ table }) => table),
  documentsTable,
  leavesTable,
  splitsTable,
  changesTable,
];
