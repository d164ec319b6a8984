/**
 * Weight of each kind of evidence, in log odds per unit of `evidenceAmounts`. `node bench/calibration.ts --write`
 * computes the numbers from documents with known values.
 */
export const weights = {
  any: 2.2,
  weakScore: -7.54,
  strongScore: 3.14,
  rival: -0.89,
  open: -0.24,
  endUnclear: -2.09,
  repeated: 0.77,
  sumsAgree: 1.44,
  sumsDiffer: -1.28,
  computed: -1.69,
  orderUnknown: -2,
  outsideForm: -2.05,
  misreads: -1.77,
};

export type Weights = Readonly<typeof weights>;
