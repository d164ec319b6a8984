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
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { useBlock } from '../state/blocks.ts';

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

/** The charts that are also written as PNG files, from the same definitions. */
export function ChartsSection() {
  const block = useBlock('rest');
  if (!block) return <Waiting />;
  return (
    <>
      <SectionHeading title="Charts">
        The same charts stand as PNG files in the folder charts beside this file.
      </SectionHeading>
      {block.charts.map((definition) => (
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
}

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
      <canvas ref={canvas} role="img" aria-label={`${definition.title}; its numbers stand below`} />
    </div>
  );
}

function ChartNumbers({ definition }: { definition: ChartDefinition }) {
  const longest = Math.max(
    definition.categories.length,
    ...definition.series.map((series) => series.values.length),
  );
  return (
    <Scroller label={`Numbers of ${definition.title}`}>
      <table class="compact">
        <thead>
          <tr>
            <th scope="col">{definition.series.some((series) => series.x) ? definition.xLabel : ''}</th>
            {definition.series.map((series) => (
              <th key={series.name} scope="col" class="number">
                {series.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.min(longest, 500) }, (_, row) => (
            <tr key={row}>
              <th scope="row">{definition.categories[row] ?? definition.series[0]?.x?.[row] ?? row + 1}</th>
              {definition.series.map((series) => {
                const value = series.values[row];
                return (
                  <td key={series.name} class="number">
                    {value == null ? nothing : formatInUnit(value, definition.format)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
