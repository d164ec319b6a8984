import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { statementLines } from '../lexicon/statement-lines.ts';
import { contentWords, spacedName } from '../lists/field-words.ts';

/** Label and heading that a financial statement prints for the values of one line. */
export interface NamedLine {
  readonly label: LineName;
  /** Content words of the label and of the heading above the label. */
  readonly words: readonly string[];
  readonly isPercent: boolean;
  /** Whether the values belong to days and not to periods, as in a balance sheet. */
  readonly isBalance: boolean;
}

const abbreviations: Readonly<Record<string, string>> = {
  eps: 'earning per share',
  capex: 'property equipment purchase',
  ppe: 'property equipment',
};

/** Words that a statement adds to the name of a line. */
const addedWords = new Set(['total', 'consolidated', 'gesamt', 'summe']);

const groupOf = new Map<string, number>();
for (const [group, names] of statementLines.entries())
  for (const name of names) if (!groupOf.has(joinedForm(name))) groupOf.set(joinedForm(name), group);

/** Returns a label without brackets, words such as `total`, and endings such as `, net of taxes`. */
function plainForm(label: string): string {
  const short = label
    .slice(0, 200)
    .replace(/\([^()]{0,60}\)/g, ' ')
    .replace(/,? (?:net of|less)\b.*$/i, '');
  return tokensOf(spacedName(short))
    .map((token) => token.text)
    .filter((word) => !addedWords.has(word))
    .join('');
}

/** Name of a line of a financial statement, normalised for comparisons with other names. */
export class LineName {
  readonly joined: string;
  /** The name without spaces and additions (see `plainForm`). */
  readonly plain: string;
  /** Index of the list in `statementLines` that contains this name. */
  readonly group: number | undefined;

  constructor(text: string) {
    this.joined = joinedForm(text);
    this.plain = plainForm(text);
    this.group = groupOf.get(this.plain);
  }
}

interface WantedName extends LineName {
  readonly words: readonly string[];
}

/** The name of a financial figure, compared with the labels of statements. */
export class FigureName {
  readonly #names: readonly WantedName[];
  readonly #isPercent: boolean;
  readonly #isBalance: boolean | undefined;
  /** Whether the figure is money paid, which cash flow statements print as a negative number. */
  readonly isOutflow: boolean;

  constructor(array: FieldNode, path: string) {
    const described = /^([^:.(]{3,60})[:(]/.exec(array.description)?.[1] ?? '';
    const names = [spacedName(array.name), spacedName(array.key), described];
    this.#names = names
      .filter((name) => name.trim() !== '')
      .map((name) => ({ ...new LineName(name), words: wordsOf(name) }));
    const own = `${array.key} ${array.name}`;
    this.#isPercent = /growth|margin|rate\b|percent|ratio/i.test(own);
    this.isOutflow = /paid|payment|purchase|capex|expenditure/i.test(own);
    const parent = path.slice(0, -array.key.length);
    const isFlow = /income|profit|loss|earning|flow|operations|result/i.test(parent);
    this.#isBalance = /balance|position|bilanz|bilan\b/i.test(parent) ? true : isFlow ? false : undefined;
  }

  /** Returns how well the label of a line names the figure, 0 to 1. */
  fit(line: NamedLine): number {
    if (this.#isPercent !== line.isPercent) return 0;
    const best = this.#names.reduce((highest, name) => Math.max(highest, nameFit(line, name)), 0);
    const isElsewhere = this.#isBalance !== undefined && this.#isBalance !== line.isBalance;
    return isElsewhere ? best - 0.1 : best;
  }
}

function wordsOf(name: string): string[] {
  return contentWords(name).flatMap((word) => (abbreviations[word] ?? word).split(' '));
}

function nameFit({ label, words }: NamedLine, wanted: WantedName): number {
  if (label.joined === wanted.joined) return 1;
  if (label.plain === wanted.plain) return 0.99;
  if (wanted.group !== undefined && wanted.group === label.group) return 0.97;
  if (wanted.words.length === 0) return 0;
  const covered = wanted.words.filter((word) => words.includes(word)).length / wanted.words.length;
  if (covered < 0.66) return 0;
  const extra = words.filter((word) => !wanted.words.includes(word) && !addedWords.has(word)).length;
  if (covered === 1) return 0.95 - 0.05 * extra;
  return extra === 0 ? 0.75 : 0;
}
