import { expect, it } from 'vitest';
import { serviceHeaders } from '../../../../src/service/versions/service-headers.ts';

it('returns names with the word of a deployment in lower case', () => {
  expect(serviceHeaders('Big-Acme')).toEqual({
    version: 'x-big-acme-api-version',
    versionShort: 'big-acme-api-version',
    eventTimestamp: 'x-big-acme-request-timestamp',
    eventSignature: 'x-big-acme-request-signature',
  });
});

it.each(['', 'a b', 'acme:', '-acme', 'a--b', 'ä', 'a\r\nx: y'])(
  'rejects %j, which is invalid in a header name',
  (word) => {
    expect(() => serviceHeaders(word)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  },
);
