/**
 * Weight of each kind of evidence, in log odds. `confidenceOf` multiplies each weight by an amount from
 * `evidenceAmounts`. `node bench/calibration.ts --write` computes the numbers from documents whose correct values are
 * known.
 */
export const weights = {
  any: 2.63,
  weakScore: -6.76,
  strongScore: 2.5,
  rival: -0.88,
  open: -3.34,
  endUnclear: -2.49,
  repeated: 0.74,
  sumsAgree: 1.38,
  sumsDiffer: -1.97,
  computed: -1.88,
  orderUnknown: -2.1,
  outsideForm: -2.18,
  misreads: -1.71,
};

export type Weights = Readonly<typeof weights>;
