import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { binomialDraw } from '../../../src/stats/numeric/binomial-draw.ts';
import { normalCdf, normalQuantile, studentTQuantile } from '../../../src/stats/numeric/distributions.ts';
import { expandedLevels } from '../../../src/stats/resampling/bootstrap-levels.ts';
import { bootstrapRatio } from '../../../src/stats/resampling/bootstrap-ratio.ts';
import { bootstrapSums, unitClasses } from '../../../src/stats/resampling/bootstrap-sums.ts';

/** Returns the binomial probabilities of 0 to n. */
function binomialProbabilities(n: number, p: number): number[] {
  const logs = [n * Math.log1p(-p)];
  for (let k = 0; k < n; k++)
    logs.push((logs[k] as number) + Math.log((n - k) / (k + 1)) + Math.log(p / (1 - p)));
  return logs.map(Math.exp);
}

describe('binomial draws', () => {
  // Covers both algorithms, and rates above and below one half.
  it.each([
    [20, 0.3],
    [30, 0.5],
    [100, 0.3],
    [60, 2 / 3],
    [990, 0.01],
    [10_000, 0.25],
  ])('have the frequencies of Binomial(%i, %f)', (n, p) => {
    const draws = 40_000;
    const random = new Random(`binomial ${n} ${p}`);
    const seen = new Float64Array(n + 1);
    for (let i = 0; i < draws; i++) {
      const k = binomialDraw(random, n, p);
      seen[k] = (seen[k] as number) + 1;
    }
    // Chi-square test. Joins neighbouring counts until at least 20 draws are expected in each cell.
    let expected = 0;
    let found = 0;
    let chiSquare = 0;
    let cells = 0;
    for (const [k, probability] of binomialProbabilities(n, p).entries()) {
      expected += draws * probability;
      found += seen[k] as number;
      if (expected < 20) continue;
      chiSquare += (found - expected) ** 2 / expected;
      cells++;
      expected = 0;
      found = 0;
    }
    // A chi-square distribution has the mean cells - 1 and the standard deviation sqrt(2 (cells - 1)). By chance, a
    // value exceeds the mean by four deviations once in tens of thousands of tests.
    expect(chiSquare).toBeLessThan(cells - 1 + 4 * Math.sqrt(2 * (cells - 1)) + 4);
  });

  it('return the only possible value at the ends', () => {
    const random = new Random(1);
    expect(binomialDraw(random, 0, 0.5)).toBe(0);
    expect(binomialDraw(random, 7, 0)).toBe(0);
    expect(binomialDraw(random, 7, 1)).toBe(7);
  });
});

describe('sums of bootstrap replicates', () => {
  const random = new Random('documents');
  const numerators = Float64Array.from({ length: 600 }, () => random.integer(3));
  const denominators = numerators.map((part) => Math.max(1, part) + random.integer(2));

  it('groups units with equal values, in any order', () => {
    const classes = unitClasses([Float64Array.of(1, 0, 1), Float64Array.of(1, 1, 1)]);
    expect(classes.sizes).toEqual(Float64Array.of(2, 1));
    expect(classes.columns).toEqual([Float64Array.of(1, 0), Float64Array.of(1, 1)]);
    expect(unitClasses([Float64Array.of(0, 1, 1), Float64Array.of(1, 1, 1)])).toEqual(classes);
  });

  it('have the same distribution if drawn per document or per class', () => {
    const classes = unitClasses([numerators, denominators]);
    const options = { replicates: 20_000, seed: 5 };
    const plain = bootstrapSums(classes, { ...options, draw: 'documents' });
    const fast = bootstrapSums(classes, { ...options, draw: 'classes' });
    for (const column of [0, 1]) {
      const a = (plain[column] as Float64Array).toSorted();
      const b = (fast[column] as Float64Array).toSorted();
      // Kolmogorov-Smirnov distance of the two samples. For equal distributions, it exceeds 1.95 sqrt(2 / 20,000) =
      // .0195 once in a thousand tests.
      let distance = 0;
      for (let i = 0, j = 0; i < a.length && j < b.length; ) {
        const next = Math.min(a[i] as number, b[j] as number);
        while (a[i] === next) i++;
        while (b[j] === next) j++;
        distance = Math.max(distance, Math.abs(i - j) / a.length);
      }
      expect(distance).toBeLessThan(0.0195);
      expect(distance).toBeGreaterThan(0);
    }
  });

  it('are bit-equal for equal seeds and any order of the documents', () => {
    for (const draw of ['documents', 'classes'] as const) {
      const once = bootstrapRatio({ numerators, denominators, seed: 9, draw });
      const back = bootstrapRatio({
        numerators: numerators.toReversed(),
        denominators: denominators.toReversed(),
        seed: 9,
        draw,
      });
      expect(back).toEqual(once);
      expect(bootstrapRatio({ numerators, denominators, seed: 10, draw })).not.toEqual(once);
    }
  });

  it('have the mean and the spread of the sample', () => {
    // 300 of 600 documents are right. With either draw method, the sum has the mean 300 and the variance 600 x .25 =
    // 150.
    const half = Float64Array.from({ length: 600 }, (_, i) => i % 2);
    for (const draw of ['documents', 'classes'] as const) {
      const [sums] = bootstrapSums(unitClasses([half]), { replicates: 40_000, seed: 2, draw });
      const values = sums as Float64Array;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
      expect(Math.abs(mean - 300)).toBeLessThan(4 * Math.sqrt(150 / 40_000));
      expect(Math.abs(variance / 150 - 1)).toBeLessThan(4 * Math.sqrt(2 / 40_000));
    }
  });
});

describe('distributions', () => {
  it('of Normal and Student equal printed tables', () => {
    expect(normalCdf(0)).toBe(0.5);
    expect(normalCdf(1)).toBeCloseTo(0.8413447460685429, 14);
    expect(normalCdf(-6)).toBeCloseTo(9.865876450376946e-10, 20);
    for (const p of [1e-9, 0.001, 0.1, 0.4, 0.9, 0.999])
      expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 11);
    // The values are from printed tables.
    expect(studentTQuantile(0.975, 1)).toBeCloseTo(12.706204736, 8);
    expect(studentTQuantile(0.975, 19)).toBeCloseTo(2.09302405, 7);
    expect(studentTQuantile(0.025, 199)).toBeCloseTo(-1.97195654, 7);
  });

  it('give the levels of the expanded percentile interval', () => {
    // The 97.5 % quantile of Student's t with 19 degrees of freedom is 2.0930. Expanded to 20 documents, it is 2.0930 x
    // sqrt(20 / 19) = 2.1474. A standard normal variable is below -2.1474 with probability .01588.
    expect(expandedLevels(0.025, 20)[0]).toBeCloseTo(0.01588, 5);
    expect(expandedLevels(0.025, 1)).toEqual([0.025, 0.975]);
    expect(expandedLevels(0.025, 1e6)[0]).toBeCloseTo(0.025, 5);
  });
});

describe('bias-corrected and accelerated interval', () => {
  it('is the percentile interval if nothing is skewed', () => {
    const symmetric = { numerators: [0, 1, 2, 3, 4, 5, 6], denominators: [6, 6, 6, 6, 6, 6, 6], seed: 1 };
    const plain = bootstrapRatio({ ...symmetric, replicates: 50_000 });
    const corrected = bootstrapRatio({ ...symmetric, replicates: 50_000, method: 'bca' });
    expect(corrected?.low).toBeCloseTo(plain?.low ?? 0, 1);
    expect(corrected?.high).toBeCloseTo(plain?.high ?? 0, 1);
  });

  it('reaches further towards the tail', () => {
    // All values of one document in ten are wrong, so the rate is more likely to be far below .9 than far above it.
    const skewed = { numerators: [0, ...Array(9).fill(10)], denominators: Array(10).fill(10), seed: 1 };
    const plain = bootstrapRatio(skewed);
    const corrected = bootstrapRatio({ ...skewed, method: 'bca' });
    expect(corrected?.low).toBeLessThan(plain?.low ?? 0);
    expect(corrected?.high).toBeLessThanOrEqual(plain?.high ?? 0);
  });
});
