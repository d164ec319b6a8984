import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { isNotScoredMark } from '../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { countChanges, editActions, type ReviewEdit } from '../../model/review/review-log.ts';
import type {
  ItemLabels,
  OpenReview,
  ReviewState,
  ReviewVerdicts,
  ShownEdit,
  WrittenReview,
} from '../../model/review/review-state.ts';
import type { ReviewSession, WrittenEdit } from '../../usecases/review/review-session.ts';
import { recordGold } from '../../usecases/view/record-gold.ts';
import type { Catalogue } from './catalogue.ts';
import type { ReportCache } from './report-cache.ts';
import type { Reviews } from './reviews.ts';

/** Maximum number of characters of a text in an edit. This limit keeps a line of the log below 64 KB. */
const maxText = 16_000;

const jsonText = z
  .string()
  .max(maxText, `The label has more than ${maxText} characters as JSON. Edit it in items.jsonl.`)
  .transform((text, context): JsonValue => {
    try {
      return parseJson(text) as JsonValue;
    } catch {
      context.addIssue('expected JSON');
      return z.NEVER;
    }
  });

const editSchema = z.object({
  item: z.string().max(1000),
  path: z.string().max(1000),
  action: z.enum(editActions),
  /** The label that the page showed, as JSON. */
  before: jsonText,
  /** The new label, as JSON. */
  after: jsonText.default(null),
  /** What the reviewer typed, in place of `after`. */
  text: z.string().max(maxText).optional(),
  /** Why the page showed the label as not scored; not set if the label is scored. */
  markBefore: z.string().max(2100).refine(isNotScoredMark).optional(),
  from: z
    .object({ version: z.string().max(1000), confidence: z.number().nullable() })
    .nullable()
    .default(null),
  note: z.string().max(2000).default(''),
  blind: z.boolean().default(false),
  /** Hash of the evidence that the queue of label issues showed. */
  evidence: z.string().max(64).optional(),
  /** True if the queue showed this label in random order. */
  randomOrder: z.literal(true).optional(),
});

/** `keep` keeps the label of the dataset, and `replace` replaces it by the label of the edit. */
const decisionSchema = z.object({ decision: z.enum(['keep', 'replace']) });

interface RecordAddress {
  Params: { key: string };
}

interface ReviewServices {
  readonly catalogue: Catalogue;
  readonly reports: ReportCache;
  readonly reviews: Reviews;
}

/** Adds the routes that edit the gold of a record's dataset. A read-only server does not have these routes. */
export function serveReview(app: FastifyInstance, { catalogue, reports, reviews }: ReviewServices): void {
  const sessionOf = async (key: string) => reviews.sessionOf(await catalogue.folderOf(key));

  app.get<RecordAddress>('/api/records/:key/review', async ({ params: { key } }): Promise<ReviewState> => {
    try {
      return await stateOf(await sessionOf(key));
    } catch (thrown) {
      if (!(thrown instanceof GoldsetError)) throw thrown;
      return { problem: thrown.message, fix: thrown.fix };
    }
  });

  app.get<RecordAddress & { Querystring: { item?: string } }>(
    '/api/records/:key/labels',
    async ({ params: { key }, query: { item = '' } }): Promise<ItemLabels> => {
      return labelsOf(await (await sessionOf(key)).gold(item));
    },
  );

  app.post<RecordAddress>('/api/records/:key/edits', async ({ params: { key }, body }, reply) => {
    const parsed = editSchema.safeParse(body);
    if (!parsed.success) return reply.status(422).send({ problem: z.prettifyError(parsed.error), fix: null });
    const session = await sessionOf(key);
    const { from, ...edit } = parsed.data;
    const { recordId } = await recordGold(await catalogue.folderOf(key));
    return afterWrite(session, await session.edit({ ...edit, from: from && { recordId, ...from } }));
  });

  app.post<{ Params: { key: string; seq: string } }>(
    '/api/records/:key/edits/:seq/undo',
    async ({ params: { key, seq } }) => {
      const session = await sessionOf(key);
      return afterWrite(session, await session.undo(Number(seq)));
    },
  );

  app.post<RecordAddress>('/api/records/:key/redo', async ({ params: { key } }) => {
    const session = await sessionOf(key);
    return afterWrite(session, await session.redo());
  });

  app.post<{ Params: { key: string; seq: string }; Body: unknown }>(
    '/api/records/:key/conflicts/:seq',
    async ({ params: { key, seq }, body }, reply) => {
      const parsed = decisionSchema.safeParse(body);
      if (!parsed.success)
        return reply.status(422).send({ problem: z.prettifyError(parsed.error), fix: null });
      const session = await sessionOf(key);
      await session.resolve(Number(seq), parsed.data.decision);
      return stateOf(session);
    },
  );

  app.post<RecordAddress>('/api/records/:key/versions', async ({ params: { key } }) => {
    const session = await sessionOf(key);
    const folder = await catalogue.folderOf(key);
    const preview = await reviews.previewOf(folder);
    const saved = { version: 0, changed: 0 };
    await reports.keepWhenSaved(folder, preview, async () => {
      const { version, changed, edits } = await session.save();
      Object.assign(saved, { version, changed });
      return sameNumbers(
        edits,
        preview.edits.map(({ seq }) => seq),
      );
    });
    return { ...(await stateOf(session)), ...saved };
  });

  app.post<RecordAddress>('/api/records/:key/discard', async ({ params: { key } }) => {
    const session = await sessionOf(key);
    await session.discard();
    return stateOf(session);
  });

  app.get<RecordAddress>('/api/records/:key/verdicts', async ({ params: { key } }) => {
    const folder = await catalogue.folderOf(key);
    const preview = await reports.report(folder, await reviews.previewOf(folder));
    const run = await reports.report(folder);
    return { run: run.headline, preview: preview.headline } satisfies ReviewVerdicts;
  });
}

function sameNumbers(one: readonly number[], other: readonly number[]): boolean {
  return one.toSorted((a, b) => a - b).join() === other.toSorted((a, b) => a - b).join();
}

async function afterWrite(
  session: ReviewSession,
  { edit: { seq, item, path }, gold }: WrittenEdit,
): Promise<WrittenReview> {
  return { ...(await stateOf(session)), written: { seq, item, path, ...labelsOf(gold) } };
}

function labelsOf({ expectedOutput, notScored = {} }: WrittenEdit['gold']): ItemLabels {
  return { output: JSON.stringify(expectedOutput), notScored };
}

async function stateOf(session: ReviewSession): Promise<OpenReview> {
  const { dataset, reviewer, kind, types } = session;
  const { edits, conflicts, redo } = await session.unsaved();
  return {
    dataset,
    reviewer,
    kind,
    types,
    unsaved: edits.map(shownEdit),
    changes: countChanges(edits),
    conflicts: conflicts.map(({ edit, current }) => ({
      ...shownEdit(edit),
      current: current === null ? null : JSON.stringify(current.value),
      currentMark: current?.mark ?? null,
    })),
    canRedo: redo !== null,
  };
}

/** Labels are sent as JSON texts, so that the page does not lose digits of a number. */
function shownEdit({ seq, at, item, path, action, before, after, markAfter }: ReviewEdit): ShownEdit {
  const labels = { before: JSON.stringify(before), after: JSON.stringify(after), markAfter };
  return { seq, at, item, path, action, ...labels };
}
