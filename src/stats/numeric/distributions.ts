import { invariant } from '../../base/goldset-error.ts';

/**
 * Returns the quantile of the standard normal distribution: the z with P(Z <= z) = p.
 *
 * Returns `-Infinity` at 0, `Infinity` at 1 and NaN outside [0, 1]. Wichura's algorithm AS 241 (1988), relative
 * error about 1e-16. Example: `normalQuantile(0.975)` is 1.959963984540054.
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(centreNumerator, r)) / polynomial(centreDenominator, r);
  }
  const tail = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const z =
    tail <= 5
      ? polynomial(middleNumerator, tail - 1.6) / polynomial(middleDenominator, tail - 1.6)
      : polynomial(farNumerator, tail - 5) / polynomial(farDenominator, tail - 5);
  return q < 0 ? -z : z;
}

/**
 * Returns the distribution function of the standard normal distribution: P(Z <= z). Range 0 to 1. If |z| is
 * at most 3, uses a series (Marsaglia 2004). Otherwise uses the continued fraction of Mills' ratio, which is
 * accurate for small tails. Example: `normalCdf(1.959963984540054)` is .975.
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) return Number.NaN;
  const x = Math.abs(z);
  if (x > 39) return z < 0 ? 0 : 1;
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x > 3) {
    let fraction = x;
    for (let k = 80; k >= 1; k--) fraction = x + k / fraction;
    return z < 0 ? density / fraction : 1 - density / fraction;
  }
  let sum = x;
  let term = x;
  for (let k = 3; term > 1e-18; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return z < 0 ? 0.5 - density * sum : 0.5 + density * sum;
}

function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + (coefficients[i] as number);
  return sum;
}

const centreNumerator = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const centreDenominator = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852546,
];
const middleNumerator = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const middleDenominator = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const farNumerator = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const farDenominator = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
];

/**
 * Returns the natural logarithm of the gamma function for x > 0 (Lanczos, g = 7, nine terms; relative error
 * about 1e-15).
 */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  let sum = lanczos[0] as number;
  for (let i = 1; i < lanczos.length; i++) sum += (lanczos[i] as number) / (z + i);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

const lanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
  12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/**
 * Returns the regularised incomplete beta function I_x(a, b), which is the distribution function of Beta(a, b)
 * at x. Range 0 to 1, increasing in x. Continued fraction after Lentz (Press and others, Numerical Recipes,
 * section 6.4).
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  return betaCdf(x, a, b, logScale(a, b));
}

function betaCdf(x: number, a: number, b: number, scale: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(x, a, b)) / a
    : 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

/**
 * Returns the logarithm of 1 / B(a, b) = gamma(a + b) / (gamma(a) gamma(b)), the factor of the density of Beta(a, b).
 */
function logScale(a: number, b: number): number {
  return logGamma(a + b) - logGamma(a) - logGamma(b);
}

function continuedFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const guard = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return h;
}

/**
 * Returns the distribution function of Binomial(n, p): P(X <= k). Range 0 to 1; 0 for k < 0 and 1 for k >= n.
 */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n || p === 0 ? 1 : incompleteBeta(1 - p, n - k, k + 1);
}

/**
 * Returns P(Binomial(n, p) = k) as a function of k. Inputs: whole n >= 0, p in [0, 1], whole k from 0 to n. Example:
 * for n = 2 and p = .5, k = 1 gives .5.
 */
export function binomialChances(n: number, p: number): (k: number) => number {
  if (p <= 0 || p >= 1) return (k) => (k === (p <= 0 ? 0 : n) ? 1 : 0);
  const [orders, yes, no] = [logGamma(n + 1), Math.log(p), Math.log1p(-p)];
  return (k) => Math.exp(orders - logGamma(k + 1) - logGamma(n - k + 1) + k * yes + (n - k) * no);
}

/**
 * Returns the quantile of Beta(a, b): the x with I_x(a, b) = p. Takes some microseconds.
 *
 * Inputs: p in [0, 1]; a and b above 0. Range 0 to 1. The start value is that of Press and others, Numerical Recipes,
 * section 6.14 (Abramowitz and Stegun 26.5.22). Example: Beta(1, 10) has P(X <= x) = 1 - (1 - x)^10, so its quantile
 * .975 is 1 - .025^(1/10).
 * @example
 * betaQuantile(0.975, 1, 10) // => 0.3085
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  return solveBeta(p, a, b, a >= 1 && b >= 1 ? normalStart(p, a, b) : powerStart(p, a, b));
}

/**
 * Finds the x with I_x(a, b) = p by Halley's method from `start`. If a step leaves the bracket, uses bisection instead.
 */
function solveBeta(p: number, a: number, b: number, start: number): number {
  const scale = logScale(a, b);
  const deviation = Math.sqrt((a * b) / (a + b + 1)) / (a + b);
  let [low, high, x] = [0, 1, start];
  for (;;) {
    const error = betaCdf(x, a, b, scale) - p;
    if (error < 0) low = x;
    else high = x;
    const newton = error / Math.exp(scale + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x));
    const bend = newton * ((a - 1) / x - (b - 1) / (1 - x));
    const step = newton / (1 - 0.5 * Math.min(1, bend));
    const next = x - step;
    if (next > low && next < high) {
      x = next;
      // A step of Halley's method reduces a relative error of 1e-5 to about 1e-15, so no further step is needed.
      if (Math.abs(step) < 1e-5 * Math.min(x, 1 - x, deviation)) return x;
    } else {
      x = (low + high) / 2;
      if (x === low || x === high) return x;
    }
  }
}

function normalStart(p: number, a: number, b: number): number {
  const z = -normalQuantile(p);
  const third = (z * z - 3) / 6;
  const [inA, inB] = [1 / (2 * a - 1), 1 / (2 * b - 1)];
  const h = 2 / (inA + inB);
  const w = (z * Math.sqrt(h + third)) / h - (inB - inA) * (third + 5 / 6 - 2 / (3 * h));
  return a / (a + b * Math.exp(2 * w));
}

/** Returns a start value for `solveBeta`. Approximates the density by x^(a-1) near 0 and by (1-x)^(b-1) near 1. */
function powerStart(p: number, a: number, b: number): number {
  const left = Math.exp(a * Math.log(a / (a + b))) / a;
  const right = Math.exp(b * Math.log(b / (a + b))) / b;
  const all = left + right;
  return p * all < left ? (p * all * a) ** (1 / a) : 1 - ((1 - p) * all * b) ** (1 / b);
}

/**
 * Returns the quantile of Student's t distribution: the t with P(T <= t) = p for `degrees` degrees of freedom. Uses
 * the beta distribution: t^2 / (degrees + t^2) is Beta(1 / 2, degrees / 2). Example: `studentTQuantile(0.975,
 * 19)` is 2.093.
 */
export function studentTQuantile(p: number, degrees: number): number {
  invariant(
    degrees > 0 && p > 0 && p < 1,
    `a t quantile needs p in (0, 1) and degrees above 0, got ${p}, ${degrees}`,
  );
  if (p === 0.5) return 0;
  const tail = p < 0.5 ? p : 1 - p;
  const z2 = normalQuantile(tail) ** 2;
  const start = z2 * (1 + (z2 + 1) / (4 * degrees)) ** 2;
  // Far from the centre, t^2 / (degrees + t^2) would be rounded to 1. `share` is then 1 minus this quotient.
  const isFar = tail < 0.001;
  const share = isFar
    ? solveBeta(2 * tail, degrees / 2, 0.5, degrees / (degrees + start))
    : solveBeta(1 - 2 * tail, 0.5, degrees / 2, start / (degrees + start));
  const t = Math.sqrt(degrees * (isFar ? (1 - share) / share : share / (1 - share)));
  return p < 0.5 ? -t : t;
}
