import { grouped } from '../../base/phrases.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import {
  type BusinessSummary,
  type ConfigChanges,
  type LookFirst,
  type LookFirstDocument,
  lookFirstCounts,
  type NotablePart,
  type ReportSummary,
  type SummaryNumber,
  type SummaryOutcome,
  type TextPart,
} from '../../model/report/summary.ts';
import { escapeHtml as text } from './encode-block.ts';

/**
 * Returns the first page of the report as HTML. The browser shows this HTML until the script has loaded, and if scripts
 * are disabled. The script later shows the same elements and adds pictures of the documents.
 */
export function summaryHtml({ summary, versions }: Pick<ReportModel, 'summary' | 'versions'>): string {
  const { outcome, numbers, business, lookFirst, configChanges, notes } = summary;
  const names = versions.map(({ name }) => name);
  return [
    '<div class="summary">',
    headingHtml(summary),
    outcomeHtml(outcome, summary.why),
    ...notes.map((note) => `<p class="summary-note">${text(note)}</p>`),
    numbersHtml(numbers),
    businessHtml(business),
    lookFirstHtml(lookFirst, names),
    partsHtml(summary),
    configHtml(configChanges),
    '</div>',
  ].join('\n');
}

function headingHtml({ heading }: ReportSummary): string {
  return `<header class="report-heading"><h1>${text(heading.title)}</h1><p class="versions">${text(heading.subject)}</p><p class="facts quiet">${heading.facts.map(text).join(' · ')}</p></header>`;
}

function outcomeHtml(outcome: SummaryOutcome, why: readonly string[]): string {
  const { sign, tone, headline, sentences, nextStep, rules } = outcome;
  return `<section class="verdict tone-${text(tone)}" aria-label="Verdict"><span class="verdict-sign" aria-hidden="true">${text(sign)}</span><div>
<h2 class="headline">${text(headline)}</h2>
<p class="sentences">${sentences.map(text).join(' ')}</p>
<p class="next-step"><b>Next:</b> ${code(nextStep)}</p>
<p class="rules quiet">${text(rules)}</p>
<details class="why"><summary>Why this verdict</summary><ul class="reasons">${why.map((reason) => `<li>${text(reason)}</li>`).join('')}</ul></details>
</div></section>`;
}

/** Escapes a text for HTML. Shows parts between backticks as code. */
function code(given: string): string {
  return given
    .split('`')
    .map((part, i) => (i % 2 === 1 ? `<code>${text(part)}</code>` : text(part)))
    .join('');
}

function numbersHtml(numbers: readonly SummaryNumber[]): string {
  if (numbers.length === 0) return '';
  const items = numbers.map(({ label, text: figure, range, counts, detail, reference, mark }) => {
    const further = [range, detail, reference].filter((part) => part !== null && part !== '');
    return `<li class="key-figure"><h2>${text(label)}</h2><p class="figure">${text(figure)}</p>${markSvg(mark)}${further.map((part) => `<p class="quiet">${text(part ?? '')}</p>`).join('')}<p class="quiet counts">${text(counts)}</p></li>`;
  });
  return `<ul class="numbers" aria-label="Key figures">${items.join('\n')}</ul>`;
}

const markWidth = 200;

/**
 * Draws a share as SVG on a line from 0 to 100. The baseline is a ring, the share a dot with a range, and the target a
 * line.
 */
function markSvg(mark: SummaryNumber['mark']): string {
  if (mark === null) return '';
  const x = (share: number) => (8 + share * (markWidth - 16)).toFixed(1);
  const { before, after, low, high, target } = mark;
  return [
    `<svg class="figure-mark" viewBox="0 0 ${markWidth} 16" width="${markWidth}" height="16" aria-hidden="true">`,
    `<line class="axis" x1="8" x2="${markWidth - 8}" y1="8" y2="8"/>`,
    target === null ? '' : `<line class="target" x1="${x(target)}" x2="${x(target)}" y1="1" y2="15"/>`,
    low === null || high === null
      ? ''
      : `<rect class="range" x="${x(low)}" y="5" width="${Math.max(1, Number(x(high)) - Number(x(low))).toFixed(1)}" height="6"/>`,
    before === null ? '' : `<circle class="before" cx="${x(before)}" cy="8" r="4"/>`,
    `<circle class="after" cx="${x(after)}" cy="8" r="4.5"/>`,
    '</svg>',
  ].join('');
}

function businessHtml(business: BusinessSummary | null): string {
  if (business === null || business.lines.length === 0) return '';
  const lines = business.lines.map((line) => text(line.text)).join(' · ');
  const assumptions = business.lines.flatMap((line) => line.assumptions);
  const list = [...new Set(assumptions)].map((one) => `<li>${text(one)}</li>`).join('');
  const details = list === '' ? '' : `<details><summary>Assumptions</summary><ul>${list}</ul></details>`;
  return `<section class="business"><h2>What it means for you</h2><p>${lines}</p>${details}</section>`;
}

function lookFirstHtml(list: LookFirst, names: readonly string[]): string {
  const { documents, total, lost, of } = list;
  if (documents.length === 0) return '';
  const rows = documents.map((document) => documentHtml(document, names)).join('\n');
  const section = of === 'errors' ? '#/documents' : '#/newErrors';
  const more =
    total + lost > documents.length
      ? `<p><a data-href="${section}">${text(lost === 0 ? `All ${grouped(total)} documents with ${of}` : `All documents: ${lookFirstCounts(list)}`)}</a></p>`
      : '';
  return `<section class="look-first"><h2>Look at these first</h2><ol>${rows}</ol>${more}</section>`;
}

function documentHtml(document: LookFirstDocument, names: readonly string[]): string {
  const { itemId, position, errors, place, expected, values, sameCause, crop, cropNote } = document;
  const label = `Page ${crop?.page ?? 1} of ${itemId}`;
  const cropHtml =
    crop === null
      ? ''
      : `<div class="crop" role="img" aria-label="${text(label)}" data-position="${position}" data-page="${crop.page}" data-boxes="${text(JSON.stringify(crop.boxes))}"></div>`;
  const given = values.map(
    (value, i) =>
      `<div class="${i === values.length - 1 ? 'now' : 'before'}"><dt>${text(names[i] ?? '')}</dt><dd>${text(value)}</dd></div>`,
  );
  const notes = [sameCause, cropNote].flatMap((note) =>
    note === undefined ? [] : `<small class="quiet">${text(note)}</small>`,
  );
  // Do not repeat the value of the baseline if it equals the expected value, which is also shown.
  const shown = values.length === 2 && values[0] === expected ? given.slice(1) : given;
  return `<li>${cropHtml}<div class="look-text"><p><a data-href="#/document/${encodeURIComponent(itemId.toWellFormed())}">${text(itemId)}</a> <span class="errors">${text(errors)}</span></p><p class="place">${text(place)}${notes.join('')}</p><dl><div><dt>expected</dt><dd>${text(expected)}</dd></div>${shown.join('')}</dl></div></li>`;
}

function partsHtml({ gains, losses, weakest }: ReportSummary): string {
  const list = (title: string, parts: readonly NotablePart[]) =>
    parts.length === 0
      ? ''
      : `<p><b>${title}</b> ${parts.map((part) => `${text(part.name)} ${text(part.text)}`).join(' · ')}</p>`;
  const lines = [list('Clearly worse', losses), list('Biggest gains', gains), list('Weakest now', weakest)];
  return lines.every((line) => line === '') ? '' : `<section class="parts">${lines.join('')}</section>`;
}

function configHtml(changes: ConfigChanges | null): string {
  if (changes === null) return '';
  const rows = changes.settings.map(
    ({ group, path, text: words, difference, from, to, result }) =>
      `<li><p><span class="quiet">${text(group)}</span> ${text(words)}${result === null ? '' : ` <span class="result">${text(result.field)}: ${text(result.text)}</span>`}</p><dl class="setting"><dt><code>${text(path)}</code></dt>${difference === null ? valueHtml('before', from) + valueHtml('now', to) : differenceHtml(difference)}</dl></li>`,
  );
  return `<section class="config"><h2>What changed in the config</h2><p>${text(changes.sentence)}</p><details><summary>Full difference</summary><ul class="settings">${rows.join('')}</ul></details></section>`;
}

const elements = { same: 'span', removed: 'del', added: 'ins' } as const;

function differenceHtml(parts: readonly TextPart[]): string {
  const marked = parts.map(({ change, text: words }) => {
    const element = elements[change];
    return `<${element}>${text(words)}</${element}>`;
  });
  return `<dd class="difference">${marked.join('')}</dd>`;
}

function valueHtml(label: string, value: string | null): string {
  return value === null
    ? ''
    : `<dd class="${label}"><span class="quiet">${label}:</span> ${text(value)}</dd>`;
}
