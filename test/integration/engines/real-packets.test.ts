import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SplitterConfig } from '../../../src/model/processor/processor-config.ts';
import { parseDocument } from '../../../src/service/engines/local/parse/parse-document.ts';
import { splitPacket } from '../../../src/service/engines/local/split/split-packet.ts';
import { times } from '../../fixtures/long-form.ts';

const folder = '../shared/data/packets';

interface Packet {
  readonly file: string;
  readonly documents: readonly {
    readonly type: string;
    readonly startPage: number;
    readonly endPage: number;
  }[];
}

/** Packets with a scanned page are excluded, because OCR takes longer than all the other work. */
const scanned = new Set(['packet_09.pdf']);

describe.skipIf(!existsSync(folder))(`splitting the real packets of ${folder}`, () => {
  test('finds four of five documents exactly, and fewer with light effort', {
    timeout: 120_000,
  }, async () => {
    const packets = (JSON.parse(readFileSync(`${folder}/packets.json`, 'utf8')) as Packet[])
      .filter((packet) => !scanned.has(basename(packet.file)))
      .slice(0, times(2, 100));
    const config = configOf(packets);
    const scores = { performance: { correct: 0, all: 0 }, light: { correct: 0, all: 0 } };
    for (const packet of packets) {
      const bytes = new Uint8Array(readFileSync(`${folder}/${packet.file}`));
      const document = await parseDocument(bytes, packet.file, { effort: 'performance' });
      const gold = new Set(packet.documents.map(key));
      for (const effort of ['performance', 'light'] as const) {
        const { splits } = splitPacket(document, config, { effort });
        scores[effort].correct += splits.filter((split) => gold.has(key(split))).length;
        scores[effort].all += splits.length + gold.size;
      }
    }
    const f1 = (score: { correct: number; all: number }) => (2 * score.correct) / score.all;
    expect(f1(scores.performance)).toBeGreaterThan(0.8);
    expect(f1(scores.light)).toBeLessThan(f1(scores.performance));
  });
});

function configOf(packets: readonly Packet[]): SplitterConfig {
  const types = [...new Set(packets.flatMap((packet) => packet.documents.map((document) => document.type)))];
  const splitClassifications = types.map((type) => ({
    id: type,
    type,
    description: `A ${type.replace(/_/g, ' ')}.`,
  }));
  return { type: 'SPLITTER', splitClassifications };
}

function key(split: { readonly type: string; readonly startPage: number; readonly endPage: number }): string {
  return `${split.type} ${split.startPage}-${split.endPage}`;
}
