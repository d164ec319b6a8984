import type { StoredDocument } from '../blocks/report-blocks.ts';

export interface StoredImage {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly address: string;
}

/**
 * A script that the page runs when it is first needed. `section-views` has the components of all sections except the
 * summary. `charts` draws charts, and sets `goldsetDrawChart`.
 */
export type ScriptName = 'section-views' | 'charts';

/** Where the viewer reads a report from: a file (`fileSource`) or a server. */
export interface ReportSource {
  /** Returns a block as base64 of deflated JSON. Returns `undefined` if there is no such block. */
  readonly readBlock: (name: string) => Promise<string | undefined>;
  readonly loadScript: (name: ScriptName) => Promise<void>;
  /** Returns the page images of a document. `count` is the number that `PlacesBlock.images` states for the document. */
  readonly readImages: (position: number, count: number) => Promise<readonly StoredImage[]>;
  /** Returns the text of a file that has no images. Not set if all texts are in blocks. */
  readonly readText?: (position: number) => Promise<string | undefined>;
  /** Returns the values of any document of the record. Not set if values can only be read from blocks. */
  readonly readDocument?: (position: number) => Promise<StoredDocument>;
}
