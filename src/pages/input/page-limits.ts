/** Limits per document. A reader throws before it allocates memory beyond a limit. */
export const pageLimits = {
  imagePixels: 120_000_000,
  renderPixels: 40_000_000,
  /** Maximum points per side of a page. The PDF format has the same limit (200 inches). */
  pageSide: 14_400,
  /** Maximum decompressed bytes of one PDF stream. */
  streamBytes: 512 * 1024 * 1024,
  /**
   * Data counts as a decompression bomb if it has more than `bytes` bytes after decompression, and more than `ratio`
   * times its compressed bytes. Text and drawings of real documents rarely reach a ratio of 30. A scanned image of a printed page
   * reaches 100, and an image of a blank page reaches 1,000.
   */
  expansion: { bytes: 8 * 1024 * 1024, ratio: 100 },
  imageExpansion: { bytes: 64 * 1024 * 1024, ratio: 500 },
  /** Limits for JPEG 2000, which stores a large area of one colour in a few bytes. */
  jpeg2000Expansion: { bytes: 64 * 1024 * 1024, ratio: 5000 },
  attachmentBytes: 64 * 1024 * 1024,
  /** Maximum total of the decompressed bytes of a zipped document. */
  archiveBytes: 256 * 1024 * 1024,
  archiveEntries: 10_000,
  /** Maximum nesting depth of elements and Rich Text groups. */
  nesting: 1_000,
  characters: 8_000_000,
  /** Maximum number of paragraphs and table cells. Empty cells between filled cells count. */
  cells: 300_000,
  /** Maximum pages or sheets of a text document. */
  textPages: 5_000,
} as const;
