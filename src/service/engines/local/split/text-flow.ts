import type { LineFeatures, PageFeatures } from '../text/page-features.ts';

/** Log-odds for a boundary (positive) or against it (negative), with the reason in words. */
export interface Evidence {
  readonly score: number;
  readonly reason?: string;
}

const carriedOver =
  /\b(?:continued|cont'?d|cont\.|carried forward|brought forward|balance forward|ubertrag|übertrag|fortsetzung|suite|continuaci[oó]n|continua|vervolg|segue)\b/i;
const turnOver =
  /\b(?:continued on|continues on|please turn over|see reverse|next page|bitte wenden|fortsetzung|tournez|carried forward|übertrag|report[eé] à)\b/i;
const greeting =
  /^(?:dear|to whom|sehr geehrte|madame|monsieur|cher|ch[eè]re|estimad[oa]s?|egregi[oa]|gentile|geachte|hello|hallo)\b/i;
const signatureLine =
  /(?:\/s\/|\bby:|\bname:|\btitle:|signature|unterschrift|sincerely|regards|gr[uü](?:ss|ß)en|cordialement|atentamente|authorized signatory|_{8,})/i;
const signaturePage =
  /(?:signature page|signatures? to follow|counterpart signature|unterschriftenseite|page de signature)/i;
const appendix =
  /^\s*(?:schedule|annex|appendix|attachment|anlage|anhang|annexe|anexo|allegato|bijlage|exhibit [a-z]\b|form of)/i;
const closing = /^\s*(?:in witness whereof|signed (?:by|on)|executed (?:by|as of|on)|by:|\/s\/|_{8,})/i;

/** Returns the evidence for and against a boundary between two pages, from their text. */
export function flowEvidence(
  before: PageFeatures,
  after: PageFeatures,
  running: ReadonlySet<number>,
): Evidence[] {
  const last = lastLine(before);
  const first = firstLine(after, running);
  if (last === undefined || first === undefined) return [];
  return [
    ...sentenceEvidence(before, last, after, first),
    ...clauseEvidence(before, first),
    ...carryEvidence(before, after),
    ...partEvidence(after, running),
    ...openingAndClosing(before, after),
  ];
}

/** Returns evidence against a boundary if a sentence continues on the next page. */
function sentenceEvidence(
  before: PageFeatures,
  last: LineFeatures,
  after: PageFeatures,
  first: LineFeatures,
): Evidence[] {
  const lower = /^[\s"“(]*\p{Ll}{2}/u.test(first.text);
  const ended = /[.!?:;"”)]\s*$/.test(last.text);
  const longLast = last.text.split(/\s+/).length >= 8;
  if (!isProse(before, 0.35) || !isProse(after, 0.25))
    return lower && !ended && longLast ? [{ score: -0.8 }] : [];
  if (lower) return [{ score: ended ? -1.5 : -3 }];
  return !ended && longLast ? [{ score: -1.4 }] : [];
}

/**
 * Returns evidence against a boundary if the page starts with a clause number above 1. The evidence is
 * stronger if the last clause number of the previous page is the same or one lower.
 */
function clauseEvidence(before: PageFeatures, first: LineFeatures): Evidence[] {
  const clause = clauseNumber(first.text);
  if (clause === undefined || clause <= 1) return [];
  const previous = lastClause(before);
  const follows = previous !== undefined && clause >= previous && clause - previous <= 1;
  return [{ score: follows ? -1.8 : -0.9 }];
}

/** Returns evidence against a boundary if words such as `continued` or `carried forward` are near the page break. */
function carryEvidence(before: PageFeatures, after: PageFeatures): Evidence[] {
  const hasLine = (lines: readonly LineFeatures[], pattern: RegExp) =>
    lines.some((line) => line.contentWords <= 8 && pattern.test(line.text.slice(0, 120)));
  const out: Evidence[] = [];
  if (hasLine(after.lines.slice(0, 5), carriedOver)) out.push({ score: -2 });
  if (hasLine(before.lines.slice(-3), turnOver)) out.push({ score: -2 });
  return out;
}

/**
 * Returns evidence against a boundary if an appendix or signatures follow the page break, because they belong to the
 * previous document.
 */
function partEvidence(after: PageFeatures, running: ReadonlySet<number>): Evidence[] {
  const out: Evidence[] = [];
  const top = after.lines.filter((line, index) => !running.has(index) && line.text.trim() !== '').slice(0, 8);
  const isAppendix = top.some((line, at) => (at < 3 || line.contentWords <= 3) && appendix.test(line.text));
  if (isAppendix) out.push({ score: -1.8 });
  if (closing.test(top[0]?.text ?? '')) out.push({ score: -3 });
  const short = after.lines.length <= 40;
  if (
    short &&
    after.lines.some((line) => line.contentWords <= 8 && signaturePage.test(line.text.slice(0, 120)))
  ) {
    out.push({ score: -4 });
  }
  return out;
}

/** Returns evidence for a boundary if a greeting follows the page break, or if signatures precede it. */
function openingAndClosing(before: PageFeatures, after: PageFeatures): Evidence[] {
  const out: Evidence[] = [];
  if (after.lines.slice(0, 15).some((line) => greeting.test(line.text))) {
    out.push({ score: 1, reason: 'it opens with a greeting' });
  }
  if (before.lines.slice(-8).filter((line) => signatureLine.test(line.text.slice(0, 200))).length >= 2) {
    out.push({ score: 0.6, reason: 'the previous page ends with signatures' });
  }
  return out;
}

function isProse(page: PageFeatures, minimum: number): boolean {
  return page.shape.prose > minimum && page.shape.form < 0.6;
}

function lastLine(page: PageFeatures): LineFeatures | undefined {
  for (let i = page.lines.length - 1; i >= Math.max(0, page.lines.length - 5); i--) {
    const line = page.lines[i];
    if (line !== undefined && line.stems.length >= 2) return line;
  }
  return undefined;
}

function firstLine(page: PageFeatures, running: ReadonlySet<number>): LineFeatures | undefined {
  return page.lines.slice(0, 6).find((line, index) => !running.has(index) && line.stems.length >= 2);
}

/** Returns the whole number that a clause starts with: 12 for `12. Notices` and for `12.3 Notices`. */
function clauseNumber(text: string): number | undefined {
  const match = /^\s*(?:section|article|clause|§|artikel)?\s*(\d{1,2})(?:\.\d{1,2})*[.)]?\s+\p{Lu}/iu.exec(
    text.slice(0, 60),
  );
  return match?.[1] && /^\s*(?:\D*\d{1,2}[.)]|\D*\d{1,2}\.\d)/.test(text.slice(0, 60))
    ? Number(match[1])
    : undefined;
}

function lastClause(page: PageFeatures): number | undefined {
  for (let i = page.lines.length - 1; i >= 0; i--) {
    const number = clauseNumber(page.lines[i]?.text ?? '');
    if (number !== undefined) return number;
  }
  return undefined;
}
