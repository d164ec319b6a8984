import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { SectionName } from '../../model/report/report-sections.ts';
import type { BlockOf, Blocks, DetailBlock, HeadBlock, StoredDocument } from '../blocks/report-blocks.ts';
import { type Detail, unpackDetail } from '../blocks/unpack-detail.ts';
import type { Address } from './address.ts';
import { inflateJson } from './inflate-json.ts';
import type { ReportSource, ScriptName, StoredImage } from './report-source.ts';

export interface PageProps {
  readonly head: HeadBlock;
  /** Names of the versions, the baseline first. */
  readonly names: readonly string[];
  readonly address: Address;
}

export interface ViewProps<Name extends SectionName> extends PageProps {
  readonly data: Blocks[BlockOf<Name> & keyof Blocks];
}

export interface SectionView {
  readonly name: SectionName;
  readonly View: (props: PageProps & { readonly data: never }) => ComponentChildren;
}

/**
 * Connects a section with its component. The file of the section must export the result as `view`, so that
 * `src/viewer/section-views.ts` finds it.
 */
export function defineView<Name extends SectionName>(
  name: Name,
  View: (props: ViewProps<Name>) => ComponentChildren,
): SectionView {
  return { name, View };
}

const decoded = new Map<string, unknown>();
const pending = new Map<string, Promise<unknown>>();

/** Name of the event that is sent if a block cannot be decoded, because the file is incomplete or was changed. */
export const blockFailure = 'goldset-block-failure';

let source: ReportSource;

/** Selects the source from which blocks and images are read, and removes the blocks of the previous report. */
export function openReport(from: ReportSource, head: HeadBlock): void {
  source = from;
  decoded.clear();
  pending.clear();
  decoded.set('head', head);
}

/** Runs a script that the page does not need for its first view. */
export function loadScript(name: ScriptName): Promise<void> {
  return source.loadScript(name);
}

/**
 * Decodes a block once. Later calls return the same object. The promise is rejected if the block is missing or damaged.
 */
export async function loadBlock(name: string): Promise<unknown> {
  if (decoded.has(name)) return decoded.get(name);
  const loading = pending.get(name) ?? decodeBlock(name);
  pending.set(name, loading);
  return loading;
}

async function decodeBlock(name: string): Promise<unknown> {
  const value = await inflateJson((await source.readBlock(name)) ?? '');
  decoded.set(name, value);
  return value;
}

/** Returns the content of a block. Returns `undefined` until it is decoded. */
export function useBlock<Name extends keyof Blocks>(name: Name): Blocks[Name] | undefined {
  return useNamed(name) as Blocks[Name] | undefined;
}

function useNamed(name: string | null): unknown {
  const [, setLoaded] = useState('');
  useEffect(() => {
    if (name === null || decoded.has(name)) return;
    let isCurrent = true;
    loadBlock(name).then(
      () => isCurrent && setLoaded(name),
      () => dispatchEvent(new Event(blockFailure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return name === null ? undefined : decoded.get(name);
}

export type ShownDocument =
  | { readonly state: 'decoding' }
  /** The document is not one of the documents whose values the report shows. */
  | { readonly state: 'not-shown' }
  /**
   * The report shows the document, but its values did not fit into the file. `images` is the number of page images; a
   * negative number states why there are no images.
   */
  | { readonly state: 'omitted'; readonly images: number }
  | { readonly state: 'shown'; readonly images: number; readonly detail: Detail };

/** Returns whether the source can read the values of any document, also of documents that the report does not show. */
export function hasAllDocuments(): boolean {
  return source.readDocument !== undefined;
}

/**
 * Returns the values of the document at this position in the record. If the source can read single documents, reads the
 * values of a large report from the source. The blocks of a large report contain only some documents, without their
 * labels and outputs.
 */
export function useWhole(position: number): ShownDocument {
  const isOnRequest = hasAllDocuments() && (decoded.get('head') as HeadBlock).documents.rule !== null;
  const inBlocks = useShown(isOnRequest ? -1 : position);
  const [read, setRead] = useState<{ readonly position: number; readonly stored: StoredDocument } | null>(
    null,
  );
  useEffect(() => {
    if (!isOnRequest) return;
    let isCurrent = true;
    source.readDocument?.(position).then(
      (stored) => isCurrent && setRead({ position, stored }),
      () => dispatchEvent(new Event(blockFailure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [position, isOnRequest]);
  const stored = read?.position === position ? read.stored : null;
  const detail = useMemo(() => stored && unpackDetail(stored.item, stored.fields), [stored]);
  if (!isOnRequest) return inBlocks;
  return stored && detail ? { state: 'shown', images: stored.images, detail } : { state: 'decoding' };
}

/**
 * Returns the values of the document at this position in the record. Reads only the blocks of the report, which may not
 * contain the document.
 */
export function useShown(position: number): ShownDocument {
  const places = useBlock('places');
  const row = places?.positions.indexOf(position) ?? -1;
  const number = places?.detail[row] ?? -1;
  const block = useNamed(number >= 0 ? `detail-${number}` : null) as DetailBlock | undefined;
  const detail = useMemo(() => {
    const packed = block?.items.find((entry) => entry.position === position);
    return packed && places && unpackDetail(packed, places.fields);
  }, [block, places, position]);
  if (!places) return { state: 'decoding' };
  if (row < 0) return { state: 'not-shown' };
  const images = places.images[row] ?? 0;
  if (number < 0) return { state: 'omitted', images };
  return detail ? { state: 'shown', images, detail } : { state: 'decoding' };
}

/** Returns the text of a text document. Returns `undefined` if the report does not contain it. */
function useDocumentText(position: number): string | undefined {
  const hasText = useBlock('places')?.texts.includes(position) ?? false;
  return useNamed(hasText ? `text-${position}` : null) as string | undefined;
}

const noImages: readonly StoredImage[] = [];

/** The pages of a document as images, or its text. */
export interface DocumentContent {
  readonly pages: readonly StoredImage[];
  readonly text: string | undefined;
  /** Whether reading has finished. If there are then neither pages nor text, the document cannot be opened. */
  readonly isRead: boolean;
}

/** Returns the content of a document. `count` is the number that `PlacesBlock.images` states for the document. */
export function useContent(position: number, count: number): DocumentContent {
  const inBlock = useDocumentText(position);
  const [read, setRead] = useState({ position: -1, pages: noImages, text: undefined as string | undefined });
  useEffect(() => {
    let isCurrent = true;
    const text = count > 0 ? source.readText?.(position) : undefined;
    Promise.all([readImages(position, count), text]).then(
      ([pages, text]) => isCurrent && setRead({ position, pages, text }),
      () => dispatchEvent(new Event(blockFailure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [position, count]);
  const isRead = read.position === position;
  return { pages: isRead ? read.pages : noImages, text: inBlock ?? (isRead ? read.text : undefined), isRead };
}

/** Returns the `count` page images of a document. Returns no images until they are read. */
export function useImages(position: number, count: number): readonly StoredImage[] {
  const [read, setRead] = useState({ position, images: noImages });
  useEffect(() => {
    let isCurrent = true;
    readImages(position, count).then(
      (images) => isCurrent && setRead({ position, images }),
      () => dispatchEvent(new Event(blockFailure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [position, count]);
  return read.position === position ? read.images : noImages;
}

export async function readImages(position: number, count: number): Promise<readonly StoredImage[]> {
  return count > 0 ? source.readImages(position, count) : noImages;
}
