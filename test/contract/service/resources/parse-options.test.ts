import { expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { type Answer, sharedService, type TestService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

async function parse(service: TestService, config: object): Promise<Answer> {
  const file = { fileName: 'a.txt', fileBase64: Buffer.from('one\ftwo').toString('base64') };
  return service.post('/parse', { file, config });
}

function nested(place: string, value: unknown): object {
  return place.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
}

it('accepts and shows each option, and rejects it with another type', async () => {
  proves('parse.options', 'parse.defaults');
  expect((await parse(service, {})).body.config).toEqual({
    target: 'markdown',
    chunkingStrategy: { type: 'page' },
    blockOptions: {
      figures: { enabled: true, figureImageClippingEnabled: false },
      tables: { enabled: true, targetFormat: 'markdown' },
      text: { enabled: true, signatureDetectionEnabled: false, styleFormattingEnabled: false },
    },
    advancedOptions: { pageRotationEnabled: true },
  });
  for (const place of [
    'blockOptions.figures.enabled',
    'blockOptions.figures.figureImageClippingEnabled',
    'blockOptions.tables.enabled',
    'blockOptions.text.enabled',
    'blockOptions.text.signatureDetectionEnabled',
    'blockOptions.text.styleFormattingEnabled',
    'advancedOptions.pageRotationEnabled',
  ]) {
    for (const value of [true, false]) {
      const { status, body } = await parse(service, nested(place, value));
      expect([place, status, body.config]).toMatchObject([place, 200, nested(place, value)]);
    }
    const { status, body } = await parse(service, nested(place, 'yes'));
    expect([status, body.code, body.error]).toEqual([
      400,
      'INVALID_CONFIG_OPTIONS',
      expect.stringContaining(`param: config.${place}`),
    ]);
  }
});

it('accepts each strategy, and returns one chunk per page', async () => {
  proves('parse.chunking');
  for (const type of ['page', 'document', 'section']) {
    const { body } = await parse(service, { chunkingStrategy: { type } });
    expect(body.config.chunkingStrategy).toEqual({ type });
    expect(body.chunks.map((chunk: Answer['body']) => [chunk.type, chunk.metadata.pageRange.start])).toEqual([
      ['page', 1],
      ['page', 2],
    ]);
  }
  expect((await parse(service, { chunkingStrategy: { type: 'word' } })).body.code).toBe(
    'INVALID_CONFIG_OPTIONS',
  );
});

it('accepts bounds on characters in both places, and rejects invalid ones', async () => {
  proves('parse.characters');
  const bounds = { minCharacters: 100, maxCharacters: 2000 };
  for (const chunkingStrategy of [bounds, { options: bounds }, { minCharacters: 0 }, { maxCharacters: 1 }]) {
    const { status, body } = await parse(service, { chunkingStrategy });
    expect([status, body.config.chunkingStrategy]).toEqual([200, { type: 'page', ...chunkingStrategy }]);
  }
  for (const [wrong, member, problem] of [
    [{ minCharacters: -1 }, 'minCharacters', 'expected number to be >=0'],
    [{ maxCharacters: '5' }, 'maxCharacters', 'expected number, received string'],
    [{ minCharacters: 5, maxCharacters: 4 }, 'maxCharacters', 'found 4, expected at least 5'],
  ] as const)
    for (const [chunkingStrategy, place] of [
      [wrong, member],
      [{ options: wrong }, `options.${member}`],
    ] as const) {
      const { status, body } = await parse(service, { chunkingStrategy });
      expect([status, body.code, body.error]).toEqual([
        400,
        'INVALID_CONFIG_OPTIONS',
        expect.stringContaining(`param: config.chunkingStrategy.${place}`),
      ]);
      expect(body.error).toContain(problem);
    }
});
