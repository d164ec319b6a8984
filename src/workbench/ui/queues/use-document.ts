import { useEffect, useRef, useState } from 'preact/hooks';
import { type Detail, unpackDetail } from '../../../viewer/blocks/unpack-detail.ts';
import { httpSource } from '../requests/http-source.ts';
import type { IssuePages } from './issue-place.tsx';

export interface OpenDocument {
  readonly position: number;
  readonly detail: Detail;
  /** `null` until the pages are read. */
  readonly pages: IssuePages | null;
}

interface Read {
  readonly detail: Detail;
  readonly pages: Promise<IssuePages>;
}

/**
 * Reads the document at a position of a record, with the newest saved gold. Also reads the document at `next`, so that
 * it opens at once. A different `version` means that the gold was saved, so documents are read again.
 */
export function useDocument(
  recordKey: string,
  { position, next, version }: { position: number | null; next: number | null; version: number },
  onError: (error: unknown) => void,
): OpenDocument | null {
  const [open, setOpen] = useState<OpenDocument | null>(null);
  const read = useRef(new Map<string, Promise<Read>>());
  const readAt = (at: number): Promise<Read> => {
    const key = `${version} ${at}`;
    const known = read.current.get(key) ?? readDocument(recordKey, at);
    read.current.set(key, known);
    known.catch(() => read.current.delete(key));
    return known;
  };
  useEffect(() => {
    if (position === null) return;
    let isCurrent = true;
    const show = async () => {
      const { detail, pages } = await readAt(position);
      if (isCurrent) setOpen({ position, detail, pages: null });
      const drawn = await pages;
      if (isCurrent) setOpen({ position, detail, pages: drawn });
      if (next !== null) await (await readAt(next)).pages;
    };
    show().catch((problem) => isCurrent && onError(problem));
    return () => {
      isCurrent = false;
    };
  }, [position, next, version]);
  return open?.position === position ? open : null;
}

async function readDocument(recordKey: string, position: number): Promise<Read> {
  const source = httpSource(`/api/records/${recordKey}`, '?gold=saved');
  const { item, fields, images: count } = (await source.readDocument?.(position)) ?? missing();
  const detail = unpackDetail(item, fields);
  const read = async () => {
    const images = count > 0 ? await source.readImages(position, count) : [];
    const text = count > 0 ? await source.readText?.(position) : undefined;
    return { images, text: text ?? detail.text ?? null };
  };
  const pages = read();
  // Prevents an unhandled rejection. If the pages cannot be read, the problem is shown when the reader opens the
  // document.
  pages.catch(() => undefined);
  return { detail, pages };
}

function missing(): never {
  throw new Error('The document cannot be read.');
}
