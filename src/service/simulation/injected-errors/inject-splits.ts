import { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { SplitterConfig } from '../../../model/processor/processor-config.ts';
import type { InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import { confusedClass, type InjectedOutput, type NewError } from './shifted-confidence.ts';

type Split = Readonly<Record<string, unknown>> & { readonly startPage: number; readonly endPage: number };

/**
 * Drops, shifts and adds boundaries, then replaces classes. Dropping a boundary merges two documents under
 * the class of the first document. Shifting moves a boundary by one page, if both documents then still have a
 * page.
 */
export function injectSplits(
  settings: InjectionSettings,
  config: SplitterConfig,
  output: unknown,
  random: Random,
): InjectedOutput {
  const splits = isJsonObject(output) && Array.isArray(output.splits) ? output.splits.filter(isSplit) : null;
  if (!isJsonObject(output) || splits === null) return { output, errors: [] };
  const { miss = 0, shift = 0, add = 0 } = settings.splits ?? {};
  const errors: NewError[] = [];
  // Each kind of error has its own random generator. So the rate of one kind of error does not affect other kinds.
  const seed = random.nextUint32();
  const step = (name: string): Random => new Random(`${seed}:${name}`);
  const joined = missed(splits, miss, step('miss'), errors);
  const moved = shifted(joined, shift, step('shift'), errors);
  const divided = added(moved, add, step('add'), errors);
  const classRandom = step('class');
  const confused = divided.map((split) => {
    const id = String(split.classificationId);
    const other = confusedClass(settings, id, config.splitClassifications, classRandom.next());
    if (other === undefined) return split;
    const path = `splits at page ${split.startPage}`;
    errors.push({ kind: 'class', path, before: split.classificationId, after: other.id });
    return { ...split, classificationId: other.id, type: other.type };
  });
  return { output: { ...output, splits: confused }, errors };
}

function isSplit(value: unknown): value is Split {
  return isJsonObject(value) && Number.isInteger(value.startPage) && Number.isInteger(value.endPage);
}

function missed(splits: readonly Split[], rate: number, random: Random, errors: NewError[]): Split[] {
  const out: Split[] = [];
  for (const split of splits) {
    const last = out.at(-1);
    const page = split.startPage;
    const drawn = random.next() < rate;
    if (drawn && last?.endPage === page - 1) {
      errors.push({ kind: 'boundary-miss', path: String(page), before: page, after: null });
      out[out.length - 1] = { ...last, endPage: split.endPage };
    } else out.push(split);
  }
  return out;
}

function shifted(splits: readonly Split[], rate: number, random: Random, errors: NewError[]): Split[] {
  const out = [...splits];
  for (let index = 1; index < out.length; index++) {
    const [left, right] = [out[index - 1] as Split, out[index] as Split];
    const page = right.startPage;
    const drawn = random.next() < rate;
    const later = random.next() < 0.5;
    if (!drawn || left.endPage + 1 !== page) continue;
    const possible = [
      ...(page < right.endPage ? [page + 1] : []),
      ...(left.startPage < left.endPage ? [page - 1] : []),
    ];
    const startPage = later ? possible[0] : possible.at(-1);
    if (startPage === undefined) continue;
    errors.push({ kind: 'boundary-shift', path: String(page), before: page, after: startPage });
    out[index - 1] = { ...left, endPage: startPage - 1 };
    out[index] = { ...right, startPage };
  }
  return out;
}

function added(splits: readonly Split[], rate: number, random: Random, errors: NewError[]): Split[] {
  return splits.flatMap((split) => {
    const drawn = random.next() < rate;
    const inner = split.endPage - split.startPage;
    if (!drawn || inner < 1) return [split];
    const at = split.startPage + 1 + random.integer(inner);
    errors.push({ kind: 'boundary-add', path: String(at), before: null, after: at });
    return [
      { ...split, endPage: at - 1 },
      { ...split, ...(typeof split.id === 'string' ? { id: `${split.id}-${at}` } : {}), startPage: at },
    ];
  });
}
