/**
 * Records in Vitest: copy to a test of your own (`invoices.test.ts`) after `goldset run ... --out reports/invoices`.
 * The matchers read files, so they are awaited.
 */
import 'goldset/vitest';
import { expect, test } from 'vitest';

const record = 'reports/invoices/record';

test('the draft passes the policy', async () => {
  await expect(record).toPassGate({
    limits: [{ metric: 'f1', min: 0.8 }],
    newErrors: [{ max: 0, where: { kind: 'credit-note' }, field: 'total*' }],
  });
});

test('totals are read', async () => {
  await expect(record).toHaveFieldRecall('total*', { min: 0.9 });
  await expect(record).toHaveFieldPrecision('total*', { min: 0.9 });
});

test('no field got worse than the published version by more than ten points', async () => {
  await expect(record).not.toRegressFrom({ record, version: '1.0' }, { field: 'total*', margin: 0.1 });
});
