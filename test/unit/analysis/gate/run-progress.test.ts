import { describe, expect, it } from 'vitest';
import { progressOf, type RunState } from '../../../../src/analysis/gate/run-progress.ts';

const complete: RunState = {
  planned: 10,
  failed: 0,
  cancelled: 0,
  notRun: 0,
  finished: true,
  dir: 'out/record',
  target: 'local',
};
const hintOf = (...states: readonly Partial<RunState>[]) =>
  progressOf(states.map((state) => ({ ...complete, ...state })))?.hint;

describe('progressOf', () => {
  it('returns null for a complete run', () => {
    expect(progressOf([complete, complete])).toBeNull();
  });

  it('names the command that executes cancelled item runs again, because a resumed run does not', () => {
    expect(hintOf({}, { cancelled: 2 })).toBe(
      'Run the cancelled documents again with: goldset run --only-failed out/record',
    );
  });

  it('names the command that resumes the run while item runs have not started', () => {
    const resume = 'Resume with: goldset run --resume out/record';
    expect(hintOf({ notRun: 1 }, { cancelled: 2 })).toBe(resume);
    expect(hintOf({ finished: false }, { finished: false, cancelled: 2 })).toBe(resume);
  });
});
