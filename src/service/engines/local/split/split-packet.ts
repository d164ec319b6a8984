import { sha256 } from '../../../../base/hash.ts';
import type { Split, SplitterOutput } from '../../../../model/processor/output.ts';
import type { Classification, SplitterConfig } from '../../../../model/processor/processor-config.ts';
import type { ParsedDocument, ReadingEffort } from '../../parsed-document.ts';
import { type ClassProfile, classProfiles } from '../classify/class-profile.ts';
import { bodyLogit, classProbabilities, scoreClasses } from '../classify/class-scores.ts';
import { EvidenceReader, type PageEvidence } from '../classify/page-evidence.ts';
import { type PageFeatures, pageFeatures } from '../text/page-features.ts';
import { selectPages } from '../text/page-selection.ts';
import { type AnalysisLevel, type BoundaryScore, boundaryScores, type PacketView } from './boundary-score.ts';
import { decodePacket, type PageOdds, type Segment } from './decode-packet.ts';
import { chooseIdentifier, identifierEvidence, identifiersOn } from './identifiers.ts';
import { numberingEvidence, pageMarkers } from './page-markers.ts';
import { type PageSimilarity, pageSimilarity } from './page-similarity.ts';
import { readSplitRules, type SplitRules } from './split-rules.ts';

/** Number of lines read from the top of a page, per analysis level. `undefined` if all lines are read. */
const linesRead: Readonly<Record<AnalysisLevel, number | undefined>> = {
  full: undefined,
  tops: 14,
  numbers: 6,
};
/** Weight of the class scores of one page. Below 1, because the scores of a single page are overconfident. */
const pageWeight = 0.45;
/** Maximum number of pages that determine the class of a document. */
const pagesForClass = 6;

/**
 * Divides the selected pages into documents without gaps or overlaps, and classifies each document. The `light`
 * effort and the split method `low_latency` read only page tops and page numbers.
 */
export function splitPacket(
  document: ParsedDocument,
  config: SplitterConfig,
  options: { readonly effort: ReadingEffort },
): SplitterOutput {
  const level = analysisLevelOf(config, options.effort);
  const selected = selectPages(document, config.advancedOptions);
  if (selected.length === 0) return { splits: [] };
  const full = level === 'full';
  const rules = rulesOf(document, config, full);
  const profiles = classProfiles(config.splitClassifications, {
    useDescriptions: full,
    rules: config.splitRules,
  });
  const pages = selected.map(pageFeatures);
  const view = viewPacket(pages, new EvidenceReader(profiles), rules, level);
  const scores = boundaryScores(view, level);
  const segments = decodePacket(view.evidence.map((page, index) => pageOdds(profiles, page, scores[index])));
  return {
    splits: segments.map((segment) => describe(segment, config.splitClassifications, profiles, view, scores)),
  };
}

function analysisLevelOf(config: SplitterConfig, effort: ReadingEffort): AnalysisLevel {
  if (effort === 'light') return 'numbers';
  return config.advancedOptions?.splitMethod === 'low_latency' ? 'tops' : 'full';
}

function rulesOf(document: ParsedDocument, config: SplitterConfig, full: boolean): SplitRules {
  const options = config.advancedOptions;
  const read = readSplitRules(
    full ? config.splitRules : undefined,
    full ? options?.splitIdentifierRules : undefined,
  );
  // In a spreadsheet, each sheet is one page. So `everyPage` makes each sheet a separate document.
  const bySheet = document.type === 'EXCEL' && options?.splitExcelDocumentsBySheetEnabled === true;
  return bySheet ? { ...read, everyPage: true } : read;
}

function viewPacket(
  pages: readonly PageFeatures[],
  reader: EvidenceReader,
  rules: SplitRules,
  level: AnalysisLevel,
): PacketView {
  const full = level === 'full';
  const lines = linesRead[level];
  const markers = pages.map((page) => pageMarkers(page, lines));
  const identifiers = pages.map((page) => (full ? identifiersOn(page) : []));
  const similarity = full ? pageSimilarity(pages) : undefined;
  const evidence = pages.map((page, index) => {
    const begins =
      similarity?.sameForm[index] !== undefined ||
      numberingEvidence(markers[index - 1] ?? { bare: [] }, markers[index] ?? { bare: [] }).score > 0 ||
      identifierEvidence(identifiers[index - 1] ?? [], identifiers[index] ?? [], rules.identifierKeys).score >
        0;
    const seen = begins ? page : withoutRunningLines(page, similarity, index);
    return reader.read(seen, { namesOnly: !full, ...(lines === undefined ? {} : { lines }) });
  });
  const isStamped = markers.every(({ bare }, index) => bare.includes(index + 1));
  return { pages, evidence, markers, isStamped, identifiers, similarity, rules };
}

/** Sets the prominence of running headers to 0, because they can repeat the document's title on every page. */
function withoutRunningLines(
  page: PageFeatures,
  similarity: PageSimilarity | undefined,
  index: number,
): PageFeatures {
  const running = similarity?.running[index];
  if (running === undefined || running.size === 0) return page;
  return {
    ...page,
    lines: page.lines.map((line, i) => (running.has(i) ? { ...line, prominence: 0 } : line)),
  };
}

function pageOdds(
  profiles: readonly ClassProfile[],
  page: PageEvidence,
  score: BoundaryScore | undefined,
): PageOdds {
  const first = scoreClasses(profiles, [page]);
  const body = profiles.map((_, index) => bodyLogit(page, index));
  return {
    boundary: score?.logOdds ?? 0,
    forced: score?.forced,
    asFirst: logShares(first.logits, pageWeight),
    asInner: page.words === 0 ? body.map(() => 0) : logShares(body, pageWeight),
  };
}

/**
 * For each class, returns log(probability / mean probability of all classes). `weight` scales the logits.
 */
function logShares(logits: readonly number[], weight: number): number[] {
  const highest = Math.max(...logits);
  const sum = logits.reduce((total, logit) => total + Math.exp((logit - highest) * weight), 0);
  return logits.map((logit) => (logit - highest) * weight - Math.log(sum / logits.length));
}

function describe(
  segment: Segment,
  classifications: readonly Classification[],
  profiles: readonly ClassProfile[],
  view: PacketView,
  scores: readonly BoundaryScore[],
): Split {
  const evidence = view.evidence.slice(segment.first, segment.last + 1);
  const classPages = evidence.filter((page) => page.words > 0).slice(0, pagesForClass);
  const probabilities = classProbabilities(
    scoreClasses(profiles, classPages),
    profiles.some((profile) => profile.fallback),
  );
  let best = classPages.length > 0 ? 0 : classOfBlankPages(profiles, segment.classIndex);
  probabilities.forEach((value, index) => {
    if (classPages.length > 0 && value > (probabilities[best] ?? 0)) best = index;
  });
  const chosen = classifications[best] as Classification;
  const startPage = view.pages[segment.first]?.number ?? 1;
  const endPage = view.pages[segment.last]?.number ?? startPage;
  const candidates = view.identifiers.slice(segment.first, segment.last + 1).flat();
  const text = view.pages[segment.first]?.lines.slice(0, 10).map((line) => line.text) ?? [];
  return {
    id: `split_${sha256([chosen.id, startPage, endPage, ...text].join('\n')).slice(0, 16)}`,
    classificationId: chosen.id,
    type: chosen.type,
    startPage,
    endPage,
    identifier: chooseIdentifier(candidates, view.rules.identifierKeys, profiles[best]?.names.flat() ?? []),
    observation: observe(
      startPage,
      scores[segment.first],
      chosen,
      classPages,
      best,
      probabilities[best] ?? 0,
    ),
  };
}

/**
 * Returns the index of the class for blank pages: a class with the word `blank`, otherwise the fallback class (such as
 * `other`). Returns `decoded` if there is neither.
 */
function classOfBlankPages(profiles: readonly ClassProfile[], decoded: number): number {
  const blankClass = profiles.findIndex(
    (profile) => profile.terms.has('blank') || profile.names.flat().includes('blank'),
  );
  const fallback = profiles.findIndex((profile) => profile.fallback);
  return blankClass >= 0 ? blankClass : fallback >= 0 ? fallback : decoded;
}

function observe(
  startPage: number,
  score: BoundaryScore | undefined,
  chosen: Classification,
  classPages: readonly PageEvidence[],
  best: number,
  probability: number,
): string {
  const why =
    score === undefined || score.reasons.length === 0 ? 'the type of page changes' : score.reasons.join(', ');
  const words = [...new Set(classPages.flatMap((page) => page.found[best] ?? []))].slice(0, 4);
  const title = classPages[0]?.titleText[best];
  const sign =
    title !== undefined && (classPages[0]?.title[best] ?? 0) > 0.15 ? [`"${title.slice(0, 60)}"`] : [];
  const reasons = [...sign, ...words.map((word) => `"${word}"`)];
  const basis = reasons.length > 0 ? `, because of ${reasons.join(', ')}` : '';
  return `Begins at page ${startPage}: ${why}. Class: "${chosen.type}" (probability ${probability.toFixed(2)})${basis}.`;
}
