import { grouped, oneLine, pluralise, truncateList } from '../../base/phrases.ts';
import { creditsText } from '../../model/record/reused-outputs.ts';
import type { TryResult } from '../../model/results/watch-results.ts';
import { displayWidth, truncateWidth, wrapWords } from './display-width.ts';
import { plainLook, styled, type TerminalLook, toAscii } from './terminal-look.ts';
import { toneStyles } from './tone-styles.ts';

/** Maximum width in columns of the result of a try, also in a wide terminal. */
const widest = 80;
/** A line lists at most this many new errors. */
const maxListed = 5;

const keys = 'a all · f failed · w wrong · o open · q quit';

/**
 * Formats the result of a try: the changed inputs, the costs, the verdict, the changes of values since the last try,
 * and the path of the report. No line is wider than 80 columns, unless it contains a word that is wider. Removes
 * control characters from text of documents.
 */
export function tryText(result: TryResult, look: TerminalLook = plainLook): string {
  const { selected, outcome, advice, report } = result;
  const width = Math.min(look.width, widest);
  const shown = (text: string) => oneLine(look.unicode ? text : toAscii(text));
  const lines = (text: string) => wrapWords(shown(text), width);
  const headline = lines(`${outcome.sign} ${outcome.headline}`);
  return [
    '',
    styled(shown(titleLine(result, width)), ['dim'], look),
    ...headline.map((line) => styled(line, toneStyles[outcome.tone], look)),
    ...changesLines(result).flatMap(lines),
    ...(advice === null ? [] : lines(advice)),
    ...(selected === null ? [`Report  ${shown(report)}`] : []),
  ].join('\n');
}

/** Returns the line that is shown while the watch waits. */
export function waitingText(hasKeys: boolean, { unicode }: TerminalLook = plainLook): string {
  const text = hasKeys ? keys : 'Waiting for changes. Stop: Ctrl-C';
  return unicode ? text : toAscii(text);
}

const againTexts = {
  all: 'all documents again',
  failed: 'failed runs again',
  wrong: 'wrong documents again',
} as const;

/** Returns `try 4 · changed: due_date.description · 54 runs, 0 reused, 180 credits, 31 s`. Shortens only the changes. */
function titleLine(
  { number, changed, again, selected, runs, reused, credits, ms }: TryResult,
  width: number,
): string {
  const seconds = ms < 9_950 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000));
  const start = `try ${number}`;
  const end = `${pluralise(runs, 'run')}, ${grouped(reused)} reused, ${creditsText(credits)}, ${seconds} s`;
  const what =
    selected !== null
      ? `${pluralise(selected, 'wrong document')} first`
      : changed.length > 0
        ? `changed: ${oneLine(changed.join(', '))}`
        : again !== null
          ? againTexts[again]
          : number === 1
            ? ''
            : 'nothing changed';
  if (what === '') return `${start} · ${end}`;
  const room = width - displayWidth(`${start} ·  · ${end}`);
  return `${start} · ${truncateWidth(what, Math.max(room, 12))} · ${end}`;
}

/** Returns the fully right documents and the changed values: `48 → 52 of 100 fully right   3 fixed · 1 new error: ...`. */
function changesLines({ fullyRight, changes, number }: TryResult): string[] {
  const right = fullyRight === null ? null : `${fullyRight} fully right`;
  if (changes === null) {
    const reason = number === 1 ? null : 'the values cannot be compared with the last try';
    const parts = [right, reason].filter((text) => text !== null);
    return parts.length === 0 ? [] : [parts.join(' · ')];
  }
  const { fixed, newErrors } = changes;
  const names = newErrors.map(({ itemId, path }) => `${itemId} ${path}`);
  const errors = names.length === 0 ? 'no new errors' : pluralise(names.length, 'new error');
  const list = names.length === 0 ? '' : `: ${truncateList(names, maxListed)}`;
  return [
    [...(right === null ? [] : [right]), `${grouped(fixed.length)} fixed`, `${errors}${list}`].join(' · '),
  ];
}
