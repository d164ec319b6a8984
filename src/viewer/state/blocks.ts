import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type SectionName, type sectionGroups, sections } from '../../model/report/report-sections.ts';
import type { BlockOf, Blocks, DetailBlock, HeadBlock } from '../blocks/report-blocks.ts';
import { type Detail, unpackDetail } from '../blocks/unpack-detail.ts';
import type { Address } from './address.ts';
import { inflateJson } from './inflate-json.ts';
import type { ReportSource, StoredImage } from './report-source.ts';

export interface PageProps {
  readonly head: HeadBlock;
  /** Names of the versions, the baseline first. */
  readonly names: readonly string[];
  readonly address: Address;
}

export interface ViewProps<Name extends SectionName> extends PageProps {
  readonly data: Blocks[BlockOf<Name> & keyof Blocks];
}

export interface Section {
  readonly name: SectionName;
  readonly label: string;
  readonly group: keyof typeof sectionGroups;
  readonly block: keyof Blocks;
  readonly needs?: string;
  readonly firstRepeat?: boolean;
  readonly formerly?: readonly string[];
  readonly View: (props: PageProps & { readonly data: never }) => ComponentChildren;
}

/**
 * Connects a section with its component. If a file of a section exports the result as `view`,
 * `src/viewer/all-sections.ts` finds it.
 */
export function defineView<Name extends SectionName>(
  name: Name,
  View: (props: ViewProps<Name>) => ComponentChildren,
): Section {
  return { name, block: name as keyof Blocks, ...sections[name], View };
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

/** Loads the script that draws charts. */
export function loadDrawing(): Promise<void> {
  return source.loadDrawing();
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
  /** The document is listed, but the file does not contain its values. */
  | { readonly state: 'not-shown' }
  /** The values did not fit into the file. For `images`, see `PlacesBlock.images`. */
  | { readonly state: 'omitted'; readonly images: number }
  | { readonly state: 'shown'; readonly images: number; readonly detail: Detail };

/** Returns the values of the document at this position in the record. */
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
export function useDocumentText(position: number): string | undefined {
  const hasText = useBlock('places')?.texts.includes(position) ?? false;
  return useNamed(hasText ? `text-${position}` : null) as string | undefined;
}

const noImages: readonly StoredImage[] = [];

/**
 * Returns the `count` page images of a document, or the part of the document that has images. Returns an empty list
 * until they are read.
 */
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

/** Reads the `count` page images of a document. */
export async function readImages(position: number, count: number): Promise<readonly StoredImage[]> {
  return count > 0 ? source.readImages(position, count) : noImages;
}
