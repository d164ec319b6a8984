/** Resource limits per document. Beyond a limit, an error is thrown before memory is allocated. */
export const pageLimits = {
  /** Pixels of a stored image. */
  imagePixels: 120_000_000,
  /** Pixels of a rendered page. */
  renderPixels: 40_000_000,
  /** Points per side of a page. This is the limit of the PDF format, 200 inches. */
  pageSide: 14_400,
  /** Decompressed bytes of one stream of a PDF. */
  streamBytes: 512 * 1024 * 1024,
  /** Bytes of an embedded file. */
  attachmentBytes: 64 * 1024 * 1024,
  /** Total decompressed bytes of the parts of a zipped document. */
  archiveBytes: 256 * 1024 * 1024,
  archiveEntries: 10_000,
  /** Nesting depth of elements, of Rich Text groups and of email parts. */
  nesting: 1_000,
  /** Characters of text in one document. */
  characters: 8_000_000,
  /** Paragraphs, and cells of all tables or sheets, of one document. Empty cells between filled cells count. */
  cells: 300_000,
  /** Pages or sheets of a text document. */
  textPages: 5_000,
} as const;
