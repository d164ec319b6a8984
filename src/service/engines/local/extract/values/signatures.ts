import type { FoundValue } from '../candidates/candidate.ts';
import type { LabelledLayout } from '../candidates/labelled-values.ts';
import type { ValueReader } from '../candidates/value-reader.ts';
import { foldText, joinedForm } from '../layout/fold-text.ts';
import type { Segment } from '../layout/text-layout.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { isoDate } from '../recognise/dates.ts';
import type { DocumentConventions } from '../recognise/document-conventions.ts';
import type { ReadValue } from './evidence.ts';

const signatureLabel =
  /(?:^|[^\p{L}])(?:signature|signed(?: by)?|sign here|authori[sz]ed signatory|unterschrift|unterzeichnet|gezeichnet|signe par|firma|firmado|firmato|handtekening|assinatura|tandatangan)(?:$|[^\p{L}])|\/s\//u;
const nameLabel =
  /^\W*(?:print(?:ed)? name|name(?: in print| \(print\))?|type or print name|name in block letters|by|nom|nombre|nome|naam)\s*[:.]?\s*/iu;
const titleLabel =
  /^\W*(?:title|position|role|capacity|funktion|titel|titre|cargo|titolo|functie)\s*[:.]?\s*/iu;

interface Block {
  readonly label: Segment;
  readonly lines: readonly Segment[];
}

/** Returns the parts of a signature block: name, date, role, and whether it is signed. */
export function signatureValues(
  node: FieldNode,
  path: string,
  labelled: LabelledLayout,
  reader: ValueReader,
  conventions: DocumentConventions,
): [string, ReadValue][] {
  const blocks = signatureBlocks(labelled);
  const request = joinedForm(`${node.name} ${node.description}`);
  const matchCount = (block: Block): number =>
    block.lines
      .flatMap((line) => line.tokens)
      .filter((token) => token.text.length > 3 && request.includes(token.text)).length;
  const best = [...blocks].sort((a, b) => matchCount(b) - matchCount(a))[0];
  if (best === undefined) return [];
  const found: [string, ReadValue][] = [];
  const put = (part: string, value: unknown, from: FoundValue | Segment, score: number): void => {
    const spans = 'spans' in from ? from.spans : [{ segment: from, start: 0, end: from.text.length }];
    found.push([
      `${path}.${part}`,
      { value, spans, evidence: { score }, reason: `signature block at "${best.label.text.slice(0, 60)}"` },
    ]);
  };
  const name = labelledText(best, nameLabel);
  if (name !== undefined) put('printed_name', name.text, name, 0.85);
  const date = best.lines.flatMap((line) => reader.read(line, 0, line.text.length, 'date'))[0];
  if (date?.date !== undefined) put('signature_date', isoDate(date.date, conventions.monthFirst), date, 0.85);
  put('is_signed', isSigned(best), best.label, 0.75);
  const title = labelledText(best, titleLabel);
  if (title !== undefined) put('title_or_role', title.text, title, 0.85);
  return found;
}

function signatureBlocks(labelled: LabelledLayout): Block[] {
  const blocks: Block[] = [];
  for (const segment of labelled.layout.segments) {
    if (blocks.length >= 50) break;
    if (segment.text.length > 120 || !signatureLabel.test(foldText(segment.text))) continue;
    const lines: Segment[] = [];
    for (let index = segment.row - 1; index <= segment.row + 5; index++) {
      const row = labelled.layout.rows[index];
      if (row === undefined || row.page !== segment.page) continue;
      lines.push(...row.segments);
    }
    blocks.push({ label: segment, lines });
  }
  return blocks;
}

function labelledText(block: Block, label: RegExp): FoundValue | undefined {
  for (const [index, line] of block.lines.entries()) {
    const match = label.exec(line.text);
    if (match === null) continue;
    const rest = line.text.slice(match[0].length).replace(/[_\s]+$/, '');
    if (/\p{L}{2}/u.test(rest)) {
      const start = match[0].length;
      return { spans: [{ segment: line, start, end: start + rest.length }], text: rest.trim() };
    }
    const next = block.lines[index + 1];
    if (
      next !== undefined &&
      match[0].trim().length >= line.text.trim().length &&
      /\p{L}{2}/u.test(next.text) &&
      !/[:_]/.test(next.text)
    ) {
      return { spans: [{ segment: next, start: 0, end: next.text.length }], text: next.text };
    }
  }
  return undefined;
}

/** Returns whether a name follows the label, or the text states that the document was signed. */
function isSigned(block: Block): boolean {
  const text = block.lines.map((line) => line.text).join('\n');
  if (
    /\/s\/|digitally signed|electronically signed|elektronisch unterschrieben|firmado digitalmente/i.test(
      text,
    )
  )
    return true;
  const match = signatureLabel.exec(foldText(block.label.text));
  const rest = block.label.text.slice((match?.index ?? 0) + (match?.[0].length ?? 0));
  return /\p{L}{2}/u.test(rest.replace(/\bdate\b.*$/iu, '')) && !/of|by|:?\s*_{3,}/iu.test(rest.slice(0, 6));
}
