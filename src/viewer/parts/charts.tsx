import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartDefinition } from '../../model/report/chart.ts';
import type { SectionName } from '../../model/report/report-sections.ts';
import { formatInUnit, nothing } from '../blocks/format-measurement.ts';
import { chartRows } from '../charts/chart-rows.ts';
import { darkTheme, lightTheme } from '../charts/chart-theme.ts';
import type { DrawChart } from '../charts/charts-main.ts';
import { blockFailure, loadScript, useBlock } from '../state/blocks.ts';
import { paperWidth, useNarrow, usePrinting } from '../state/screen.ts';
import { useDark } from '../state/theme.ts';
import { DataTable, numberColumn } from './data-table.tsx';

/**
 * The charts of a section, each with a table of its numbers. Renders nothing if there are no charts. With the kind
 * `matrix`, only shows a button that saves the confusion matrix as an image. The page shows this matrix as a table, not
 * as a chart.
 */
export function Charts({ section, kind }: { section: SectionName; kind?: 'matrix' }) {
  const charts = useBlock('charts')?.filter((definition) => definition.section === section) ?? [];
  const ofMatrix = charts.filter((definition) => definition.kind === 'matrix');
  if (kind === 'matrix')
    return ofMatrix.map((definition) => (
      <button key={definition.id} type="button" class="save" onClick={() => saveDrawing(definition)}>
        Save as PNG: {definition.title}
      </button>
    ));
  const drawn = charts.filter((definition) => definition.kind !== 'matrix');
  return drawn.map((definition) => (
    <figure key={definition.id} class="chart">
      <figcaption>
        <b>{definition.title}</b>
        {definition.subtitle && <span class="quiet"> {definition.subtitle}</span>}
      </figcaption>
      <ChartCanvas definition={definition} />
      <details>
        <summary>Numbers of this chart</summary>
        <ChartNumbers definition={definition} />
      </details>
    </figure>
  ));
}

/** The function that draws charts; `undefined` until its script is loaded. */
let drawChart: DrawChart | undefined;
let drawing: Promise<DrawChart> | undefined;

function loadDrawChart(): Promise<DrawChart> {
  drawing ??= loadScript('charts').then(() => {
    drawChart = (globalThis as unknown as { goldsetDrawChart: DrawChart }).goldsetDrawChart;
    return drawChart;
  });
  return drawing;
}

/** Saves the drawing on a canvas as PNG. The canvas of a chart is transparent, so a background is added. */
function saveCanvas(canvas: HTMLCanvasElement, name: string, ground: string): void {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  if (!context) return;
  context.fillStyle = ground;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  const link = document.createElement('a');
  link.download = `${name}.png`;
  link.href = copy.toDataURL('image/png');
  link.click();
}

const savedWidth = 800;

/** Draws a chart outside of the page, and saves it. */
async function saveDrawing(definition: ChartDefinition): Promise<void> {
  const draw = await loadDrawChart();
  const frame = document.createElement('div');
  frame.className = 'drawing';
  const canvas = document.createElement('canvas');
  frame.style.width = `${savedWidth}px`;
  frame.style.height = `${110 + chartRows(definition) * 26}px`;
  frame.append(canvas);
  document.body.append(frame);
  const remove = draw(canvas, definition, lightTheme);
  saveCanvas(canvas, definition.id, lightTheme.ground);
  remove();
  frame.remove();
}

/** Paper shows more details than a screen. */
const printedPixelRatio = 2;

function ChartCanvas({ definition }: { definition: ChartDefinition }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useDark() ? darkTheme : lightTheme;
  const [drawn, setDrawn] = useState(false);
  const rows = chartRows(definition);
  // On a narrow screen, the names of rows need two lines.
  const rowHeight = useNarrow() ? 34 : 26;
  const height = rows === 0 ? 360 : Math.min(4000, Math.max(150, 90 + rows * rowHeight));
  const printing = usePrinting();
  // The browser does not wait for the chart of a printed page, so draw this chart at once: in light colours, and in a
  // size that does not depend on the window.
  useLayoutEffect(() => {
    let remove: (() => void) | undefined;
    let isCurrent = true;
    const draw = (drawOn: DrawChart) => {
      if (!isCurrent || !canvas.current) return;
      remove = drawOn(canvas.current, definition, theme, printing ? printedPixelRatio : undefined);
      setDrawn(true);
    };
    if (drawChart) draw(drawChart);
    else loadDrawChart().then(draw, () => dispatchEvent(new Event(blockFailure)));
    return () => {
      isCurrent = false;
      remove?.();
    };
  }, [definition, theme, printing]);
  const save = () => canvas.current && saveCanvas(canvas.current, definition.id, theme.ground);
  return (
    <>
      <div
        class="chart-frame"
        style={{ height: `${height}px`, width: printing ? `${paperWidth}px` : undefined }}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${definition.title}. ${definition.subtitle ?? ''} The table below has the numbers.`}
        />
      </div>
      {drawn && (
        <button type="button" class="save" onClick={save}>
          Save as PNG
        </button>
      )}
    </>
  );
}

const maxRows = 500;

function ChartNumbers({ definition }: { definition: ChartDefinition }) {
  const { series, categories } = definition;
  const longest = Math.max(categories.length, ...series.map(({ values }) => values.length));
  return (
    <DataTable<number>
      label={`Numbers of ${definition.title}`}
      look="compact"
      rows={Array.from({ length: Math.min(longest, maxRows) }, (_, at) => at)}
      columns={[
        {
          heading: series.some(({ x }) => x) ? definition.xLabel : definition.yLabel || 'Name',
          cell: (at) => categories[at] ?? series[0]?.x?.[at] ?? at + 1,
        },
        ...series.map(({ name, values }) =>
          numberColumn<number>(name, (at) => {
            const value = values[at];
            return value == null ? nothing : formatInUnit(value, definition.format);
          }),
        ),
      ]}
    />
  );
}
