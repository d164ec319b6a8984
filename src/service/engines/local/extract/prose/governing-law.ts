import { isCountry } from '../lexicon/countries.ts';
import { lawSentenceWords } from '../lexicon/prose-facts.ts';
import type { TextRange } from './contract-opening.ts';
import type { RunningText } from './running-text.ts';

/** A law that a sentence declares applicable. `start` includes words such as `State of` before the place. */
export interface GoverningLaw extends TextRange {
  /** Position of the name of the place, after words such as `State of`. */
  readonly placeStart: number;
  readonly score: number;
}

const placeWord = String.raw`(?:\p{Lu}(?:\p{L}|['’-](?=\p{L}))+|(?:\p{Lu}\.){2,4})`;
const place = `${placeWord}(?:[ ]${placeWord}){0,3}`;
const places = String.raw`${place}(?:,?[ ](?:and|und|et|y|e|en)[ ](?:the[ ](?:laws[ ]of[ ])?)?(?!\p{L}+[ ](?:shall|will|is|are|agree|applicable|hereby)|Part)${place})?`;
const prefix = `(?:(?:the[ ])?(?:State|Commonwealth|Province|Republic|Kingdom|District|Federal[ ]Republic|People['’]s[ ]Republic|Principality|Emirate|state|province|commonwealth|Canton)[ ]of[ ](?:the[ ])?)`;

/**
 * Sentences that declare a law applicable. The group `place` is the country or state, and `prefix` contains words
 * before it.
 */
const clauses: readonly { readonly pattern: RegExp; readonly score: number }[] = [
  {
    // English: `governed by the laws of the State of Texas`.
    pattern: new RegExp(
      String.raw`\b(?:govern|constru|interpret|enforc|applicable law|determined|accordance)\p{L}*\b[^.;]{0,160}?\b(?:laws?|decisions)[ ](?:and[ ]decisions[ ])?of[ ]the[ ](?=(?:State|Commonwealth|Province|Republic|Kingdom|District|Federal|People|Principality|Emirate|state|province|Canton)\b)(?<prefix>${prefix})(?<place>${places})`,
      'gu',
    ),
    score: 1.02,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:govern|constru|interpret|enforc|applicable law|determined|accordance)\p{L}*\b[^.;]{0,160}?\blaws?[ ]of[ ](?:the[ ])?(?<prefix>${prefix}?)(?<place>${places})`,
      'gu',
    ),
    score: 1,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:govern|constru|interpret)\p{L}*\b[^.;]{0,80}?\b(?:by|with|under)[ ](?:the[ ])?(?<prefix>)(?<place>${place})[ ]law\b`,
      'gu',
    ),
    score: 0.95,
  },
  {
    pattern: new RegExp(
      String.raw`(?:\bRecht(?:s)?[ ](?:der|des)[ ]|\bdroit[ ](?:de[ ]la[ ]|du[ ]|de[ ]l['’])|\blois?[ ](?:de[ ]la[ ]|du[ ]|de[ ])|\bleyes[ ]de[ ](?:la[ ]|los[ ])?|\blegge[ ]della[ ]|\brecht[ ]van[ ])(?<prefix>)(?<place>${place}(?:[ ]d\p{L}{1,3}[ ]${place})?)`,
      'gu',
    ),
    score: 0.9,
  },
  {
    // German, French and Italian: `gilt deutsches Recht`, `soumis au droit français`, `regolato dalla legge
    // italiana`.
    pattern:
      /\b(?:gilt|unterliegt|findet|anwendbar|untersteht|soumise?|régie?|applicable|regir[áa]n?|rige|regolat[oa]|disciplinat[oa]|toepassing|beheerst)\b[^.;]{0,60}?\s(?<prefix>)(?<place>\p{Ll}{3,20}(?:es|em)\s(?:materielles\s)?Recht|droit\s(?!applicable)\p{Ll}{4,20}|(?:ley|legislación)\s(?!aplicable)\p{Ll}{4,20}|(?:legge|diritto)\s(?!applicabile)\p{Ll}{4,20}|\p{Lu}\p{Ll}{3,20}s\srecht)(?!\p{L})/gu,
    score: 0.92,
  },
];

const maxFound = 30;

/**
 * Changes five or more successive words in capitals to lower case. Words that can be part of a name keep their first
 * capital. The length of the text does not change.
 */
function withoutCapitals(text: string): string {
  return text.replace(/\b\p{Lu}{2,}\b(?:[ ,]+\p{Lu}{2,}\b){4,}/gu, (run) =>
    run.replace(/\p{Lu}+/gu, (word) => {
      const lower = word.toLowerCase();
      if (lower.length !== word.length) return word;
      return lawSentenceWords.has(lower) ? lower : word.slice(0, 1) + lower.slice(1);
    }),
  );
}

/** Returns the laws that sentences of the document declare applicable. */
export function governingLaws({ text }: RunningText): GoverningLaw[] {
  const found: GoverningLaw[] = [];
  const words = /law|recht|droit|loi|ley|legge|diritto/giu;
  let next = 0;
  // Searches only around words for law, because the patterns of the sentences are slow.
  for (const match of text.matchAll(words)) {
    if (match.index < next || found.length >= maxFound) continue;
    const from = Math.max(0, match.index - 260);
    const to = match.index + 200;
    next = match.index + 40;
    const window = withoutCapitals(text.slice(from, to));
    for (const { pattern, score } of clauses) {
      for (const hit of window.matchAll(pattern)) {
        const { prefix: before = '', place: name = '' } = hit.groups ?? {};
        const end = from + hit.index + hit[0].trimEnd().length;
        // At the end of the searched range, the name of the place may be cut off.
        if (end >= to && to < text.length) continue;
        const printed = name.replace(/[.,\s]+$/, '');
        const placeStart = end - hit[0].trimEnd().length + hit[0].lastIndexOf(name);
        if (printed === '' || /^(?:The|This|Section|Agreement|Article|Law|Laws)\b/.test(printed)) continue;
        const known = isCountry(printed.replace(/^(?:the|der|die)\s/i, '')) || before !== '';
        found.push({
          start: placeStart - before.length,
          placeStart,
          end: placeStart + printed.length,
          score:
            score *
            (/govern|regi|gilt|unterl|soumis|rige|regolat/iu.test(hit[0]) ? 1 : 0.93) *
            (known ? 1 : 0.97) *
            // The score is lower for several countries or states and for names in capitals, because the expected value
            // can have another spelling.
            (/\s(?:and|und|et|y|e|en)\s|^\p{Lu}+$/u.test(printed) ||
            text.slice(from + hit.index, end) !== hit[0].trimEnd()
              ? 0.8
              : 1),
        });
      }
      if (found.length > 0 && (found.at(-1)?.start ?? 0) > from) break;
    }
  }
  return found;
}
