import { describe, expect, it } from 'vitest';
import { injectedCauses } from '../../../bench/causes/inject-error.ts';
import { measureInjectedErrors } from '../../../bench/causes/measure-injected-errors.ts';
import { times } from '../../fixtures/long-form.ts';

describe('causes of injected errors', () => {
  it.each(['default', 'exact'] as const)('are right for at least 90 % (comparators: %s)', (comparators) => {
    const { causes, right, wrong } = measureInjectedErrors(times(200, 20_000), comparators, 'test');
    expect(right / wrong).toBeGreaterThanOrEqual(0.9);
    expect(causes.map(({ cause }) => cause)).toEqual([...injectedCauses]);
    // The limit for `neighbouring-label` is lower, because its errors can move cells between table rows. Such errors
    // count as `rows`.
    for (const { cause, count, stated } of causes)
      expect((stated.get(cause) ?? 0) / count, cause).toBeGreaterThanOrEqual(
        cause === 'neighbouring-label' ? 0.5 : 0.85,
      );
  });
});
