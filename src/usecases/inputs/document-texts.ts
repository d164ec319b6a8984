import { documentText } from '../../loaders/document-text.ts';
import type { RecordedItem } from '../../model/run-record.ts';
import type { RecordReader } from '../../record/open-record.ts';

/** Reads the text of a record's documents by item id; null where a document has none, or is not there any more. */
export async function documentTexts(
  reader: RecordReader,
): Promise<(itemId: string) => Promise<string | null>> {
  const documents = new Map<string, RecordedItem['document']>();
  for await (const { id, document } of reader.items()) documents.set(id, document);
  return async (itemId) => {
    const document = documents.get(itemId);
    return document === undefined ? null : documentText(document);
  };
}
