import { GoldsetError } from '../goldset-error.ts';

const variables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const;

/**
 * Returns whether requests to a URL need an `EnvHttpProxyAgent`. The agent uses the proxies of `HTTP_PROXY` and
 * `HTTPS_PROXY`, except for the hosts of `NO_PROXY`. Returns false if no proxy is set, or if the URL is on this machine
 * (`localhost`, 127.0.0.0/8, `::1`), because a proxy cannot reach it. Throws USAGE if a variable is not an http or
 * https URL. The message omits the URL, because it can contain a password.
 */
export function usesProxy(url: URL): boolean {
  const given = variables.filter((name) => (process.env[name] ?? '') !== '');
  if (given.length === 0 || isLoopback(url.hostname)) return false;
  for (const name of given) {
    const protocol = URL.parse(process.env[name] as string)?.protocol;
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new GoldsetError('USAGE', {
        problem: `${name}: expected an http or https URL`,
        fix: `Set the variable to the address of the proxy, for example ${name}=http://proxy.example:8080, or remove the variable.`,
      });
  }
  return true;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])\.?$/i.test(hostname);
}
