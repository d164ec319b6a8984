import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChartDefinition } from '../../model/report/chart.ts';
import { formatInUnit, nothing } from '../blocks/format-measurement.ts';
import { chartConfig, chartRows } from '../charts/chart-config.ts';
import { darkTheme, lightTheme } from '../charts/chart-theme.ts';
import { DataTable, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
  Tooltip,
);

export const view = defineView('charts', ({ data }) => {
  return (
    <>
      <SectionHeading title="Charts">The format png writes the same charts as files.</SectionHeading>
      {data.map((definition) => (
        <section key={definition.id} class="chart">
          <h2>{definition.title}</h2>
          <ChartCanvas definition={definition} />
          <details>
            <summary>Numbers of this chart</summary>
            <ChartNumbers definition={definition} />
          </details>
        </section>
      ))}
    </>
  );
});

function useDark(): boolean {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = (event: MediaQueryListEvent) => setDark(event.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return dark;
}

function ChartCanvas({ definition }: { definition: ChartDefinition }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useDark();
  const rows = chartRows(definition);
  const height = rows === 0 ? 360 : Math.min(4000, Math.max(220, 90 + rows * 26));
  useEffect(() => {
    if (!canvas.current) return;
    const chart = new Chart(canvas.current, chartConfig(definition, dark ? darkTheme : lightTheme));
    return () => chart.destroy();
  }, [definition, dark]);
  return (
    <div class="chart-frame" style={{ height: `${height}px` }}>
      <canvas ref={canvas} role="img" aria-label={`${definition.title}; its numbers are below`} />
    </div>
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
          heading: series.some(({ x }) => x) ? definition.xLabel : '',
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
