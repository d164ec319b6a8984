import { sha256 } from '../../base/hash.ts';
import type { ScanReader } from '../../report/html/find-words.ts';
import type { Engine } from '../../service/engines/engine.ts';
import type { ParsedDocument } from '../../service/engines/parsed-document.ts';
import { engineModules } from '../../service/engines/registry.ts';
import type { ParseCache } from '../../service/work/parse-cache.ts';
import type { Environment } from '../ports.ts';
import { parseCacheDir } from './parse-cache-dir.ts';

/** Efforts with which the local service may have read a document, the most accurate one first. */
const efforts = ['performance', 'light'] as const;

interface OpenScanReader extends AsyncDisposable {
  readonly read: ScanReader;
}

/**
 * Returns a reader of scanned pages. The reader takes the words from the user's cache of parsed pages, which has every
 * document that the local service has read. With `recognises`, it reads other documents by character recognition (OCR),
 * which takes seconds per page, and adds them to the cache. Loads the necessary code together with the first document.
 */
export function openScanReader(recognises: boolean, env: Environment = process.env): OpenScanReader {
  let opened: ReturnType<typeof open> | undefined;
  return {
    async read(bytes, name, most) {
      opened ??= open(env);
      const { engine, cache } = await opened;
      const hash = sha256(bytes);
      let document: ParsedDocument | null = null;
      for (const effort of efforts) document ??= await cache.read(hash, { effort, pages: most });
      if (document === null && recognises) {
        document = await engine.parse(bytes, name, { effort: 'performance', pages: most });
        await cache.write(hash, { effort: 'performance', pages: most }, document);
      }
      if (document === null) return null;
      return new Map((await engine.wordsOf(document)).map((page) => [page.number, page]));
    },
    async [Symbol.asyncDispose]() {
      if (opened !== undefined) await (await opened).engine.close();
    },
  };
}

async function open(
  env: Environment,
): Promise<{ readonly engine: Required<Engine>; readonly cache: ParseCache }> {
  const { engine } = (await import(engineModules.local)) as { readonly engine: Required<Engine> };
  const { ParseCache } = await import('../../service/work/parse-cache.ts');
  return { engine, cache: new ParseCache(parseCacheDir(env), await engine.parseVersion()) };
}
