/**
 * Weight of each kind of evidence, in log odds. `confidenceOf` multiplies each weight by an amount from
 * `evidenceAmounts`. `node bench/calibration.ts --write` computes the numbers from documents whose correct values are
 * known.
 */
export const weights = {
  any: 2.55,
  weakScore: -6.64,
  strongScore: 2.86,
  rival: -0.79,
  open: -3.58,
  endUnclear: -2.46,
  repeated: 0.6,
  otherSpelling: -1.01,
  sumsAgree: 1.39,
  sumsDiffer: -2.01,
  computed: -1.85,
  orderUnknown: -2.18,
  outsideForm: -2.09,
  misreads: -1.56,
};

export type Weights = Readonly<typeof weights>;
