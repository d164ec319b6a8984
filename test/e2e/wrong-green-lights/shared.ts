import {
  classifierRecord,
  emptyIn,
  failedIn,
  notRunIn,
  recordOf,
  right,
  spaced,
  without,
  writePolicy,
  wrongIn,
} from './records.ts';
import { lazy } from './try.ts';

/** Records that several groups of cases use. Each is written when a test first needs it. */
export const bad = lazy(() => recordOf([wrongIn(20)]));
export const good = lazy(() => recordOf([right]));
export const twoGood = lazy(() => recordOf([right, right]));
/** Like `twoGood`, but the outputs differ in white space. */
export const twoSpaced = lazy(() => recordOf([right, spaced]));
export const worse = lazy(() => recordOf([right, wrongIn(10)]));
export const better = lazy(() => recordOf([wrongIn(20), right]));
export const empty = lazy(() => recordOf([emptyIn(40)]));
export const classifier = lazy(classifierRecord);
export const failed = lazy(() => recordOf([failedIn(8)]));
export const unfinished = lazy(async () =>
  without(await recordOf([wrongIn(20), notRunIn(13)]), 'summary.json'),
);
export const sealedGap = lazy(() => recordOf([wrongIn(20), notRunIn(13)]));
export const unclosed = lazy(async () => without(await better(), 'summary.json'));
export const complete = lazy(() => recordOf([right]));

export const limit = { metric: 'f1', min: 0.9 };
export const limits = { limits: [limit] };
export const newErrors = { newErrors: [{ max: 0 }] };

/** Returns the arguments of `goldset gate` for a record and a policy. */
export async function gate(
  record: string | Promise<string>,
  policy: unknown = limits,
  ...flags: readonly string[]
): Promise<string[]> {
  return ['gate', await record, '--policy', writePolicy(policy), ...flags];
}
