/**
 * Weight of each kind of evidence, in log odds per unit of `evidenceAmounts`. `node bench/calibration.ts --write`
 * computes the numbers from documents with known values.
 */
export const weights = {
  any: 2.46,
  weakScore: -6.97,
  strongScore: 2.49,
  rival: -0.74,
  open: -3.05,
  endUnclear: -2.36,
  repeated: 0.68,
  sumsAgree: 1.4,
  sumsDiffer: -1.32,
  computed: -1.8,
  orderUnknown: -2.05,
  outsideForm: -2.14,
  misreads: -1.82,
};

export type Weights = Readonly<typeof weights>;
