import { z } from 'zod';

/** One cited box of a value, with the words of the document inside the box. */
export const citedBoxSchema = z.object({
  /** Page number, counted from 1. */
  page: z.int(),
  /**
   * Left, top, right and bottom edge as shares of the page width and height; `null` if the page size is
   * unknown.
   */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** Width and height of the page in points; `null` if the page was not read. */
  size: z.tuple([z.number(), z.number()]).nullable(),
  /**
   * Words inside the box that are not in an earlier box of the value, joined by spaces; `null` if the page could not be
   * read.
   */
  words: z.string().nullable(),
  /** Whether the words come from character recognition (OCR) and may therefore be wrong. */
  ocr: z.boolean(),
});
export type CitedBox = z.infer<typeof citedBoxSchema>;

/** The cited boxes of one output, by path of the cited value. */
export const citedWordsSchema = z.record(z.string(), z.array(citedBoxSchema).min(1));
export type CitedWords = Readonly<z.infer<typeof citedWordsSchema>>;

/** First line of `citations.jsonl`. */
export const citationsHeadSchema = z.object({
  schemaVersion: z.literal(1),
  /** SHA-256 of the `rows.jsonl` whose citations were read. */
  rows: z.string(),
});

/** Further lines of `citations.jsonl`: the cited boxes of one item run. */
export const citationsLineSchema = z.object({
  position: z.int().min(0),
  /** Number of the version in the plan, from 0. */
  version: z.int().min(0),
  repeat: z.int().min(1),
  cited: citedWordsSchema,
});
export type CitationsLine = z.infer<typeof citationsLineSchema>;
