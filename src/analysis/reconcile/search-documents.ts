import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { ReconciledChange } from '../../model/report/reconciliation.ts';
import { type DocumentChange, labelEdits, withoutDocument } from './document-changes.ts';
import type { EvaluatedDocument, Evaluation } from './evaluate.ts';
import type { FigureComparison } from './figure-comparison.ts';
import { replacePart } from './figure-parts.ts';

interface DocumentSearch {
  /**
   * Changes that make the requested figures equal, each of them in one document. One entry per kind of change.
   */
  readonly found: readonly ReconciledChange[];
  readonly tried: number;
}

/**
 * Searches for one document whose removal, or a change of whose label, makes the differing figures equal. With
 * `only`, tests a single figure and ignores the others. Otherwise no figure may differ after the change.
 */
export function searchDocuments(
  evaluation: Evaluation,
  comparison: FigureComparison,
  differing: { readonly names: ReadonlySet<string>; readonly decimals: number | null },
  config: ProcessorConfig,
  only?: string,
): DocumentSearch {
  const found = new Map<string, { change: DocumentChange; candidates: Set<string> }>();
  let tried = 0;
  const wanted = only === undefined ? [...differing.names] : [only];
  for (const document of evaluation.documents) {
    const edits = labelEdits(document, evaluation, config, wanted);
    for (const change of [withoutDocument(document), ...edits]) {
      tried++;
      if (!wanted.every((name) => touches(change, name))) continue;
      if (!fits(document, change, only)) continue;
      const key = `${change.id} ${change.text}`;
      const entry = found.get(key) ?? { change, candidates: new Set<string>() };
      found.set(key, entry);
      entry.candidates.add(document.id);
    }
  }
  return {
    found: [...found.values()].map(({ change, candidates }) => ({
      id: change.id,
      text: change.text,
      candidates: [...candidates],
    })),
    tried,
  };

  function fits(document: EvaluatedDocument, change: DocumentChange, name: string | undefined): boolean {
    const sumOf = (one: string) =>
      change.after.has(one)
        ? replacePart(evaluation.sums.get(one), document.parts.get(one), change.after.get(one))
        : evaluation.sums.get(one);
    const names = name === undefined ? affected(change) : [name];
    return names.every(
      (one) =>
        !comparison.isCompared(one, evaluation) ||
        comparison.isEqual(one, comparison.ourValue(one, evaluation, sumOf), differing.decimals),
    );
  }

  function affected(change: DocumentChange): string[] {
    const names = [...change.after.keys()];
    // The mean over classes changes with each class.
    return names.some((name) => name.startsWith('accuracyPercBy')) ? [...names, 'accuracyPerc'] : names;
  }
}

function touches(change: DocumentChange, name: string): boolean {
  if (change.after.has(name)) return true;
  // An array has an accuracy if it has a recall.
  return name.endsWith('.accuracyPerc') && change.after.has(name.replace(/accuracyPerc$/, 'recallPerc'));
}
