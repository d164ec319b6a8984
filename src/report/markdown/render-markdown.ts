import { grouped } from '../../base/phrases.ts';
import { formatValue } from '../../model/json/json-value.ts';
import { stages } from '../../model/report/error-attribution.ts';
import { labelIssuesText } from '../../model/report/label-issue.ts';
import type { ChangedDocument, ReportModel, Tile } from '../../model/report/report-model.ts';
import { formatInterval, formatMeasurement, nothing } from '../../viewer/blocks/format-measurement.ts';
import {
  gateLabel,
  type Label,
  statusLabels,
  verdictHeadline,
  verdictLabels,
} from '../../viewer/blocks/labels.ts';
import { escapeMarkdown } from './escape-markdown.ts';

const listed = 15;

/** Renders the first screen of the report for a pull request or a job summary. */
export function renderMarkdown(model: ReportModel): string {
  const lines = [
    `## ${escapeMarkdown(model.title)}`,
    '',
    ...verdictLines(model),
    ...model.verdict.reasons.map((reason) => `- ${escapeMarkdown(reason)}`),
    ...(model.verdict.reasons.length > 0 ? [''] : []),
    ...tileTable(model),
    ...gateLines(model),
    ...(model.versions.length > 1 ? changeLines(model) : worstFieldLines(model)),
    ...notComparedLines(model),
    ...labelIssueLines(model),
    ...serviceLines(model),
    ...stageLines(model),
    `${model.documents.scored} of ${model.documents.planned} documents · ${escapeMarkdown(model.dataset.name)} · ${escapeMarkdown(model.tool.name)} ${escapeMarkdown(model.tool.version)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the verdict, and the result of the gate if it is not the verdict. */
function verdictLines(model: ReportModel): string[] {
  const { label, sentence, gate } = verdictHeadline(model);
  const line = ([sign, words]: Label, text: string) => [
    `**${sign} ${words}.** ${escapeMarkdown(text)}`.trimEnd(),
    '',
  ];
  return [
    ...line(label, sentence),
    ...(gate === null ? [] : line(gateLabel(gate.status), gate.sentence ?? '')),
  ];
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line), ''];
}

function withInterval(value: Tile['values'][number]): string {
  const interval = formatInterval(value);
  return formatMeasurement(value) + (interval === '' ? '' : ` [${interval}]`);
}

function tileTable(model: ReportModel): string[] {
  const names = model.versions.map((version) => escapeMarkdown(version.name));
  const comparing = names.length > 1;
  return table(
    ['', ...names, ...(comparing ? ['difference', ''] : [])],
    model.tiles.map((tile) => [
      escapeMarkdown(tile.label),
      ...tile.values.map(withInterval),
      ...(comparing
        ? [
            tile.difference ? withInterval(tile.difference) : nothing,
            tile.verdict ? verdictLabels[tile.verdict].slice(0, 2).join(' ') : '',
          ]
        : []),
    ]),
  );
}

function gateLines(model: ReportModel): string[] {
  if (!model.gate) return [];
  return table(
    ['gate', 'check', 'reason'],
    model.gate.checks.map((check) => [
      `${statusLabels[check.status][0]} ${check.status}`,
      escapeMarkdown(check.name),
      escapeMarkdown(check.reason),
    ]),
  );
}

function changeLines(model: ReportModel): string[] {
  const lists = [
    ['▼ New errors', model.changes.newErrors, model.changeCounts?.newErrors ?? 0],
    ['▲ Fixed', model.changes.fixed, model.changeCounts?.fixed ?? 0],
  ] as const;
  return lists.flatMap(([title, changes, documents]) => [
    `### ${title} (${documents})`,
    '',
    ...changeTable(model, changes, documents),
  ]);
}

/** Returns the items and fields that only one version has. The figures above do not include them. */
function notComparedLines({ comparison }: ReportModel): string[] {
  const { notComparable = [], restrictions = [] } = comparison ?? {};
  const lines = [
    ...restrictions.map((line) => `- Compared: ${escapeMarkdown(line)}`),
    ...notComparable.map(({ part, field, change, to, reason }) => {
      const what = to === null ? change : `${change} to ${escapeMarkdown(to)}`;
      return `- ${part} ${escapeMarkdown(field)}: ${what} (${escapeMarkdown(reason)})`;
    }),
  ];
  return lines.length === 0 ? [] : ['### Not compared', '', ...lines, ''];
}

/** Returns one row per document: its first change and the number of others. `documents` is the number of all. */
function changeTable(model: ReportModel, changes: readonly ChangedDocument[], documents: number): string[] {
  const [baseline, candidate] = model.versions.map((version) => escapeMarkdown(version.name));
  const byItem = Map.groupBy(changes, ({ itemId }) => itemId);
  const rows = [...byItem.values()].slice(0, listed).flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length > 0 ? ` +${others.length} more` : '';
    const cells = [first.itemId, first.path + more, first.expected, first.baseline, first.candidate];
    return [cells.map((text) => escapeMarkdown(shortened(text)))];
  });
  const left = documents - rows.length;
  return [
    ...table(['document', 'path', 'expected', baseline ?? '', candidate ?? ''], rows),
    ...(left > 0 ? [`and ${left} more documents`, ''] : []),
  ];
}

function worstFieldLines(model: ReportModel): string[] {
  const f1 = (row: ReportModel['fields'][number]) => row.f1[0]?.value ?? 2;
  const worst = model.fields
    .filter((row) => row.isLeaf && f1(row) < 1)
    .sort((a, b) => f1(a) - f1(b))
    .slice(0, 10);
  if (worst.length === 0) return [];
  const rows = worst.map((row) => [escapeMarkdown(row.field), withInterval(row.f1[0] ?? null)]);
  return ['### Worst fields', '', ...table(['field', 'F1'], rows)];
}

/** Returns the labels that are probably wrong. */
function labelIssueLines({ labelIssues: section }: ReportModel): string[] {
  if (!section) return [];
  const rows = section.issues
    .slice(0, listed)
    .map(({ itemId, path, label, proposed, score }) => [
      escapeMarkdown(itemId),
      ...[path, formatValue(label), formatValue(proposed)].map((text) => escapeMarkdown(shortened(text))),
      score.toFixed(1),
    ]);
  const left = section.found - rows.length;
  return [
    '### Label issues',
    '',
    escapeMarkdown(labelIssuesText(section)),
    '',
    ...table(['document', 'path', 'label', 'proposed', 'score'], rows),
    ...(left > 0 ? [`and ${grouped(left)} more`, ''] : []),
  ];
}

/** Returns the figures that differ from those of the service. */
function serviceLines({ reconciliation }: ReportModel): string[] {
  if (!reconciliation) return [];
  const differing = reconciliation.rows.filter(({ status }) => status === 'differs').slice(0, listed);
  const number = (value: number | null) => (value === null ? nothing : String(Number(value.toFixed(4))));
  const rows = differing.map(({ figure, goldset, service, finding }) => [
    escapeMarkdown(figure),
    number(goldset),
    number(service),
    escapeMarkdown(shortened(finding ?? '')),
  ]);
  return [
    '### Service figures',
    '',
    escapeMarkdown(reconciliation.sentence),
    '',
    ...table(['figure', 'goldset', 'service', 'finding'], rows),
  ];
}

/** Returns the errors of a workflow by stage. */
function stageLines({ attribution: found }: ReportModel): string[] {
  if (!found) return [];
  const rows = stages.map((stage) => [stage.replace('-', ' '), String(found.byStage[stage])]);
  return [
    '### Error attribution',
    '',
    `${found.errors} errors in ${found.documents} documents of ${found.packets} packets.`,
    '',
    ...table(['stage', 'errors'], rows),
  ];
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : text;
}
