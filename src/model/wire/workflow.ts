import { z } from 'zod';

export const workflowSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  name: z.string().optional(),
  version: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type Workflow = z.infer<typeof workflowSchema>;

export const workflowCreateRequestSchema = z.object({ name: z.string().min(1) });
export type WorkflowCreateRequest = z.infer<typeof workflowCreateRequestSchema>;

export const workflowResponseSchema = z.looseObject({ success: z.boolean(), workflow: workflowSchema });

/** One processor in a chain, and what follows it by the class that it gives a document or a split. Ours, below `/local/`. */
export interface WorkflowStep {
  readonly processorId: string;
  /** `latest`, `draft` or a number. If not given: `latest` in a draft, and once deployed what that was then. */
  readonly version?: string;
  /** Steps by the id or type of a class; only after a classifier or a splitter. */
  readonly byClass?: Readonly<Record<string, readonly WorkflowStep[]>>;
  /** Steps for every class that `byClass` does not name. */
  readonly otherwise?: readonly WorkflowStep[];
}

export const workflowStepsLimit = 100;

export const workflowStepSchema: z.ZodType<WorkflowStep> = z.lazy(() =>
  z.object({
    processorId: z.string().min(1),
    version: z.string().min(1).optional(),
    byClass: z.record(z.string(), z.array(workflowStepSchema)).optional(),
    otherwise: z.array(workflowStepSchema).optional(),
  }),
);

/** What a workflow does with a file, and when a person has to look at the result. Ours, below `/local/`. */
export const workflowDefinitionSchema = z
  .object({
    /** Each runs on the whole file. */
    steps: z.array(workflowStepSchema),
    review: z
      .object({
        when: z.enum(['never', 'always', 'lowConfidence']),
        /** For `lowConfidence`: a review is due where any confidence lies below. */
        minConfidence: z.number().min(0).max(1).optional(),
      })
      .optional(),
  })
  .superRefine((definition, context) => {
    if (countSteps(definition.steps) > workflowStepsLimit)
      context.addIssue({
        code: 'custom',
        path: ['steps'],
        message: `at most ${workflowStepsLimit} steps, those below byClass and otherwise included`,
      });
    if (definition.review?.when === 'lowConfidence' && definition.review.minConfidence === undefined)
      context.addIssue({
        code: 'custom',
        path: ['review', 'minConfidence'],
        message: 'required when a review is due at low confidence',
      });
  });
export type WorkflowDefinition = z.infer<typeof workflowDefinitionSchema>;

function countSteps(steps: readonly WorkflowStep[]): number {
  return steps.reduce((sum, step) => sum + 1 + countSteps(stepsBelow(step)), 0);
}

/** The steps that may follow a step, whatever its result. */
export function stepsBelow(step: WorkflowStep): readonly WorkflowStep[] {
  return [...Object.values(step.byClass ?? {}).flat(), ...(step.otherwise ?? [])];
}

export const workflowDefinitionResponseSchema = workflowResponseSchema.extend({
  definition: workflowDefinitionSchema,
});
