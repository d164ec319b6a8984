import { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { SplitterConfig } from '../../../model/processor/processor-config.ts';
import type { InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import type { InjectedOutput } from './inject-fields.ts';
import { confusedClass } from './shifted-confidence.ts';

type Split = Readonly<Record<string, unknown>> & { readonly startPage: number; readonly endPage: number };
type Errors = InjectedOutput['errors'][number][];

/**
 * Misses, shifts and invents boundaries, then confuses classes. A missed boundary keeps the class of the first document. A
 * boundary is shifted by one page only if both documents keep a page.
 */
export function injectSplits(
  settings: InjectionSettings,
  config: SplitterConfig,
  output: unknown,
  random: Random,
): InjectedOutput {
  const splits = isJsonObject(output) && Array.isArray(output.splits) ? output.splits.filter(isSplit) : null;
  if (!isJsonObject(output) || splits === null) return { output, errors: [] };
  const errors: Errors = [];
  const rates = settings.splits ?? {};
  // Each step has its own generator, so that its errors do not depend on the other rates.
  const seed = random.nextUint32();
  const step = (name: string): Random => new Random(`${seed}:${name}`);
  let changed = missed(splits, rates.miss ?? 0, step('miss'), errors);
  changed = shifted(changed, rates.shift ?? 0, step('shift'), errors);
  changed = invented(changed, rates.invent ?? 0, step('invent'), errors);
  changed = confused(changed, settings, config, step('class'), errors);
  return { output: { ...output, splits: changed }, errors };
}

function isSplit(value: unknown): value is Split {
  return isJsonObject(value) && Number.isInteger(value.startPage) && Number.isInteger(value.endPage);
}

function missed(splits: readonly Split[], rate: number, random: Random, errors: Errors): Split[] {
  const out: Split[] = [];
  for (const split of splits) {
    const last = out.at(-1);
    const drawn = random.next() < rate;
    if (!drawn || last === undefined || last.endPage + 1 !== split.startPage) {
      out.push(split);
      continue;
    }
    errors.push({
      kind: 'boundary-miss',
      path: String(split.startPage),
      before: split.startPage,
      after: null,
    });
    out[out.length - 1] = { ...last, endPage: split.endPage };
  }
  return out;
}

function shifted(splits: readonly Split[], rate: number, random: Random, errors: Errors): Split[] {
  const out = [...splits];
  for (let index = 1; index < out.length; index++) {
    const [left, right] = [out[index - 1] as Split, out[index] as Split];
    const drawn = random.next() < rate;
    const later = random.next() < 0.5;
    if (!drawn || left.endPage + 1 !== right.startPage) continue;
    const canLater = right.startPage < right.endPage;
    const canEarlier = left.startPage < left.endPage;
    const by = later ? (canLater ? 1 : canEarlier ? -1 : 0) : canEarlier ? -1 : canLater ? 1 : 0;
    if (by === 0) continue;
    const startPage = right.startPage + by;
    errors.push({
      kind: 'boundary-shift',
      path: String(right.startPage),
      before: right.startPage,
      after: startPage,
    });
    out[index - 1] = { ...left, endPage: startPage - 1 };
    out[index] = { ...right, startPage };
  }
  return out;
}

function invented(splits: readonly Split[], rate: number, random: Random, errors: Errors): Split[] {
  return splits.flatMap((split) => {
    const drawn = random.next() < rate;
    const inner = split.endPage - split.startPage;
    if (!drawn || inner < 1) return [split];
    const at = split.startPage + 1 + random.integer(inner);
    errors.push({ kind: 'boundary-invent', path: String(at), before: null, after: at });
    return [
      { ...split, endPage: at - 1 },
      { ...split, ...(typeof split.id === 'string' ? { id: `${split.id}-${at}` } : {}), startPage: at },
    ];
  });
}

function confused(
  splits: readonly Split[],
  settings: InjectionSettings,
  config: SplitterConfig,
  random: Random,
  errors: Errors,
): Split[] {
  return splits.map((split) => {
    const id = String(split.classificationId);
    const other = confusedClass(settings, id, config.splitClassifications, random.next());
    if (other === undefined) return split;
    const path = `splits at page ${split.startPage}`;
    errors.push({ kind: 'class', path, before: split.classificationId, after: other.id });
    return { ...split, classificationId: other.id, type: other.type };
  });
}
