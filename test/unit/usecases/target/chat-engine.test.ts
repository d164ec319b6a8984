import { expect, it } from 'vitest';
import { chatEngineOf } from '../../../../src/usecases/target/chat-engine.ts';

const needed = { engine: 'chat-completions', engineUrl: 'http://127.0.0.1:8000/v1', engineModel: 'm' };

it('is undefined for the local engine', async () => {
  expect(await chatEngineOf({}, {})).toBeUndefined();
  expect(await chatEngineOf({ engine: 'local' }, { GOLDSET_ENGINE_KEY: 'k' })).toBeUndefined();
});

it('has the defaults, the flags and the key of the environment', async () => {
  expect(await chatEngineOf(needed, {})).toMatchObject({
    url: 'http://127.0.0.1:8000/v1/chat/completions',
    model: 'm',
    key: undefined,
    maxTokens: 8192,
    maxPages: 50,
    timeLimitMs: 240_000,
    textOnly: false,
    prices: { input: 1, output: 1 },
  });
  const flags = {
    engineMaxTokens: '100',
    engineMaxPages: '2',
    engineTimeout: '1.5',
    engineTextOnly: true,
    enginePrice: '0.5,2',
  };
  expect(await chatEngineOf({ ...needed, ...flags }, { GOLDSET_ENGINE_KEY: 'k' })).toMatchObject({
    key: 'k',
    maxTokens: 100,
    maxPages: 2,
    timeLimitMs: 1500,
    textOnly: true,
    prices: { input: 0.5, output: 2 },
  });
});

it.each([
  [{ engine: 'other' }, 'found "other", expected "local" or "chat-completions"'],
  [{ engine: 'chat-completions', engineModel: 'm' }, 'needs --engine-url'],
  [{ engine: 'chat-completions', engineUrl: 'http://h' }, 'needs --engine-model'],
  [{ engineMaxTokens: 5 }, '--engine-max-tokens needs --engine chat-completions'],
  [{ ...needed, engineMaxTokens: 0 }, '--engine-max-tokens'],
  [{ ...needed, engineMaxPages: 1.5 }, '--engine-max-pages'],
  [{ ...needed, engineTimeout: 'x' }, '--engine-timeout'],
  [{ ...needed, enginePrice: '1' }, '--engine-price'],
  [{ ...needed, enginePrice: '1,2,3' }, '--engine-price'],
  [{ ...needed, enginePrice: '1,-2' }, '--engine-price'],
])('rejects %j', async (request, problem) => {
  await expect(chatEngineOf(request, {})).rejects.toThrow(problem);
});
