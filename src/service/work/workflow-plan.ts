import { isJsonObject } from '../../model/json/json-value.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { WorkflowDefinition, WorkflowStep } from '../../model/wire/workflow.ts';
import type { StoredRun } from '../stores/run-store.ts';

/** Pages `start` to `end`, both included and counted from 1. */
interface PageRange {
  readonly start: number;
  readonly end: number;
}

export interface PlannedStep {
  /**
   * Position in the workflow, counted from 0. `1` is the second step. `1.0` is the first step after the
   * classification in step `1`. `1#2.0` is the first step for the third split of step `1`.
   */
  readonly key: string;
  readonly step: WorkflowStep;
  /** Pages that the step processes, or `undefined` for the whole file. */
  readonly pages: PageRange | undefined;
}

/** Returns all steps that can run or have run, given the outputs of the finished steps. */
export function dueSteps(definition: WorkflowDefinition, runs: readonly StoredRun[]): PlannedStep[] {
  const finished = new Map(
    runs.filter(({ status }) => status === 'PROCESSED').map((run) => [run.step, run] as const),
  );
  const due: PlannedStep[] = [];
  const visit = (steps: readonly WorkflowStep[], prefix: string, pages: PageRange | undefined): void => {
    for (const [index, step] of steps.entries()) {
      const key = `${prefix}${index}`;
      due.push({ key, step, pages });
      const run = finished.get(key);
      const output = run?.output;
      if (run === undefined || !isJsonObject(output)) continue;
      if (run.type === 'CLASSIFY') visit(stepsFor(step, [output.id, output.type]), `${key}.`, pages);
      if (run.type === 'SPLITTER' && Array.isArray(output.splits))
        for (const [number, split] of (output.splits as unknown[]).entries())
          if (isJsonObject(split))
            visit(stepsFor(step, [split.classificationId, split.type]), `${key}#${number}.`, {
              start: Number(split.startPage),
              end: Number(split.endPage),
            });
    }
  };
  visit(definition.steps, '', undefined);
  return due;
}

function stepsFor(step: WorkflowStep, names: readonly unknown[]): readonly WorkflowStep[] {
  for (const name of names)
    if (typeof name === 'string' && step.byClass !== undefined && Object.hasOwn(step.byClass, name))
      return step.byClass[name] ?? [];
  return step.otherwise ?? [];
}

/** Restricts the page options of a config to these pages of the file. Returns `null` if no page remains. */
export function configForPages(
  config: ProcessorConfig,
  pages: PageRange | undefined,
): ProcessorConfig | null {
  if (pages === undefined) return config;
  const { fixedPageLimit, pageRanges, ...options } = config.advancedOptions ?? {};
  const end = Math.min(pages.end, pages.start + (fixedPageLimit ?? Number.POSITIVE_INFINITY) - 1);
  const own =
    pageRanges === undefined || pageRanges.length === 0 ? [{ start: 1, end: Infinity }] : pageRanges;
  const ranges = own
    .map((range) => ({
      start: pages.start + range.start - 1,
      end: Math.min(end, pages.start + range.end - 1),
    }))
    .filter((range) => range.start <= range.end);
  if (ranges.length === 0) return null;
  return { ...config, advancedOptions: { ...options, pageRanges: ranges } } as ProcessorConfig;
}

export function needsReview(definition: WorkflowDefinition, outputs: readonly unknown[]): boolean {
  const rule = definition.review;
  if (rule === undefined || rule.when === 'never') return false;
  if (rule.when === 'always') return true;
  const threshold = rule.minConfidence ?? 0;
  return outputs.some((output) => confidencesOf(output).some((confidence) => confidence < threshold));
}

/** Returns the confidences of an output. Uses the OCR confidence of a value only if the model gives no confidence. */
function confidencesOf(output: unknown): number[] {
  if (!isJsonObject(output)) return [];
  const found: unknown[] = [output.confidence];
  if (isJsonObject(output.metadata))
    for (const entry of Object.values(output.metadata))
      if (isJsonObject(entry)) found.push(entry.logprobsConfidence ?? entry.ocrConfidence);
  if (!isJsonObject(output.value))
    for (const entry of Object.values(output)) if (isJsonObject(entry)) found.push(entry.confidence);
  return found.filter((confidence): confidence is number => typeof confidence === 'number');
}
