import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaQuantile, incompleteBeta, studentTQuantile } from '../../../src/stats/numeric/distributions.ts';

describe('quantile of the beta distribution', () => {
  // Reference values: scipy 1.17.1, betaincinv(a, b, p).
  it.each([
    [0.025, 8, 3, 0.4439045376923585],
    [0.975, 9, 2, 0.9747892736731666],
    [0.025, 0.4, 1.6, 5.530282125414875e-5],
    [0.975, 1.4, 0.6, 0.9985479473068698],
    [0.025, 195, 6, 0.9426256488731541],
    [0.975, 1, 20, 0.1684334709830853],
    [0.005, 36.27, 4.7, 0.7272744159259418],
    [0.995, 37.27, 3.7, 0.985513066144079],
    [0.025, 19011.5, 990.2, 0.9474456830340697],
    [0.975, 187654.3, 2345.7, 0.9881458449262664],
    [0.3, 0.0119, 7.5, 9.296508260617613e-46],
    [0.5, 650_000, 650_000, 0.5],
  ])('%d of Beta(%d, %d)', (p, a, b, wanted) => {
    expect(Math.abs(betaQuantile(p, a, b) - wanted)).toBeLessThan(1e-11);
  });

  it('is 0 and 1 at the ends, also for very uneven shapes', () => {
    expect(betaQuantile(0, 2, 3)).toBe(0);
    expect(betaQuantile(1, 2, 3)).toBe(1);
    expect(betaQuantile(0.975, 1.01, 0.01)).toBe(1);
    expect(betaQuantile(0.025, 0.001, 1)).toBeCloseTo(0, 300);
  });

  it('inverts the distribution function, and mirrors if the parameters are swapped', () => {
    const shape = fc.double({ min: 0.3, max: 5000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (p, a, b) => {
        const x = betaQuantile(p, a, b);
        // Close to 1, neighbouring doubles have very different probabilities, so there may be no double with the
        // probability p.
        if (x < 0.999) expect(incompleteBeta(x, a, b)).toBeCloseTo(p, 9);
        expect(betaQuantile(1 - p, b, a)).toBeCloseTo(1 - x, 9);
      }),
    );
  });
});

describe("quantile of Student's t distribution", () => {
  // Reference values: scipy 1.17.1, t.ppf.
  it.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 2, 4.302652729749462],
    [0.995, 4, 4.604094871349992],
    [0.025, 19, -2.09302405440831],
    [0.9999, 49, 4.020490058782638],
    [0.975, 9999, 1.960201263621357],
    [1e-9, 1, -318309886.1837907],
  ])('%d with %d degrees', (p, degrees, wanted) => {
    expect(Math.abs(studentTQuantile(p, degrees) / wanted - 1)).toBeLessThan(1e-10);
  });
});
