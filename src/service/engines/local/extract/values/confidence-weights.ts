/**
 * Weight of each kind of evidence, in log odds per unit of `evidenceAmounts`. `node bench/calibration.ts --write`
 * computes the numbers from documents with known values.
 */
export const weights = {
  any: 2.28,
  weakScore: -7.62,
  strongScore: 2.92,
  rival: -0.79,
  open: -0.31,
  endUnclear: -2.08,
  repeated: 0.72,
  sumsAgree: 1.43,
  sumsDiffer: -1.29,
  computed: -1.72,
  orderUnknown: -2.01,
  outsideForm: -2.06,
  misreads: -1.78,
};

export type Weights = Readonly<typeof weights>;
