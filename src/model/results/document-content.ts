/**
 * Content of a document, as the server of `goldset view` sends it. A file that cannot be opened has neither pages nor
 * text.
 */
export interface DocumentContent {
  /** Images of the first pages, with their sizes in pixels. */
  readonly pages: readonly { readonly page: number; readonly width: number; readonly height: number }[];
  /** Text of a text file; `null` for other files. */
  readonly text: string | null;
}
