import { expect, it } from 'vitest';
import { chatEngineName, chatIdentity, chatSettings } from '../../../../src/service/engines/chat-settings.ts';

const settings = (url: string, more = {}) => chatSettings({ url, model: 'm', ...more });

it.each([
  ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1/chat/completions'],
  ['http://127.0.0.1:8000/v1/', 'http://127.0.0.1:8000/v1/chat/completions'],
  ['https://host/v1/chat/completions', 'https://host/v1/chat/completions'],
  ['https://host/deployments/m?api-version=1#x', 'https://host/deployments/m/chat/completions?api-version=1'],
  ['https://host', 'https://host/chat/completions'],
])('the operation below %s is %s', (url, expected) => {
  expect(settings(url).url).toBe(expected);
});

it.each([
  ['not a URL', {}, '--engine-url'],
  ['ftp://host', {}, '--engine-url'],
  ['https://user:secret@host', {}, 'a user name or a password'],
  ['https://host', { model: ' ' }, '--engine-model'],
  ['https://host', { model: 'a\nb' }, '--engine-model'],
  ['https://host', { model: 'modèle' }, '--engine-model'],
  ['https://host', { key: 'a b' }, 'GOLDSET_ENGINE_KEY'],
  ['https://host', { key: 'a\n' }, 'GOLDSET_ENGINE_KEY'],
])('rejects %s %j', (url, more, problem) => {
  expect(() => settings(url, more)).toThrow(problem);
  expect(() => settings(url, more)).not.toThrow(/secret|a b/);
});

it('the identity has no key', () => {
  const identity = chatIdentity(settings('https://host', { key: 'k-1' }));
  expect(identity).not.toContain('k-1');
  expect(identity).toBe(chatIdentity(settings('https://host', { key: 'k-2', timeLimitMs: 1 })));
  expect(identity).not.toBe(chatIdentity(settings('https://host', { maxTokens: 9 })));
});

it('the name has no query parameters, because they can contain a secret', () => {
  expect(chatEngineName(settings('https://host/v1?key=secret'))).toBe(
    'chat-completions, m at https://host/v1/chat/completions',
  );
});
