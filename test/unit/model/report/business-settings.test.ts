import { expect, test } from 'vitest';
import { businessSchema } from '../../../../src/model/report/business-settings.ts';
import { checkSettings } from '../../../../src/usecases/settings/read-settings.ts';

test('accepts a complete block, and an empty one', () => {
  const block = {
    documentsPerMonth: 12_000,
    review: 'all',
    minutesToCheck: 1,
    minutesToCorrect: 4,
    hourlyCost: 38,
    currency: 'EUR',
    creditPrice: 0.01,
    undetectedErrorCost: 15,
    target: { fullyRight: 0.7 },
    criticalFields: ['total_amount'],
  };
  expect(businessSchema.parse(block)).toEqual(block);
  expect(businessSchema.parse({})).toEqual({});
});

test.each([
  [{ documentsPerMonth: -3 }, 'documentsPerMonth: found -3, expected number to be at least 1'],
  [{ documentsPerMonth: 1.5 }, 'documentsPerMonth: found 1.5, expected a whole number'],
  [{ hourlyCost: '38' }, 'hourlyCost: found "38", expected number'],
  [{ minutesToCheck: -1 }, 'minutesToCheck: found -1, expected number to be at least 0'],
  [{ review: 'some' }, 'review: found "some", expected "all" or "confidence" or "none"'],
  [{ currency: 'euro' }, 'currency: found "euro", expected three capital letters, such as EUR'],
  [{ target: { fullyRight: 70 } }, 'target.fullyRight: found 70, expected number to be at most 1'],
  [{ criticalFields: [] }, 'criticalFields: found [], expected'],
  [{ docsPerMonth: 1 }, 'its keys: found unknown "docsPerMonth", expected documentsPerMonth, review'],
])('rejects %j with the key, what was found and what was expected', (block, message) => {
  const check = () => checkSettings(block, 'goldset.config.yaml', businessSchema);
  expect(check).toThrowError(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  expect(check).toThrowError(message);
  expect(check).toThrowError('goldset.config.yaml');
});
