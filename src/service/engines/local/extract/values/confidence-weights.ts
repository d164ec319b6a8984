/**
 * Weight of each kind of evidence, in log odds. `confidenceOf` multiplies each weight by an amount from
 * `evidenceAmounts`. `node bench/calibration.ts --write` computes the weights from documents whose correct values are
 * known.
 */
export const weights = {
  any: 2.58,
  weakScore: -6.87,
  strongScore: 2.77,
  rival: -0.89,
  open: -3.66,
  endUnclear: -2.48,
  repeated: 0.7,
  otherSpelling: -1.01,
  sumsAgree: 1.38,
  sumsDiffer: -2.01,
  computed: -1.86,
  orderUnknown: -2.19,
  outsideForm: -1.94,
  misreads: -1.56,
};

export type Weights = Readonly<typeof weights>;
