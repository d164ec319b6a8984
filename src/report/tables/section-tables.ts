import type { ReportModel } from '../../model/report/report-model.ts';
import {
  type ErrorAttribution,
  type PacketAttribution,
  stages,
} from '../../model/report/sections/error-attribution.ts';
import type { LabelIssue } from '../../model/report/sections/label-issue.ts';
import type { ReconciledRow } from '../../model/report/sections/reconciliation.ts';
import type { SampleSizeSection } from '../../model/report/sections/sample-size-section.ts';
import type { VerdictCheck } from '../../model/score/comparison.ts';
import { type Cell, column, type Table } from './define-table.ts';

interface MatrixCell {
  readonly version: string | undefined;
  readonly unit: string;
  readonly expected: string;
  readonly predicted: string;
  readonly count: number;
}

export const confusionTable: Table<ReportModel, MatrixCell> = {
  name: 'confusion',
  doc: 'a cell of the confusion matrix, empty cells included',
  columns: [
    column('version', 'text', 'name of the version', ({ version }) => version),
    column('unit', 'text', 'what a cell counts: documents or pages', ({ unit }) => unit),
    column('expected', 'text', 'expected class', ({ expected }) => expected),
    column('predicted', 'text', 'predicted class', ({ predicted }) => predicted),
    column('count', 'integer', 'number of documents or pages', ({ count }) => count),
  ],
  *rows({ classes, versions }) {
    if (!classes) return;
    const { matrices, unit, expectedLabels, predictedLabels } = classes;
    for (const [number, matrix] of matrices.entries()) {
      const version = versions[number]?.name;
      for (const [row, expected] of expectedLabels.entries())
        for (const [at, predicted] of predictedLabels.entries())
          yield { version, unit, expected, predicted, count: matrix[row]?.[at] ?? 0 };
    }
  },
};

/**
 * The list of label issues for a reviewer. The reviewer fills in the last three columns. `goldset dataset apply-review`
 * then reads the list.
 */
export const labelIssuesTable: Table<{ readonly issues: Iterable<LabelIssue> }, LabelIssue> = {
  name: 'label-issues',
  doc: 'a label that is probably wrong, highest score first; labels are JSON, so the text "12" differs from the number 12',
  columns: [
    column('item', 'text', 'id of the item', ({ itemId }) => itemId),
    column('path', 'text', 'path of the label', ({ path }) => path),
    column('label', 'text', 'label, as JSON', ({ label }) => JSON.stringify(label)),
    column('proposed', 'text', 'proposed label, as JSON', ({ proposed }) => JSON.stringify(proposed)),
    column('score', 'number', 'weight of the evidence', ({ score }) => Number(score.toFixed(2))),
    column('evidence', 'text', 'reasons', ({ reasons }) => reasons.map(({ text }) => text).join('; ')),
    column('decision', 'text', 'decision of the reviewer, empty until the review', () => null),
    column('corrected', 'text', 'corrected label, empty until the review', () => null),
    column('reviewer', 'text', 'name of the reviewer, empty until the review', () => null),
  ],
  rows: ({ issues }) => issues,
};

export const serviceFiguresTable: Table<ReportModel, ReconciledRow> = {
  name: 'service-figures',
  doc: 'a figure, with the value of the service, the value of goldset and the reason for a difference',
  columns: [
    column('figure', 'text', 'name of the figure', ({ figure }) => figure),
    column('unit', 'text', 'unit of both', ({ unit }) => unit),
    column('goldset', 'number', 'figure of goldset', ({ goldset }) => goldset),
    column('service', 'number', 'figure of the service', ({ service }) => service),
    column('status', 'text', 'result of the comparison', ({ status }) => status),
    column('finding', 'text', 'reason of a difference', ({ finding }) => finding),
  ],
  rows: ({ reconciliation }) => reconciliation?.rows,
};

export const gateTable: Table<ReportModel, VerdictCheck> = {
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
    column('n', 'integer', 'number of measured documents', ({ n }) => n),
    column('documents', 'value', 'documents that the check names', ({ documents }) => documents as Cell),
    column('reason', 'text', 'reason of the result', ({ reason }) => reason),
  ],
  rows: ({ gate }) => gate?.checks,
};

function sampleSizeRows(section: SampleSizeSection) {
  return section.rows.flatMap((row) => row.needed.map((needed) => ({ section, row, needed })));
}

export const sampleSizeTable: Table<ReportModel, ReturnType<typeof sampleSizeRows>[number]> = {
  name: 'sample-size',
  doc: 'a difference (`effect`) in a metric or field, with the number of documents needed to detect it',
  columns: [
    column('scope', 'text', 'scope of the metric', ({ row }) => row.scope),
    column('label', 'text', 'what is compared', ({ row }) => row.label),
    column(
      'observed_on',
      'integer',
      'number of documents that the rates were measured on',
      ({ row }) => row.observedOn,
    ),
    column('rate', 'number', 'share of right documents', ({ row }) => row.rate),
    column(
      'discordant',
      'number',
      'share of documents that exactly one version has right',
      ({ row }) => row.discordant,
    ),
    column('basis', 'text', 'whether the shares are observed or assumed', ({ section }) => section.basis),
    column('effect', 'number', 'size of the difference', ({ needed }) => needed.effect),
    column(
      'power',
      'number',
      'probability that the test detects the difference',
      ({ needed }) => needed.power,
    ),
    column(
      'level',
      'number',
      'significance level of the row in the joint test',
      ({ needed }) => needed.level,
    ),
    column('documents', 'integer', 'number of documents needed', ({ needed }) => needed.documents),
    column(
      'documents_conservative',
      'integer',
      'conservative estimate of `documents`',
      ({ needed }) => needed.conservative,
    ),
  ],
  rows: ({ sampleSize }) => sampleSize && sampleSizeRows(sampleSize),
};

export const attributionTable: Table<ErrorAttribution, PacketAttribution> = {
  name: 'attribution',
  doc: 'a packet and its errors by stage; the first row has the sums',
  columns: [
    column('packet', 'text', 'id of the packet, or `(all)`', ({ id }) => id),
    column('errors', 'integer', 'number of errors of the packet', ({ errors }) => errors),
    ...stages.map((stage) =>
      column<PacketAttribution>(
        stage.replace('-', '_'),
        'integer',
        `number of errors of the stage "${stage}"`,
        ({ byStage }) => byStage[stage],
      ),
    ),
  ],
  rows: ({ errors, byStage, byPacket }) => [{ id: '(all)', errors, byStage }, ...byPacket],
};
