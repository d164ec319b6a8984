import { expect, it } from 'vitest';
import { guardedFetch, hasPrivateHost, isPrivate } from '../../../../src/service/http/guarded-fetch.ts';

it.each([
  '127.0.0.1',
  '127.255.0.9',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.51.100.7',
  '203.0.113.9',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  'fe80::1',
  'fec0::1',
  'feff::1',
  'fd00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:c0a8:101::1',
  '3fff::1',
  '100:0:0:1::1',
  '200::1', // Overlay networks use this address.
  '4000::1',
  'fe00::1',
  '::ffff:0:8.8.8.8',
  '::5efe:10.0.0.1',
  'fe80::1%eth0',
])('%s is private', (address) => {
  expect(isPrivate(address)).toBe(true);
});

it.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
])('%s is public', (address) => {
  expect(isPrivate(address)).toBe(false);
});

it.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[2002:7f00:1::]:8080/',
])('%s has a private host', async (address) => {
  expect(hasPrivateHost(new URL(address))).toBe(true);
  await expect(guardedFetch(new URL(address), { allowPrivate: false })).rejects.toThrow(/private network/);
});

it('rejects a name that resolves to a private address', async () => {
  const address = new URL('http://localhost:8099/');
  expect(hasPrivateHost(address)).toBe(false);
  await expect(guardedFetch(address, { allowPrivate: false })).rejects.toThrow(/private network/);
});
