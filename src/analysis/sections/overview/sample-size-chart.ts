import { grouped } from '../../../base/phrases.ts';
import type { ChartDefinition } from '../../../model/report/chart.ts';
import type { SampleSizeSection } from '../../../model/report/sections/sample-size-section.ts';

/**
 * Returns a chart that shows how many documents are needed to show a change of each size. The scale is logarithmic. A
 * line marks the number of documents in the report.
 */
export function sampleSizeChart(section: SampleSizeSection | null | undefined): ChartDefinition | null {
  if (section == null || section.documents === 0) return null;
  const { curve, documents } = section;
  const at = curve.effects.flatMap((_, i) =>
    curve.questions.some((question) => question.documents[i] != null) ? i : [],
  );
  if (at.length === 0) return null;
  const roles = ['candidate', 'baseline'] as const;
  return {
    id: 'sample-size',
    section: 'sampleSize',
    title: sampleSizeTitle(section),
    subtitle:
      'documents needed, on a scale on which each step is ten times the one before; the line is the number of documents of this report',
    kind: 'dot-interval',
    horizontal: true,
    xLabel: 'documents',
    yLabel: '',
    categories: at.map((i) => changeText(curve.effects[i] as number)),
    series: [
      ...curve.questions.slice(0, roles.length).map((question, number) => ({
        name: question.label,
        role: roles[number] as (typeof roles)[number],
        values: at.map((i) => question.documents[i] ?? null),
      })),
      { name: 'this report', role: 'reference' as const, values: at.map(() => documents) },
    ],
    scale: 'log',
    format: 'count',
  };
}

/**
 * Returns the title, which states the smallest change that the documents can show: `54 documents suffice for a change
 * of 20 of 100`.
 */
function sampleSizeTitle({ curve, documents }: SampleSizeSection): string {
  const [question] = curve.questions;
  const label = question?.label ?? '';
  const needed = question?.documents ?? [];
  const sufficient = curve.effects.filter((_, i) => {
    const count = needed[i];
    return count != null && count <= documents;
  });
  const smallest = sufficient.length === 0 ? null : Math.min(...sufficient);
  const sample = `${grouped(documents)} ${documents === 1 ? 'document' : 'documents'}`;
  const verb = documents === 1 ? 'suffices' : 'suffice';
  const largest = curve.effects[0] ?? 0;
  return smallest === null
    ? `${sample} ${documents === 1 ? 'is' : 'are'} too few for ${changeText(largest)} in ${label}`
    : `${sample} ${verb} for ${changeText(smallest)} in ${label}`;
}

function changeText(effect: number): string {
  return `a change of ${Math.round(effect * 100)} of 100`;
}
