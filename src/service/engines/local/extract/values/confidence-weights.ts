/**
 * Weight of each kind of evidence, in log odds. `confidenceOf` multiplies each weight by an amount from
 * `evidenceAmounts`. `node bench/calibration.ts --write` computes the numbers from documents whose correct values are
 * known.
 */
export const weights = {
  any: 2.54,
  weakScore: -6.62,
  strongScore: 2.74,
  rival: -0.84,
  open: -3.55,
  endUnclear: -2.45,
  repeated: 0.63,
  sumsAgree: 1.4,
  sumsDiffer: -2,
  computed: -1.84,
  orderUnknown: -2.17,
  outsideForm: -2.08,
  misreads: -1.56,
};

export type Weights = Readonly<typeof weights>;
