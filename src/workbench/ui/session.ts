import { ask } from './requests/server.ts';

/**
 * Exchanges the token in the address for a cookie, and removes the token from the address. If the address names another
 * page, opens this page and returns `true`. Otherwise returns `false`.
 */
export async function startSession(): Promise<boolean> {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token === null) return false;
  const to = given.get('to') ?? '/';
  history.replaceState(null, '', '/');
  await ask('/api/session', { token });
  // Only pages of this server may be opened: `//host` would be a page of another server.
  if (to === '/' || !/^\/[^/\\]/.test(to)) return false;
  location.replace(to);
  return true;
}
