import { describe, expect, test } from 'vitest';
import { pageSimilarity } from '../../../../../../src/service/engines/local/split/page-similarity.ts';
import { pageFeatures } from '../../../../../../src/service/engines/local/text/page-features.ts';
import { parsedDocument } from '../../../../../fixtures/documents/parsed-document.ts';

const form = (name: string, sum: string) => `Request for repayment of travel costs
Name of the applicant as printed on the pass ${name}
Sum that was paid for tickets and nights ${sum}
Account to which the sum is to be paid by the office
Place and date and signature of the person who applies`;
const similarity = (...texts: readonly string[]) =>
  pageSimilarity(parsedDocument(...texts).pages.map(pageFeatures));

describe('pageSimilarity', () => {
  test('recognises a form that was filled in twice, also across other pages', () => {
    const pages = similarity(
      form('Ada', '12.00'),
      'This page contains something else entirely.',
      form('Grace', '7.50'),
    );
    expect(pages.sameForm).toEqual([undefined, undefined, 0]);
  });

  test('recognises a line at the same position of two pages as a running header', () => {
    const pages = similarity(
      'Annual survey of rivers\nThe Oder rose.',
      'Annual survey of rivers\nThe Elbe fell.',
    );
    expect([...(pages.running[1] ?? [])]).toEqual([0]);
    expect(pages.running[0]?.size).toBe(0);
  });

  test('is higher for pages that share words', () => {
    const pages = similarity('river bank flood level', 'river flood gauge level', 'piano sonata key');
    expect(pages.cosine[1]).toBeGreaterThan(0.3);
    expect(pages.cosine[2]).toBe(0);
    expect(pages.cosine[0]).toBe(0);
  });
});
