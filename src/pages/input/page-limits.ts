/** What a document may cost at most; beyond it an error is raised before the memory is taken. */
export const pageLimits = {
  /** Pixels of a stored image. */
  imagePixels: 120_000_000,
  /** Pixels of a rendered page. */
  renderPixels: 40_000_000,
  /** Points along a page's side: the format's own limit, 200 inches. */
  pageSide: 14_400,
  /** Bytes that one compressed stream of a PDF may grow to. */
  streamBytes: 512 * 1024 * 1024,
  /** Bytes of an embedded file. */
  attachmentBytes: 64 * 1024 * 1024,
  /** Bytes that the parts of a zipped document may grow to, together. */
  archiveBytes: 256 * 1024 * 1024,
  archiveEntries: 10_000,
  /** Elements within one another; groups of rich text; parts of a mail. */
  nesting: 1_000,
  /** Characters of text in one document. */
  characters: 8_000_000,
  /** Paragraphs, and cells of all tables or sheets, of one document; empty cells between filled ones count. */
  cells: 300_000,
  /** Pages or sheets of a document that is text. */
  textPages: 5_000,
} as const;
