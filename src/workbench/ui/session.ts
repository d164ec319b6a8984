import { ask } from './server.ts';

/**
 * Exchanges the token in the address for a cookie, and removes it from the address. Then opens the page that the address
 * names, if it names one. Returns whether another page is opened.
 */
export async function startSession(): Promise<boolean> {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token === null) return false;
  const to = given.get('to') ?? '/';
  history.replaceState(null, '', '/');
  await ask('/api/session', { token });
  // Only pages of this server: `//host` would be another one.
  if (to === '/' || !/^\/[^/\\]/.test(to)) return false;
  location.replace(to);
  return true;
}
