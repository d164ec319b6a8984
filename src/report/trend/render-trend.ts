import type { ChartDefinition } from '../../model/report/chart.ts';
import type { TrendResult } from '../../model/results/score-results.ts';
import { trendNotes } from '../../model/results/trend-notes.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { optionDifferencesText } from '../../model/score/option-differences.ts';
import { formatInterval, formatMeasurement } from '../../viewer/blocks/format-measurement.ts';
import { escapeHtml } from '../html/encode-block.ts';
import { renderChart } from '../png/render-charts.ts';

const style = `:root{color-scheme:light dark}body{font:14px system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
.scroller{overflow-x:auto}td.text{min-width:8rem}td.text:last-child{min-width:16rem}
img{width:100%;height:auto;background:#fff}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;border-bottom:1px solid #8884;text-align:right;vertical-align:top}th:first-child,td:first-child,td.text,th.text{text-align:left}
.quiet{opacity:.8}`;

/**
 * Renders a trend as one HTML page that needs no network. It contains the charts as images and a table of the figures.
 */
export function renderTrend(answer: TrendResult, charts: readonly ChartDefinition[]): string {
  const title = `${answer.dataset} over ${answer.points.length} runs`;
  const labels = (answer.points.at(-1)?.headline ?? []).map(({ label }) => label);
  const images = charts.map(
    (chart) =>
      `<img alt="${escapeHtml(chart.title)}" src="data:image/png;base64,${Buffer.from(renderChart(chart)).toString('base64')}">`,
  );
  const rows = answer.points.map((point) => {
    const cells = labels.map((label) =>
      cell(point.headline.find((entry) => entry.label === label)?.value ?? null),
    );
    const { outcome } = point;
    const verdict = outcome === null ? '' : `${outcome.sign} ${outcome.headline}`;
    const why = outcome === null ? (point.notCompared ?? '') : outcome.sentences.join(' ');
    const options = optionDifferencesText(point.optionDifferences);
    const other = options === null ? '' : `<br><span class="quiet">${escapeHtml(options)}</span>`;
    return `<tr><td>${escapeHtml(point.createdAt.slice(0, 16).replace('T', ' '))}</td><td class="text">${escapeHtml(point.version)}<br><span class="quiet">${escapeHtml(point.record)}${point.finished ? '' : ' (unfinished)'}</span>${other}</td><td>${point.documents}</td>${cells.join('')}<td class="text">${escapeHtml(verdict)}<br><span class="quiet">${escapeHtml(why)}</span></td></tr>`;
  });
  const head = (text: string, isText = false) =>
    `<th scope="col"${isText ? ' class="text"' : ''}>${escapeHtml(text)}</th>`;
  const heads = [
    head('run'),
    head('version', true),
    ...['documents', ...labels].map((label) => head(label)),
    head('compared with the previous run', true),
  ];
  const notes = trendNotes(answer).map((note) => `<p>${escapeHtml(note)}.</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${images.join('\n')}
<section class="scroller" tabindex="0" aria-label="Runs"><table><thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></section>
${notes.join('\n')}</main></body></html>
`;
}

function cell(value: Measurement | null): string {
  const interval = formatInterval(value);
  const bounds = interval === '' ? '' : ` <span class="quiet">${escapeHtml(interval)}</span>`;
  return `<td>${escapeHtml(formatMeasurement(value))}${bounds}</td>`;
}
