import { isJsonObject } from '../../model/json/json-value.ts';
import type { JudgedDocument } from '../fold/documents/judged-document.ts';

/** The texts that the outputs of a document cite: a part of its text, for documents whose file gives none. */
export function citedText({ versions }: JudgedDocument): string {
  return [...new Set(versions.flatMap(([first]) => referencesIn(first.row?.output)))].join('\n');
}

function referencesIn(output: unknown): string[] {
  if (!isJsonObject(output) || !isJsonObject(output.metadata)) return [];
  return Object.values(output.metadata).flatMap((entry) => {
    const citations = isJsonObject(entry) && Array.isArray(entry.citations) ? entry.citations : [];
    return citations.flatMap((one: unknown) =>
      isJsonObject(one) && typeof one.referenceText === 'string' ? [one.referenceText] : [],
    );
  });
}
