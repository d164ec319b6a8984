import { describe, expect, it } from 'vitest';
import { type GatePolicy, gatePolicySchema } from '../../../../src/model/gate/gate-policy.ts';
import { checkSettings } from '../../../../src/usecases/settings/read-settings.ts';

const read = (policy: unknown) => checkSettings(policy, 'gate.yaml', gatePolicySchema);
const message = (policy: unknown) => {
  try {
    read(policy);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('rules that cannot fail or pass', () => {
  it('are rejected all at once', () => {
    const text = message({
      failures: { max: 1 },
      limits: [
        { metric: 'f1', min: 0 },
        { metric: 'recall', max: 1 },
        { metric: 'recall', min: 1, on: 'interval' },
        { metric: 'hallucination_rate', max: 0, on: 'interval' },
        { metric: 'recall', min: 0.9, max: 0.5 },
      ],
      regressions: [{ metric: 'f1', margin: 1 }],
    });
    expect(text.split('; ')).toEqual([
      'gate.yaml: failures.max: found 1, expected a share below 1, because a bound of 1 cannot fail',
      'limits[0].min: found 0, expected a share above 0, because a minimum of 0 cannot fail',
      'limits[1].max: found 1, expected a share below 1, because a bound of 1 cannot fail',
      'limits[2].min: found 1, expected a share below 1 with "on": "interval", because no interval can meet a minimum of 1',
      'limits[3].max: found 0, expected a share above 0 with "on": "interval", because no interval can meet a maximum of 0',
      'limits[4].max: found 0.5, expected "max" to be at least "min", because otherwise no figure is inside both bounds',
      'regressions[0].margin: found 1, expected a share below 1, because a bound of 1 cannot fail',
    ]);
  });

  it('lists at most 20 of them', () => {
    const limits = Array.from({ length: 30 }, () => ({ metric: 'f1', min: 0 }));
    expect(message({ limits })).toMatch(/limits\[19\]\.min: [^;]*; and 10 more$/);
  });

  it('are accepted if a figure can meet them and miss them', () => {
    const policy: GatePolicy = {
      limits: [
        { metric: 'recall', min: 1 },
        { metric: 'hallucination_rate', max: 0 },
        { metric: 'recall', min: 0.5, max: 0.5 },
        { metric: 'recall', min: 0.99, on: 'interval' },
      ],
      regressions: [{ metric: 'f1', margin: 0 }],
      newlyWrong: [{ max: 0, where: { kind: 'credit-note' } }],
    };
    expect(read(policy)).toEqual(policy);
  });
});

describe('an unknown key', () => {
  it('names the known keys, and suggests the keys that replace a former one', () => {
    expect(message({ broken: [{ max: 0 }] })).toMatch(
      /^gate\.yaml: its keys: found unknown "broken", expected .*newlyWrong, newErrors, .* \(did you mean newlyWrong or newErrors\?\)$/,
    );
    expect(message({ newError: [{ max: 0 }] })).toMatch(/found unknown "newError", expected .*newErrors/);
    expect(message({ newlyWrong: [{ max: 0, field: 'total' }] })).toMatch(
      /newlyWrong\[0\]: found unknown "field", expected max, where, by$/,
    );
  });
});
