import type { ReportModel } from '../../model/report/report-model.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { type Cell, column, defineTable } from './define-table.ts';

export const gateTable = defineTable<ReportModel, VerdictCheck>({
  name: 'gate',
  doc: 'a check of the gate',
  columns: [
    column('check', 'text', 'name of the check', ({ name }) => name),
    column('rule', 'text', 'rule of the policy', ({ rule }) => rule),
    column('status', 'text', 'result of the check', ({ status }) => status),
    column('value', 'number', 'measured value', ({ value }) => value),
    column('low', 'number', 'lower bound of the interval', ({ interval }) => interval?.low),
    column('high', 'number', 'upper bound of the interval', ({ interval }) => interval?.high),
    column('bound', 'number', 'bound of the policy', ({ bound }) => bound),
    column('unit', 'text', 'unit of value and bound', ({ unit }) => unit),
    column('n', 'integer', 'number of documents measured', ({ n }) => n),
    column('documents', 'value', 'documents that the check names', ({ documents }) => documents as Cell),
    column('reason', 'text', 'reason of the result', ({ reason }) => reason),
  ],
  rows: ({ gate }) => gate?.checks ?? [],
});
