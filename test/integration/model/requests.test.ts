import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { errorSentence } from '../../../src/model/wire/error-body.ts';
import { parserRunSchema } from '../../../src/model/wire/parser-run.ts';
import {
  isTerminalRunStatus,
  processorRunRequestSchema,
  processorRunResponseSchema,
} from '../../../src/model/wire/processor-run.ts';
import {
  workflowBatchRequestSchema,
  workflowRunRequestSchema,
} from '../../../src/model/wire/workflow-run.ts';

function problems(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

describe('requests', () => {
  it('drop unknown members', () => {
    const parsed = processorRunRequestSchema.parse({ processorId: 'p', rawText: 'x', colour: 'red' });
    expect(parsed).toEqual({ processorId: 'p', rawText: 'x' });
  });

  it('limit metadata in bytes, not in characters', () => {
    const of = (length: number) => ({ processorId: 'p', rawText: 'x', metadata: { a: 'é'.repeat(length) } });
    // The JSON text {"a":""} has 8 bytes, and each letter of the value has 2 bytes. With 5116 letters, it has 10240
    // bytes.
    expect(problems(processorRunRequestSchema, of(5116))).toEqual([]);
    expect(problems(processorRunRequestSchema, of(5117))).toEqual(['metadata']);
  });

  it('accept an empty raw text', () => {
    expect(problems(processorRunRequestSchema, { processorId: 'p', rawText: '' })).toEqual([]);
  });

  it('limit a batch to 1 to 1000 inputs of exactly one document each', () => {
    const batch = (inputs: unknown[]) => problems(workflowBatchRequestSchema, { workflowId: 'w', inputs });
    expect(batch([])).toEqual(['inputs']);
    expect(batch(Array(1000).fill({ rawText: 'x' }))).toEqual([]);
    expect(batch(Array(1001).fill({ rawText: 'x' }))).toEqual(['inputs']);
    expect(batch([{ rawText: 'x', file: { fileId: 'f' } }])).toEqual(['inputs.0.file']);
    expect(batch([{}])).toEqual(['inputs.0.file']);
    expect(batch([{ file: { fileName: 'n' } }])).toEqual(['inputs.0.file']);
  });

  it('limit a workflow run to 50 files', () => {
    const run = (count: number) =>
      problems(workflowRunRequestSchema, { workflowId: 'w', files: Array(count).fill({ fileId: 'f' }) });
    expect(run(50)).toEqual([]);
    expect(run(51)).toEqual(['files']);
    expect(run(0)).toEqual(['files']);
  });
});

describe('answers', () => {
  it('accept unknown words and members', () => {
    const body = { success: true, processorRun: { id: 'dpr_1', status: 'PAUSED', mood: 'good' } };
    expect(processorRunResponseSchema.parse(body)).toEqual(body);
    expect(isTerminalRunStatus('PAUSED')).toBe(false);
    expect(isTerminalRunStatus('CANCELLED')).toBe(true);
    expect(
      parserRunSchema.safeParse({ id: 'x', status: 'PROCESSED', chunks: [{ content: '', blocks: [{}] }] })
        .success,
    ).toBe(false);
  });

  it.each([
    [{ success: false, error: 'a' }, 'a'],
    [{ error: 'b' }, 'b'],
    [{ code: 'C', message: 'c', retryable: true, requestId: 'r' }, 'c'],
    [{ code: 'D' }, 'D'],
    ['<html>', null],
    [null, null],
    [{ error: { nested: 1 } }, null],
  ])('have the message of the error %j', (body, sentence) => {
    expect(errorSentence(body)).toBe(sentence);
  });
});
