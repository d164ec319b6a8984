import { isJsonObject } from '../../model/json/json-value.ts';
import type { FigureUnit } from '../../model/report/sections/reconciliation.ts';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import { memberName } from './figure-parts.ts';

export interface ServiceFigure {
  readonly value: number;
  readonly unit: FigureUnit;
  /** Whether the specification of the service names this figure. */
  readonly known: boolean;
}

const countNames = new Set(['numFiles', 'numPages', 'numExpectedDocs', 'numPredictedDocs', 'numCorrectDocs']);
const shareNames = new Set(['accuracyPerc', 'precisionPerc', 'recallPerc']);
const countMaps = new Set(['distribution', 'arrayCardinalityMetrics', 'confusionMatrix']);

/** Returns every number in the metrics of a batch, by its name. Ignores nulls. */
export function serviceFigures(metrics: BatchMetrics): Map<string, ServiceFigure> {
  const figures = new Map<string, ServiceFigure>();
  walk(metrics, '', null);
  return figures;

  function walk(value: unknown, name: string, inside: 'field' | 'counts' | 'shares' | null): void {
    if (typeof value === 'number') {
      figures.set(name, { value, ...meaning(name, inside) });
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (inside === null && countMaps.has(key)) walk(member, key, 'counts');
      else if (inside === null && key === 'accuracyPercByClassification') walk(member, key, 'shares');
      else if (key === 'fieldMetrics' && (inside === null || inside === 'field')) fields(member, name);
      else walk(member, memberName(name, key), inside);
    }
  }

  function fields(member: unknown, name: string): void {
    if (!isJsonObject(member)) return;
    const place = memberName(name, 'fieldMetrics');
    for (const [field, metrics] of Object.entries(member)) walk(metrics, memberName(place, field), 'field');
  }
}

function meaning(
  name: string,
  inside: 'field' | 'counts' | 'shares' | null,
): { unit: FigureUnit; known: boolean } {
  if (inside === 'counts') return { unit: 'count', known: true };
  if (inside === 'shares') return { unit: 'share', known: true };
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (last === 'meanConfidence') return { unit: 'confidence', known: true };
  if (last === 'meanRunTimeMs') return { unit: 'ms', known: true };
  if (shareNames.has(last)) return { unit: 'share', known: true };
  return { unit: 'count', known: inside === null && countNames.has(last) };
}
