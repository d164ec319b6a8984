import { parentPort } from 'node:worker_threads';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import type { NewGold } from '../../usecases/report/new-gold.ts';
import type { RerunRequest } from '../../usecases/run/plan-rerun.ts';
import { documentImages } from '../../usecases/view/document-images.ts';
import { goldKind } from '../../usecases/view/gold-kind.ts';
import type { ComparedVersions, ReportView } from '../../usecases/view/open-report.ts';

/** A request to the worker thread. Its response has the same `number`. */
export type WorkerRequest = { readonly number: number } & (
  | {
      readonly task: 'open';
      readonly record: string;
      readonly gold?: NewGold;
      /** `read` only reads a saved report. `write` also saves the report next to the record. */
      readonly saved: 'read' | 'write';
    }
  | { readonly task: 'pages'; readonly record: string; readonly position: number }
  | { readonly task: 'values'; readonly record: string; readonly position: number; readonly gold?: NewGold }
  /** `record` is the id of the comparison. */
  | { readonly task: 'compare'; readonly record: string; readonly compared: ComparedVersions }
  /** Draws the pages of a document of a comparison, or returns its values. */
  | {
      readonly task: 'compared-pages' | 'compared-values';
      readonly record: string;
      readonly compared: ComparedVersions;
      readonly position: number;
    }
  | { readonly task: 'estimate'; readonly record: string; readonly rerun: RerunRequest }
  | { readonly task: 'label-issues'; readonly record: string; readonly gold: NewGold }
  /**
   * Without `answered`, writes a list to `file`, unless `file` exists. The list has the values in which the two
   * versions differ. With `answered`, compares the versions by the answers in this list.
   */
  | {
      readonly task: 'label-list';
      readonly compared: ComparedVersions;
      readonly file: string;
      readonly answered: boolean;
    }
  | { readonly task: 'document'; readonly file: string; readonly name: string }
);

export type WorkerAnswer =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly problem: string; readonly fix: string | null };

/** At most this many scored records stay in memory. */
const maxOpen = 2;
/** Scored records by folder and kind of gold, the least recently used one first. */
const views = new Map<string, Promise<ReportView>>();

function keep(key: string, view: Promise<ReportView>): Promise<ReportView> {
  views.delete(key);
  views.set(key, view);
  for (const oldest of views.keys()) if (views.size > maxOpen) views.delete(oldest);
  view.catch(() => {
    if (views.get(key) === view) views.delete(key);
  });
  return view;
}

function keyOf(record: string, gold: NewGold | undefined): string {
  return `${goldKind(gold)} ${record}`;
}

// Each task loads its own code, because the code of all tasks takes a third of a second to load.
const loadReports = () => import('../../usecases/view/open-report.ts');

/** Returns the open report of a record. The report may use any gold, because page images do not depend on the gold. */
function openView(record: string): Promise<ReportView> {
  const kinds = ['run', 'saved', 'preview'] as const;
  const key =
    kinds.map((kind) => `${kind} ${record}`).find((one) => views.has(one)) ?? keyOf(record, undefined);
  return keep(
    key,
    views.get(key) ?? loadReports().then(({ openReport }) => openReport({ record, saved: 'read' })),
  );
}

async function answer(request: WorkerRequest): Promise<unknown> {
  if (request.task === 'document') return documentImages(request.file, request.name);
  if (request.task === 'label-list') {
    const { resultOfList, writeListOf } = await import('../../usecases/view/label-list.ts');
    const { compared, file, answered } = request;
    return answered ? resultOfList(compared, file) : writeListOf(compared, file);
  }
  const { record } = request;
  if (request.task === 'label-issues') {
    const { issuesOfRecord } = await import('../../usecases/label-issues/label-issue-queue.ts');
    return issuesOfRecord(record, request.gold);
  }
  if (request.task === 'estimate')
    return (await import('../../usecases/run/plan-rerun.ts')).estimateRerun(request.rerun);
  if (request.task === 'pages') return (await openView(record)).pagesOf(request.position);
  const { openReport, openComparison } = await loadReports();
  if (request.task === 'compare') return (await keep(record, openComparison(request.compared))).report;
  if ('compared' in request) {
    const view = await keep(record, views.get(record) ?? openComparison(request.compared));
    return request.task === 'compared-pages'
      ? view.pagesOf(request.position)
      : view.valuesOf(request.position);
  }
  const { gold } = request;
  const key = keyOf(record, gold);
  if (request.task === 'open')
    return (await keep(key, openReport({ record, gold, saved: request.saved }))).report;
  return (await keep(key, views.get(key) ?? openReport({ record, gold, saved: 'read' }))).valuesOf(
    request.position,
  );
}

parentPort?.on('message', (request: WorkerRequest) => {
  const { number } = request;
  const send = (message: WorkerAnswer) => parentPort?.postMessage(message);
  answer(request).then(
    (value) => send({ number, value }),
    (thrown: unknown) => {
      const fix = thrown instanceof GoldsetError ? thrown.fix : null;
      send({ number, problem: messageOf(thrown), fix });
    },
  );
});
