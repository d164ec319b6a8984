import { readFile } from 'node:fs/promises';

type FileKind = 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl';

/**
 * Standard fonts by their path. All of them together have at most 2 MB. Most PDFs use the same few fonts, and the PDF
 * library asks for these fonts again for each document.
 */
const standardFonts = new Map<string, Promise<Uint8Array>>();

/** Reads files from the package folder of the PDF library, which creates one object of this class per document. */
export class PackageFiles {
  readonly #folders: Readonly<Record<FileKind, string>>;

  constructor(folders: Readonly<Record<FileKind, string>>) {
    this.#folders = folders;
  }

  /** Returns the bytes of a file. All documents can share these bytes, because the library copies them. */
  async fetch({
    kind,
    filename,
  }: {
    readonly kind: FileKind;
    readonly filename: string;
  }): Promise<Uint8Array> {
    const file = `${this.#folders[kind]}${filename}`;
    if (kind !== 'standardFontDataUrl') return bytesOf(file);
    const bytes = standardFonts.get(file) ?? bytesOf(file);
    standardFonts.set(file, bytes);
    // If reading fails, the next document reads the file again.
    bytes.catch(() => standardFonts.delete(file));
    return bytes;
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(file));
}
