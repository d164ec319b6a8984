import type { FieldRow, ReportModel } from '../../model/report-model.ts';
import type { ScoredRun } from '../scored-run.ts';
import { DocumentIndexBuilder } from '../sections/document-index.ts';
import { DocumentPicker } from '../sections/document-picker.ts';
import { type ReportedDocument, reportedDocuments } from './document-rows.ts';

export interface DocumentsPart
  extends Pick<ReportModel, 'items' | 'index' | 'changes'>,
    Pick<ReportModel['documents'], 'rule'> {
  readonly changeCounts: ReportModel['changeCounts'];
  readonly strips: NonNullable<ReportModel['packets']>['strips'];
}

/** What a report says of single documents: the shown ones with their changes, and the index of all. */
export function documentsOf(run: ScoredRun, fields: readonly FieldRow[]): DocumentsPart {
  const index = new DocumentIndexBuilder(run.plan.dataset.kind, run.versions.length);
  const picker = new DocumentPicker();
  const counts = { broke: 0, fixed: 0, changedWrong: 0, same: 0 };
  for (const { scored } of reportedDocuments(run)) {
    index.add(scored);
    picker.add(scored);
    if (scored.change === 'changed-wrong') counts.changedWrong++;
    else if (scored.change !== 'none') counts[scored.change]++;
  }
  const picked = new Set(picker.picked());
  const shown: ReportedDocument[] = [];
  for (const document of reportedDocuments(run)) if (picked.has(document.row.position)) shown.push(document);
  const changesOf = (kind: 'fixed' | 'changed-wrong', list: 'fixed' | 'changedWrong') =>
    shown.flatMap(({ scored }) => (scored.change === kind ? (scored.changes?.[list] ?? []) : []));
  return {
    rule: picker.rule,
    items: shown.map(({ row }) => row),
    index: index.build(
      shown.map(({ scored }) => scored),
      fields.map(({ field }) => field),
    ),
    changes: {
      broke: shown.flatMap(({ scored }) => scored.changes?.broke ?? []),
      fixed: changesOf('fixed', 'fixed'),
      changedWrong: changesOf('changed-wrong', 'changedWrong'),
    },
    changeCounts: run.versions.length === 2 ? counts : null,
    strips: shown.flatMap(({ scored }) => scored.strip ?? []),
  };
}
