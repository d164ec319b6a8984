import { z } from 'zod';
import { objectMembers, responseSchema } from './list.ts';

export const workflowSchema = z.looseObject({
  ...objectMembers,
  name: z.string().optional(),
  version: z.string().nullish(),
});
export type Workflow = z.infer<typeof workflowSchema>;

export const workflowCreateRequestSchema = z.object({ name: z.string().min(1) });

export const workflowResponseSchema = responseSchema({ workflow: workflowSchema });

/** A step of a workflow: a processor, and the next steps per class. Only the local service supports this. */
export const workflowStepSchema = z.object({
  processorId: z.string().min(1),
  /** `latest`, `draft` or a number. Default: the newest published version when the workflow is deployed. */
  version: z.string().min(1).optional(),
  /** Next steps by the id or type of the class. Only classifiers and splitters output classes. */
  get byClass() {
    return z.record(z.string(), z.array(workflowStepSchema)).optional();
  },
  /** Next steps for every class that `byClass` does not contain. */
  get otherwise() {
    return z.array(workflowStepSchema).optional();
  },
});
export type WorkflowStep = z.infer<typeof workflowStepSchema>;

const workflowStepsLimit = 100;

/** The steps of a workflow, and the condition for a review by a person. Only the local service supports this. */
export const workflowDefinitionSchema = z
  .object({
    steps: z.array(workflowStepSchema),
    review: z
      .object({
        when: z.enum(['never', 'always', 'lowConfidence']),
        /** Threshold for `lowConfidence`. A confidence below this threshold requires a review. */
        minConfidence: z.number().min(0).max(1).optional(),
      })
      .optional(),
  })
  .refine(({ steps }) => countSteps(steps) <= workflowStepsLimit, {
    path: ['steps'],
    message: `at most ${workflowStepsLimit} steps, including those under "byClass" and "otherwise"`,
  })
  .refine(({ review }) => review?.when !== 'lowConfidence' || review.minConfidence !== undefined, {
    path: ['review', 'minConfidence'],
    message: 'required if "review.when" is "lowConfidence"',
  });
export type WorkflowDefinition = z.infer<typeof workflowDefinitionSchema>;

function countSteps(steps: readonly WorkflowStep[]): number {
  return steps.reduce((sum, step) => sum + 1 + countSteps(stepsBelow(step)), 0);
}

export function stepsBelow(step: WorkflowStep): readonly WorkflowStep[] {
  return [...Object.values(step.byClass ?? {}).flat(), ...(step.otherwise ?? [])];
}

export const workflowDefinitionResponseSchema = workflowResponseSchema.extend({
  definition: workflowDefinitionSchema,
});
