import type { Reconciliation } from '../../model/report/reconciliation.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { column, defineTable } from './define-table.ts';

export const serviceFiguresTable = defineTable<ReportModel, Reconciliation['rows'][number]>({
  name: 'service-figures',
  doc: 'a figure of the service and of goldset, and why they differ',
  columns: [
    column('figure', 'text', 'name of the figure', ({ figure }) => figure),
    column('unit', 'text', 'unit of both', ({ unit }) => unit),
    column('goldset', 'number', 'figure of goldset', ({ goldset }) => goldset),
    column('service', 'number', 'figure of the service', ({ service }) => service),
    column('status', 'text', 'result of the comparison', ({ status }) => status),
    column('finding', 'text', 'reason of a difference', ({ finding }) => finding),
  ],
  rows: ({ reconciliation }) => reconciliation?.rows ?? [],
});
