import { z } from 'zod';

/** A point of a citation polygon, in page points from the top left corner. */
export const pointSchema = z.object({ x: z.number(), y: z.number() });
export const citationSchema = z.looseObject({
  page: z.int().optional(),
  referenceText: z.string().nullish(),
  polygon: z.array(pointSchema).optional(),
  /**
   * Page size in points, so that a polygon can be drawn on an image of any size. Only the local service returns the
   * page size.
   */
  pageWidth: z.number().optional(),
  pageHeight: z.number().optional(),
});
export type Citation = z.infer<typeof citationSchema>;

export const insightSchema = z.looseObject({ type: z.string(), content: z.string() });

/**
 * Metadata of one extracted path, such as `line_items[0].description`. A confidence is a number from 0 to 1, and can
 * also be null or missing.
 */
export const fieldMetadataSchema = z.looseObject({
  ocrConfidence: z.number().nullish(),
  logprobsConfidence: z.number().nullish(),
  citations: z.array(citationSchema).optional(),
  insights: z.array(insightSchema).optional(),
});
export type FieldMetadata = z.infer<typeof fieldMetadataSchema>;

export const extractionOutputSchema = z.looseObject({
  value: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), fieldMetadataSchema).optional(),
});
export type ExtractionOutput = z.infer<typeof extractionOutputSchema>;

export const classificationOutputSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  confidence: z.number().nullish(),
  insights: z.array(insightSchema).optional(),
});
export type ClassificationOutput = z.infer<typeof classificationOutputSchema>;

/** One document of a packet with its first and last page, both included. Pages start at 1. */
export const splitSchema = z.looseObject({
  id: z.string().optional(),
  classificationId: z.string().optional(),
  type: z.string(),
  startPage: z.int(),
  endPage: z.int(),
  identifier: z.string().nullish(),
  observation: z.string().nullish(),
  name: z.string().nullish(),
  fileId: z.string().nullish(),
});
export type Split = z.infer<typeof splitSchema>;

export const splitterOutputSchema = z.looseObject({ splits: z.array(splitSchema) });
export type SplitterOutput = z.infer<typeof splitterOutputSchema>;
