import { grouped, oneLine } from '../../base/phrases.ts';
import { placeText } from '../../base/place-text.ts';
import { formatValue } from '../../model/json/json-value.ts';
import {
  documentStateLabels,
  errorsText,
  type ListedChanges,
  listChanges,
} from '../../model/report/document-state.ts';
import type { ReportModel, Tile } from '../../model/report/report-model.ts';
import { stageLabels, stages } from '../../model/report/sections/error-attribution.ts';
import { labelIssuesText } from '../../model/report/sections/label-issue.ts';
import { annotatedTwiceText } from '../../model/report/sections/label-noise.ts';
import {
  type ConfigChanges,
  differenceText,
  type LookFirst,
  lookFirstCounts,
} from '../../model/report/summary.ts';
import { causeHeadings, causesTitle, causeTexts } from '../../model/score/cause-section.ts';
import {
  isWithinLabelNoise,
  labelCeilingText,
  smallSampleText,
  withinLabelNoise,
} from '../../model/score/measurement.ts';
import { formatInterval, formatMeasurement, nothing } from '../../viewer/blocks/format-measurement.ts';
import { statusLabels, verdictLabels } from '../../viewer/blocks/labels.ts';
import { escapeMarkdown } from './escape-markdown.ts';

const listed = 15;

/** Renders the main results of the report as Markdown, for a pull request or a job summary. */
export function renderMarkdown(model: ReportModel): string {
  const lines = [
    ...summaryLines(model),
    ...gateLines(model),
    ...changeLines(model),
    ...causeLines(model),
    ...notComparedLines(model),
    '### Figures',
    '',
    ...tileTable(model),
    ...model.summary.why.map((reason) => `- ${escapeMarkdown(reason)}`),
    ...(model.summary.why.length > 0 ? [''] : []),
    ...labelNoiseLines(model),
    ...labelIssueLines(model),
    ...serviceLines(model),
    ...stageLines(model),
    `${model.documents.scored} of ${model.documents.planned} documents · ${escapeMarkdown(model.dataset.name)} · ${escapeMarkdown(model.tool.name)} ${escapeMarkdown(model.tool.version)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the lines of the first page: verdict, figures, documents to open first, and changes of the config. With two
 * versions, omits the documents, because `changeLines` lists them.
 */
function summaryLines({ summary, versions }: ReportModel): string[] {
  const { heading, outcome, notes, numbers, business, configChanges, gains, losses, weakest } = summary;
  const parts = (title: string, list: typeof gains) =>
    list.length === 0
      ? []
      : [`**${title}:** ${list.map(({ name, text }) => escapeMarkdown(`${name} ${text}`)).join(' · ')}`, ''];
  return [
    `## ${escapeMarkdown(heading.title)}`,
    '',
    escapeMarkdown([heading.subject, ...heading.facts].join(' · ')),
    '',
    `**${escapeMarkdown(`${outcome.sign} ${outcome.headline}`)}**`,
    '',
    [...outcome.sentences, ...notes].map(escapeMarkdown).join(' '),
    '',
    `**Next:** ${withCode(outcome.nextStep)}`,
    '',
    `Rules: ${escapeMarkdown(outcome.rules)}`,
    '',
    ...table(
      ['', 'figure', 'range', ''],
      numbers.map(({ label, text, range, detail, reference }) =>
        [label, text, range, [detail, reference].filter((part) => part !== null).join('; ')].map(
          escapeMarkdown,
        ),
      ),
    ),
    ...(business === null || business.lines.length === 0
      ? []
      : [
          `**What it means for you:** ${business.lines.map(({ text }) => escapeMarkdown(text)).join(' · ')}`,
          '',
        ]),
    ...(versions.length === 2
      ? []
      : lookFirstLines(
          summary.lookFirst,
          versions.map(({ name }) => name),
        )),
    ...parts('Clearly worse', losses),
    ...parts('Biggest gains', gains),
    ...parts('Weakest now', weakest),
    ...(configChanges === null
      ? []
      : [
          `**What changed in the config:** ${escapeMarkdown(configChanges.sentence)}`,
          '',
          ...differenceLines(configChanges),
        ]),
  ];
}

/** Escapes a text for Markdown. Shows parts between backticks as code. Text inside code is not escaped. */
function withCode(text: string): string {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return escapeMarkdown(text);
  const space = (isSpace: boolean) => (isSpace ? ' ' : '');
  return parts
    .map((part, i) =>
      i % 2 === 1
        ? `\`${oneLine(part)}\``
        : `${space(/^\s/.test(part))}${escapeMarkdown(part)}${space(/\S\s+$/.test(part))}`,
    )
    .join('')
    .trim();
}

/** Returns a list of the changed settings whose values are texts. Each entry shows the changed words. */
function differenceLines({ settings }: ConfigChanges): string[] {
  const lines = settings.flatMap(({ text, difference }) =>
    difference === null ? [] : [`- ${escapeMarkdown(`${text}: ${differenceText(difference)}`)}`],
  );
  const more = lines.length - listed;
  if (lines.length === 0) return [];
  return [...lines.slice(0, listed), ...(more > 0 ? [`- and ${grouped(more)} more`] : []), ''];
}

function lookFirstLines(list: LookFirst, names: readonly string[]): string[] {
  const { documents, more } = list;
  if (documents.length === 0) return [];
  const rows = documents.map(({ itemId, errors, sameCause, place, expected, values }) =>
    [itemId, sameCause === undefined ? errors : `${errors}; ${sameCause}`, place, expected, ...values].map(
      cellText,
    ),
  );
  return [
    `### Look at these first (${lookFirstCounts(list)})`,
    '',
    ...table(['document', 'errors', 'place', 'expected', ...names.map(escapeMarkdown)], rows),
    ...(more > 0 ? [`and ${grouped(more)} more`, ''] : []),
  ];
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line), ''];
}

function withInterval(value: Tile['values'][number]): string {
  const interval = formatInterval(value);
  const mark = value !== null && isWithinLabelNoise(value) ? ' ≈' : '';
  return formatMeasurement(value) + (interval === '' ? '' : ` [${interval}]`) + mark;
}

function tileTable(model: ReportModel): string[] {
  const names = model.versions.map((version) => escapeMarkdown(version.name));
  const changeHeadings = names.length > 1 ? ['difference', ''] : [];
  const rows = model.tiles.map(({ label, values, difference, verdict }) => {
    const change = [
      difference ? withInterval(difference) : nothing,
      verdict ? verdictLabels[verdict].slice(0, 2).join(' ') : '',
    ];
    return [
      escapeMarkdown(label),
      ...values.map(withInterval),
      ...change.slice(0, changeHeadings.length),
      ...(model.labelNoise ? [ceilingText(values)] : []),
    ];
  });
  const small = smallSampleText(model.tiles[0]?.values.at(-1));
  const gold = model.labelNoise ? ['gold'] : [];
  return [...table(['', ...names, ...changeHeadings, ...gold], rows), ...(small === null ? [] : [small, ''])];
}

/** Returns the label ceiling of a table row as text; empty if the label ceiling is unknown. */
function ceilingText(values: Tile['values']): string {
  const ceiling = values.find((value) => value?.labelCeiling)?.labelCeiling;
  return ceiling === undefined ? '' : labelCeilingText(ceiling);
}

function gateLines({ gate }: ReportModel): string[] {
  const rows = gate?.checks.map(({ status, name, reason }) => [
    `${statusLabels[status][0]} ${status}`,
    escapeMarkdown(name),
    escapeMarkdown(reason),
  ]);
  return table(['gate', 'check', 'reason'], rows ?? []);
}

function changeLines(model: ReportModel): string[] {
  return listChanges(model.changes, model.changeCounts)
    .filter(({ group, count }) => group !== 'otherWrong' || count > 0)
    .flatMap((list) => changeTable(model, list));
}

/** Returns the causes of wrong values of the last version, in the order of the causes section. */
function causeLines({ causes }: ReportModel): string[] {
  const rows = causeTexts(causes).map((row) => row.map(cellText));
  const more = rows.length - listed;
  if (rows.length === 0) return [];
  return [
    `### ${causesTitle}`,
    '',
    ...table([...causeHeadings], rows.slice(0, listed)),
    ...(more > 0 ? [`and ${more} more causes`, ''] : []),
  ];
}

/** Returns lines on items and fields that the metrics exclude because only one version has them. */
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

/** Returns a table with one row per document. Each row shows the most important changed value of the document. */
function changeTable(model: ReportModel, { title, count, documents }: ListedChanges): string[] {
  const [baseline = '', candidate = ''] = model.versions.map((version) => escapeMarkdown(version.name));
  const rows = documents.slice(0, listed).map(({ itemId, values, ...change }) => {
    const [first, ...others] = values;
    const more = others.length > 0 ? ` +${others.length} more` : '';
    const [sign, words] = documentStateLabels[change.state];
    return [
      itemId,
      `${sign} ${words}, ${errorsText(change)}`,
      first === undefined ? '' : placeText(first.path, first.extraRow) + more,
      first?.expected ?? '',
      first?.baseline ?? '',
      first?.candidate ?? '',
    ].map(cellText);
  });
  const left = count - rows.length;
  return [
    `### ${title} (${count})`,
    '',
    ...table(['document', 'errors', 'value', 'expected', baseline, candidate], rows),
    ...(left > 0 ? [`and ${left} more documents`, ''] : []),
  ];
}

function labelNoiseLines({ labelNoise: section, versions }: ReportModel): string[] {
  if (!section) return [];
  const rows = section.rows.map((row) => [
    escapeMarkdown(row.label),
    ...row.values.map((value) =>
      withInterval(row.ceiling === null ? value : { ...value, labelCeiling: row.ceiling }),
    ),
    row.ceiling === null ? 'label noise unknown' : labelCeilingText(row.ceiling),
  ]);
  return [
    ...heading('Label noise', `${annotatedTwiceText(section)}; ≈: ${withinLabelNoise}`),
    ...table(['figure', ...versions.map(({ name }) => escapeMarkdown(name)), 'gold'], rows),
  ];
}

function labelIssueLines({ labelIssues: section }: ReportModel): string[] {
  if (!section) return [];
  const rows = section.issues
    .slice(0, listed)
    .map(({ itemId, path, label, proposed, score }) => [
      escapeMarkdown(itemId),
      ...[path, formatValue(label), formatValue(proposed)].map(cellText),
      score.toFixed(1),
    ]);
  const left = section.found - rows.length;
  return [
    ...heading('Label issues', labelIssuesText(section)),
    ...table(['document', 'path', 'label', 'proposed', 'score'], rows),
    ...(left > 0 ? [`and ${grouped(left)} more`, ''] : []),
  ];
}

/** Returns lines on figures that differ between goldset and the service. */
function serviceLines({ reconciliation }: ReportModel): string[] {
  if (!reconciliation) return [];
  const differing = reconciliation.rows.filter(({ status }) => status === 'differs').slice(0, listed);
  const number = (value: number | null) => (value === null ? nothing : String(Number(value.toFixed(4))));
  const rows = differing.map(({ figure, goldset, service, finding }) => [
    escapeMarkdown(figure),
    number(goldset),
    number(service),
    cellText(finding ?? ''),
  ]);
  return [
    ...heading('Service figures', reconciliation.sentence),
    ...table(['figure', 'goldset', 'service', 'finding'], rows),
  ];
}

function stageLines({ attribution }: ReportModel): string[] {
  if (!attribution) return [];
  const { errors, documents, packets, byStage } = attribution;
  const rows = stages.map((stage) => [stageLabels[stage], String(byStage[stage])]);
  return [
    ...heading('Error attribution', `${errors} errors in ${documents} documents of ${packets} packets.`),
    ...table(['stage', 'errors'], rows),
  ];
}

function heading(title: string, sentence: string): string[] {
  return [`### ${title}`, '', escapeMarkdown(sentence), ''];
}

function cellText(text: string): string {
  const characters = [...text];
  return escapeMarkdown(characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : text);
}
