import { afterEach, describe, expect, it, vi } from 'vitest';
import { usesProxy } from '../../../../src/base/net/uses-proxy.ts';

const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];

/** Sets the given proxy variables, and removes the others. */
function setProxies(variables: Readonly<Record<string, string>>): void {
  for (const name of names) vi.stubEnv(name, variables[name]);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('usesProxy', () => {
  it('uses a proxy only if a variable names one', () => {
    setProxies({});
    expect(usesProxy(new URL('https://service.example'))).toBe(false);
    setProxies({ HTTPS_PROXY: '' });
    expect(usesProxy(new URL('https://service.example'))).toBe(false);
    setProxies({ https_proxy: 'http://proxy.example:8080' });
    expect(usesProxy(new URL('https://service.example'))).toBe(true);
  });

  it.each(['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])('never uses it for %s', (host) => {
    setProxies({ HTTP_PROXY: 'http://proxy.example:8080' });
    expect(usesProxy(new URL(`http://${host}:3000`))).toBe(false);
    expect(usesProxy(new URL('http://localhost.example'))).toBe(true);
    expect(usesProxy(new URL('http://128.0.0.1'))).toBe(true);
  });

  it.each(['proxy.example:8080', 'ftp://user:secret@proxy.example', 'x'])(
    'rejects %s without naming it',
    (value) => {
      setProxies({ HTTPS_PROXY: value });
      expect(() => usesProxy(new URL('https://service.example'))).toThrow(
        /HTTPS_PROXY: expected an http or https URL/,
      );
      expect(() => usesProxy(new URL('https://service.example'))).not.toThrow(/secret/);
    },
  );
});
