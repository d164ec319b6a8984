/**
 * Quantile of the standard normal distribution: the z with P(Z <= z) = p.
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
 * Distribution function of the standard normal distribution: P(Z <= z).
 *
 * Range 0 to 1, increasing; `normalCdf(-z)` is 1 - `normalCdf(z)`. A series up to |z| = 3 (Marsaglia 2004), and
 * beyond it the continued fraction of Mills' ratio, so that small tails keep their digits. Example:
 * `normalCdf(1.959963984540054)` is .975.
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
