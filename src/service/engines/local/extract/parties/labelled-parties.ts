import type { FoundValue } from '../candidates/candidate.ts';
import type { LabelHit } from '../labels/find-labels.ts';
import { joinedForm } from '../layout/fold-text.ts';
import type { Segment } from '../layout/text-layout.ts';
import { isCountry } from '../lexicon/countries.ts';
import {
  addressValue,
  formOfAddress,
  joinedNames,
  nameValue,
  type Party,
  type PartyLines,
  type PartyRole,
  partyWords,
} from './party.ts';

const roleOfConcept: Readonly<Record<string, PartyRole>> = {
  seller_name: 'seller',
  buyer_name: 'buyer',
  buyer_address: 'buyer',
  seller_address: 'seller',
  ship_to: 'ship_to',
};
const nameLabels = new Set([
  'name',
  'firma',
  'company',
  'companyname',
  'nom',
  'nombre',
  'nome',
  'naam',
  'raisonsociale',
  'nama',
]);
const addressLabels = new Set([
  'anschrift',
  'adresse',
  'address',
  'direccion',
  'indirizzo',
  'adres',
  'morada',
  'endereco',
  'alamat',
  'strasse',
]);

interface BlockLine {
  readonly segment: Segment;
  readonly start: number;
  /** Label of this line, as letters and digits only: `companyname`. Empty if the line has no label. */
  readonly key: string;
}

/** Returns the parties below or next to a label such as `Bill to`. */
export function labelledParties(lines: PartyLines): Party[] {
  const parties: Party[] = [];
  for (const hit of lines.labelled.hits) {
    if (hit.segment.page !== lines.labelled.layout.pages[0]) continue;
    const role =
      hit.concepts.map((id) => roleOfConcept[id]).find((one) => one !== undefined) ??
      (hit.endsSegment ? partyWords.get(hit.joined) : undefined);
    if (role === undefined || !hit.atStart) continue;
    if (!hit.colon && !hit.endsSegment && !partyWordsOnly(hit)) continue;
    const block = blockOf(lines, hit);
    if (block.length === 0) continue;
    const party = readBlock(lines, block, role, hit);
    if (party !== undefined) parties.push(party);
  }
  return parties;
}

/** Returns whether only `/` or `&` and one more word follow the label, as in `Käufer/Leistungsempfänger`. */
function partyWordsOnly(hit: LabelHit): boolean {
  return /^\s*[/&]\s*\p{L}+[\s:]*$/u.test(hit.segment.text.slice(hit.end));
}

/** Returns the lines of the party: the value after the label or to its right, then the lines below. */
function blockOf(lines: PartyLines, hit: LabelHit): BlockLine[] {
  const { layout } = lines.labelled;
  const found: BlockLine[] = [];
  const behind = /[\p{L}\d]/u.exec(hit.segment.text.slice(hit.end));
  if (behind !== null && hit.colon)
    found.push({ segment: hit.segment, start: hit.end + behind.index, key: '' });
  const row = layout.rows[hit.segment.row];
  const right = row?.segments[row.segments.indexOf(hit.segment) + 1];
  if (found.length === 0 && hit.colon && right !== undefined && !isLabel(lines, right))
    found.push({ segment: right, start: 0, key: '' });
  const column = found[0]?.segment ?? hit.segment;
  let last = column;
  let valueLeft: number | undefined;
  for (let index = hit.segment.row + 1; index <= hit.segment.row + 9; index++) {
    const next = layout.rows[index];
    if (next === undefined || next.page !== hit.segment.page) break;
    const under = next.segments.find(
      (other) => sharesColumn(column, other) || (found.length === 0 && sharesColumn(hit.segment, other)),
    );
    if (under === undefined) {
      // The next line can be the second line of a value whose label is in the cell to the left.
      const wrapped = next.segments.find(
        (other) => valueLeft !== undefined && Math.abs(other.box.left - valueLeft) < 3,
      );
      if (wrapped !== undefined) found.push({ segment: wrapped, start: 0, key: '' });
      continue;
    }
    if (under.box.top - last.box.bottom > 3.2 * Math.max(last.height, 6)) break;
    const hits = lines.labelled.bySegment.get(under.id) ?? [];
    if (
      hits.some(
        (other) =>
          other.atStart &&
          other.concepts.some((id) => roleOfConcept[id] !== undefined) &&
          (other.colon || other.endsSegment),
      )
    )
      break;
    last = under;
    const cells = labelAndValue(next.segments, under);
    if (cells !== undefined) valueLeft = cells.segment.box.left;
    found.push(cells ?? { segment: under, start: 0, key: '' });
  }
  return found;
}

function isLabel(lines: PartyLines, segment: Segment): boolean {
  if (/[:：]\s*$/.test(segment.text)) return true;
  return (lines.labelled.bySegment.get(segment.id) ?? []).some(
    (hit) => hit.atStart && (hit.colon || hit.endsSegment),
  );
}

function sharesColumn(a: Segment, b: Segment): boolean {
  return (
    b.box.left < a.box.right + 4 && b.box.right > a.box.left - 4 && Math.abs(a.box.left - b.box.left) < 90
  );
}

function plainValue({ segment, start }: BlockLine): FoundValue {
  if (start === 0) return nameValue(segment);
  return { spans: [{ segment, start, end: segment.text.length }], text: segment.text.slice(start).trim() };
}

const recipientWord = /^\W*(?:an|to|attn|the manager)[.:\s]*$/iu;

/**
 * Returns a name of one or two lines. Adds the second line if the first line is only a form of address (`Mr`) or a word
 * such as `Attn`, or if only the second line has a legal form.
 */
function wholePlain(lines: PartyLines, block: readonly BlockLine[], first: BlockLine): FoundValue {
  const value = plainValue(first);
  const next = block[block.indexOf(first) + 1];
  if (next === undefined || next.key !== '') return value;
  const above = lines.traits(first.segment);
  const under = lines.traits(next.segment);
  const joins =
    formOfAddress.test(value.text) ||
    recipientWord.test(value.text) ||
    (!above.legalForm && under.legalForm && under.address < 0.3);
  if (!joins || !under.nameable || under.contact) return value;
  return joinedNames(value, plainValue(next));
}

/**
 * Returns a name of one or two lines. `keyed` is the line with the label, and can be the second line of the name. The
 * line above `keyed` is part of the name if no label precedes that line, and if the gap above that line is larger than
 * the gap below.
 */
function wholeKeyed({ labelled }: PartyLines, keyed: BlockLine): FoundValue {
  const value = plainValue(keyed);
  const { box, row } = keyed.segment;
  const { rows } = labelled.layout;
  const first = rows[row - 1]?.segments[0];
  const before = rows[row - 2];
  if (first === undefined || before === undefined || before.page !== keyed.segment.page) return value;
  if (Math.abs(first.box.left - box.left) > 3 || box.top - first.box.top >= first.box.top - before.top)
    return value;
  return joinedNames(nameValue(first), value);
}

/** Returns the value and the label of a text such as `Name:   Someone Ltd`. The value can be in the next cell. */
function labelAndValue(row: readonly Segment[], cell: Segment): BlockLine | undefined {
  const colon = /^\s*([\p{L} .-]{2,30})\s*:\s*/u.exec(cell.text);
  if (colon === null) return undefined;
  const key = joinedForm(colon[1] ?? '');
  if (colon[0].length < cell.text.trimEnd().length) return { segment: cell, start: colon[0].length, key };
  const right = row[row.indexOf(cell) + 1];
  return right === undefined ? undefined : { segment: right, start: 0, key };
}

/** Returns the address to the right of a name, as in `Customer: Roe Ltd    Address: 1 Hill Road, Leeds`. */
function addressInRow(lines: PartyLines, name: Segment): FoundValue | undefined {
  const cells = lines.labelled.layout.rows[name.row]?.segments ?? [];
  for (const cell of cells.slice(cells.indexOf(name) + 1)) {
    const found = labelAndValue(cells, cell);
    if (found === undefined) continue;
    if (!addressLabels.has(found.key)) return undefined;
    const { segment, start } = found;
    const end = segment.text.trimEnd().length;
    return { spans: [{ segment, start, end }], text: segment.text.slice(start, end) };
  }
  return undefined;
}

function readBlock(
  lines: PartyLines,
  block: readonly BlockLine[],
  role: PartyRole,
  hit: LabelHit,
): Party | undefined {
  const keyed = block.find((line) => nameLabels.has(line.key));
  const plain = block.filter((line) => line.key === '');
  const nameLine =
    keyed ??
    plain.find((line) => {
      const traits = lines.traits(line.segment);
      return (
        traits.nameable && !traits.contact && !traits.registration && !traits.title && traits.address < 0.6
      );
    });
  if (nameLine === undefined) return undefined;
  const first = block.find((line) => addressLabels.has(line.key));
  const at = first === undefined ? block.indexOf(nameLine) + 1 : block.indexOf(first);
  const addressLines: Segment[] = [];
  let ended = false;
  for (const line of block.slice(at, at + 7)) {
    const traits = lines.traits(line.segment);
    if (line.key !== '' && line !== first) break;
    if (ended) {
      if (isCountry(line.segment.text)) addressLines.push(line.segment);
      break;
    }
    if (traits.contact || traits.registration || traits.title || line.segment.text.length > 90) break;
    if (addressLines.length === 0 && traits.address < 0.15 && !traits.nameable) continue;
    addressLines.push(line.segment);
    ended = traits.postal;
  }
  const { segment } = nameLine;
  const name = keyed === undefined ? wholePlain(lines, block, nameLine) : wholeKeyed(lines, keyed);
  const companyLike = lines.traits(segment).legalForm || lines.traits(segment).business;
  const score =
    0.85 +
    (keyed === undefined ? 0 : 0.2) +
    (companyLike ? 0.15 : 0) +
    (hit.joined.length > 4 || partyWords.has(hit.joined) ? 0.05 : -0.2);
  const hasAddress = addressLines.some((line) => lines.traits(line).address >= 0.3);
  const address = hasAddress ? addressValue(addressLines) : addressInRow(lines, segment);
  return {
    roles: { [role]: score + (address === undefined ? 0 : 0.1) },
    name,
    address,
    reason: `below the label "${hit.segment.text.slice(hit.start, hit.end)}"`,
    labelled: true,
  };
}
