import type { LineFeatures, PageFeatures } from '../text/page-features.ts';

/** Evidence for (positive) or against (negative) a boundary, in log-odds, with the reason in words. */
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
const appendix =
  /^(?:schedule|annex|appendix|attachment|anlage|anhang|annexe|anexo|allegato|bijlage|exhibit [a-z]\b)/i;

/** Whether the text runs on over the page break, judged by the lines on both sides of it. */
export function flowEvidence(
  before: PageFeatures,
  after: PageFeatures,
  running: ReadonlySet<number>,
): Evidence[] {
  const last = lastLine(before);
  const first = firstLine(after, running);
  if (last === undefined || first === undefined) return [];
  const out: Evidence[] = [];
  const opens = first.text.replace(/^[\s"“(]+/, '');
  const lower = /^\p{Ll}/u.test(opens) && first.stems.length >= 2;
  const ended = /[.!?:;"”)]\s*$/.test(last.text);
  const longLast = last.text.split(/\s+/).length >= 8;
  if (lower && !ended) out.push({ score: -3 });
  else if (lower) out.push({ score: -1.5 });
  else if (!ended && longLast) out.push({ score: -1.4 });
  const clause = clauseNumber(first.text);
  const previous = lastClause(before);
  if (clause !== undefined && clause > 1) {
    out.push({ score: previous !== undefined && clause - previous <= 1 && clause >= previous ? -1.8 : -0.9 });
  }
  if (
    carriedOver.test(first.text) ||
    after.lines.slice(0, 5).some((line) => carriedOver.test(line.text.slice(0, 120)))
  ) {
    out.push({ score: -2 });
  }
  if (before.lines.slice(-3).some((line) => turnOver.test(line.text.slice(0, 120)))) out.push({ score: -2 });
  if (appendix.test(opens)) out.push({ score: -0.7 });
  if (after.lines.slice(0, 15).some((line) => greeting.test(line.text))) {
    out.push({ score: 1, reason: 'it opens with a greeting' });
  }
  if (before.lines.slice(-8).filter((line) => signatureLine.test(line.text.slice(0, 200))).length >= 2) {
    out.push({ score: 0.6, reason: 'the page before ends with signatures' });
  }
  return out;
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

/** The whole number that a clause begins with: 12 for `12. Notices` and for `12.3 Notices`. */
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
