import type { PageEvidence } from '../classify/page-evidence.ts';
import type { PageFeatures } from '../text/page-features.ts';
import { PhraseMatcher } from '../text/phrase-matcher.ts';
import { type Identifier, identifierEvidence } from './identifiers.ts';
import { numberingEvidence, numbersPacket, type PageMarkers } from './page-markers.ts';
import type { PageSimilarity } from './page-similarity.ts';
import type { SplitRules } from './split-rules.ts';
import { type Evidence, flowEvidence } from './text-flow.ts';

/** Content that the splitter reads: whole pages, page tops, or page numbers and first lines. */
export type AnalysisLevel = 'full' | 'tops' | 'numbers';

export interface PacketView {
  readonly pages: readonly PageFeatures[];
  readonly evidence: readonly PageEvidence[];
  readonly markers: readonly PageMarkers[];
  /** Whether each page shows its position in the packet as a number that is alone on a line. */
  readonly isStamped: boolean;
  readonly identifiers: readonly (readonly Identifier[])[];
  readonly similarity: PageSimilarity | undefined;
  readonly rules: SplitRules;
}

/** Log-odds that a document starts at a page, with the reasons in words. */
export interface BoundaryScore {
  readonly logOdds: number;
  readonly reasons: readonly string[];
  /**
   * `start` if the page certainly starts a document, `stay` if the page certainly continues the previous
   * document, otherwise absent. For example, the first page of a packet starts a document, and a blank page
   * continues the previous document. Overrides `logOdds`.
   */
  readonly forced?: 'start' | 'stay';
}

/**
 * Log-odds that a document starts at a page, before any evidence. The log-odds are negative, because most page breaks
 * are inside documents.
 */
const prior = -1.1;
const titleWeight = 5.5;
const titleFree = 0.12;
const unknownTitleWeight = 2;
/**
 * Weight of a title that several classes share (`Agreement`). Such a title shows that a document starts, but
 * not its class.
 */
const sharedTitleWeight = 3.2;

/** Returns the score of every page. The first page always starts a document. */
export function boundaryScores(view: PacketView, level: AnalysisLevel): BoundaryScore[] {
  const scores: BoundaryScore[] = [];
  const starts = ruleMatcher(view.rules);
  view.pages.forEach((page, index) => {
    const before = view.pages[index - 1];
    scores.push(
      before === undefined
        ? { logOdds: 0, reasons: ['it is the first page'], forced: 'start' }
        : (forcedScore(view, before, page, starts) ?? scoreBreak(view, index, before, page, level, scores)),
    );
  });
  return scores;
}

function ruleMatcher(rules: SplitRules): PhraseMatcher<'start' | 'stay'> {
  const matcher = new PhraseMatcher<'start' | 'stay'>();
  for (const phrase of rules.startPhrases) matcher.add(phrase, 'start');
  for (const phrase of rules.stayPhrases) matcher.add(phrase, 'stay');
  return matcher;
}

function forcedScore(
  view: PacketView,
  before: PageFeatures,
  page: PageFeatures,
  matcher: PhraseMatcher<'start' | 'stay'>,
): BoundaryScore | undefined {
  const start = (reason: string): BoundaryScore => ({ logOdds: 6, reasons: [reason], forced: 'start' });
  if (page.number !== before.number + 1) return start('the pages before it are not selected');
  if (view.rules.everyPage) return start('the split rules make every page a document');
  if (view.rules.blankAlone && page.stems.length === 0)
    return start('the split rules make a blank page a document');
  if (view.rules.blankAlone && before.stems.length === 0) return start('it follows a blank page');
  if (page.stems.length === 0) return { logOdds: -6, reasons: [], forced: 'stay' };
  if (view.rules.blankSeparates && before.stems.length === 0) return start('it follows a blank page');
  const top = page.lines.slice(0, 15).flatMap((line) => line.stems);
  const hit = matcher.find(top)[0];
  if (hit?.payload === 'start') return start('the split rules list its first words');
  if (hit?.payload === 'stay') return { logOdds: -6, reasons: [], forced: 'stay' };
  return undefined;
}

function scoreBreak(
  view: PacketView,
  index: number,
  before: PageFeatures,
  page: PageFeatures,
  level: AnalysisLevel,
  earlier: readonly BoundaryScore[],
): BoundaryScore {
  const parts: Evidence[] = [{ score: prior }];
  const place = { position: index + 1, total: view.pages.length };
  const numbering = numberingEvidence(
    markersAt(view, index - 1),
    markersAt(view, index),
    place,
    view.isStamped ? undefined : markersAt(view, index - 2),
  );
  const labelled = markersAt(view, index).labelled;
  // The title of a page numbered 2 or more is probably a running header, so it counts less.
  const inner = labelled !== undefined && labelled.number > 1 && !numbersPacket(labelled, place);
  parts.push(numbering, titleEvidence(view.evidence[index], page, inner ? 0.3 : 1));
  if (level !== 'numbers') parts.push(...layoutEvidence(before, page, view.pages[index - 2]));
  if (level === 'full') {
    const { identifierKeys } = view.rules;
    const numbers = identifierEvidence(
      identifiersAt(view, index),
      view.identifiers[index] ?? [],
      identifierKeys,
    );
    parts.push(
      numbers,
      ...similarityEvidence(view, index, numbering.score, numbers.score, earlier),
      ...flowEvidence(before, page, view.similarity?.running[index] ?? new Set()),
    );
  }
  const logOdds = parts.reduce((sum, part) => sum + part.score, 0);
  const reasons = [...parts]
    .sort((a, b) => b.score - a.score)
    .flatMap((part) => (part.score > 0.3 && part.reason !== undefined ? [part.reason] : []));
  return { logOdds, reasons: reasons.slice(0, 3) };
}

function markersAt(view: PacketView, index: number): PageMarkers {
  return view.markers[index] ?? { bare: [] };
}

/** Returns the identifiers of the nearest earlier page with identifiers, at most five pages back. */
function identifiersAt(view: PacketView, index: number): readonly Identifier[] {
  for (let i = index - 1; i >= Math.max(0, index - 5); i--) {
    const found = view.identifiers[i] ?? [];
    if (found.length > 0) return found;
  }
  return [];
}

function titleEvidence(evidence: PageEvidence | undefined, page: PageFeatures, trust: number): Evidence {
  if (evidence === undefined) return { score: 0 };
  let best = 0;
  let text: string | undefined;
  evidence.title.forEach((value, index) => {
    if (value * trust > best) [best, text] = [value * trust, evidence.titleText[index]];
  });
  const unknownTitle = evidence.unknownTitle * unknownTitleWeight * trust;
  const large = page.lines
    .slice(0, 4)
    .some((line) => line.fontSize > page.bodySize * 1.35 && line.prominence > 0.5);
  const shared = sharedTitleWeight * evidence.knownTitle * trust;
  const score = Math.max(
    titleWeight * (best - titleFree),
    shared - 0.6,
    unknownTitle - 0.6,
    large ? 0.7 : -1,
  );
  if (text === undefined || best < 0.2) return { score };
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return { score, reason: `its title line is "${shown}"` };
}

function layoutEvidence(
  before: PageFeatures,
  page: PageFeatures,
  earlier: PageFeatures | undefined,
): Evidence[] {
  const out: Evidence[] = [];
  const differs = (a: number, b: number) => Math.abs(a - b) > 0.025 * Math.max(a, b, 1);
  if (differs(before.width, page.width) || differs(before.height, page.height)) {
    out.push({ score: 1.6, reason: 'the page size changes' });
  }
  if (before.stems.length === 0) {
    out.push({ score: 0.8, reason: 'it follows a blank page' });
    return out;
  }
  if (before.source === page.source) {
    const size = Math.abs(before.bodySize - page.bodySize);
    const tolerance = page.source === 'ocr' ? 3 : 0.6;
    if (size > tolerance) out.push({ score: 1, reason: 'the font size changes' });
    else if (page.source === 'text' && size < 0.1) out.push({ score: -0.25 });
    if (Math.abs(before.margins.left - page.margins.left) > 0.03)
      out.push({ score: 0.35, reason: 'the margins change' });
  } else out.push({ score: 0.3 });
  // In some documents, the text of every page ends early. So an early end of the previous page counts only if the text
  // ends lower on the page before it or on the page after it.
  const usual = Math.max(page.margins.bottom, earlier?.margins.bottom ?? 0);
  if (before.margins.bottom < 0.7 && before.margins.bottom < usual - 0.12)
    out.push({ score: 0.7, reason: 'the text of the previous page ends early' });
  else if (before.margins.bottom > 0.9) out.push({ score: -0.2 });
  return out;
}

function similarityEvidence(
  view: PacketView,
  index: number,
  numbering: number,
  identifiers: number,
  earlier: readonly BoundaryScore[],
): Evidence[] {
  const { similarity } = view;
  if (similarity === undefined) return [];
  const out: Evidence[] = [];
  const otherTitle = hasOtherTitle(view.evidence[index - 1], view.evidence[index]);
  if (otherTitle) out.push({ score: 1.2, reason: 'the previous page has another title' });
  const cosine = similarity.cosine[index] ?? 0;
  out.push({
    score: Math.max(-1.4, Math.min(0.7, 0.7 - 4 * cosine)),
    reason: 'its words differ from those of the previous page',
  });
  const sameForm = similarity.sameForm[index];
  if (sameForm !== undefined) {
    const began = (earlier[sameForm]?.logOdds ?? 0) > 0 || earlier[sameForm]?.forced === 'start';
    if (began && numbering > -1) {
      const number = view.pages[sameForm]?.number ?? sameForm + 1;
      // A repeated form usually starts a new document. A form with an unchanged identifier can be a second
      // sheet. Official forms (`shape.form`) have no second sheet.
      const secondSheet = identifiers < 0 && (view.pages[index]?.shape.form ?? 0) < 0.4;
      out.push({ score: secondSheet ? 1 : 3.2, reason: `it is another copy of the form on page ${number}` });
    } else if (!began) out.push({ score: similarity.sameForm[index - 1] === sameForm - 1 ? -2 : -0.6 });
  } else if ((similarity.running[index]?.size ?? 0) > 0 && numbering <= 0 && !otherTitle)
    out.push({ score: -1.4 });
  return out;
}

function hasOtherTitle(before: PageEvidence | undefined, after: PageEvidence | undefined): boolean {
  const a = clearTitle(before);
  const b = clearTitle(after);
  return a !== undefined && b !== undefined && a !== b;
}

function clearTitle(evidence: PageEvidence | undefined): number | undefined {
  let best: number | undefined;
  evidence?.title.forEach((value, index) => {
    if (value >= 0.4 && (best === undefined || value > (evidence.title[best] ?? 0))) best = index;
  });
  return best;
}
