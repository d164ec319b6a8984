import { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { FieldInjection, InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import type { ConfigField } from '../../config/config-fields.ts';
import { changedConfidence, type NewError } from './shifted-confidence.ts';
import { addedValue, alteredValue } from './wrong-value.ts';

/**
 * Path of a value in the output with injected errors (`path`) and in the original output (`was`). `was` is `null` for
 * an added value.
 */
interface Place {
  readonly path: string;
  readonly was: string | null;
}

export class InjectionWalk {
  readonly errors: NewError[] = [];
  /**
   * Maps the path of each value in the output with injected errors to the path of the same value in the original
   * output, or to `null` for an added value.
   */
  readonly places = new Map<string, string | null>();
  readonly #settings: InjectionSettings;
  readonly #seed: string;

  constructor(settings: InjectionSettings, seed: string) {
    this.#settings = settings;
    this.#seed = seed;
  }

  /** Injects errors into the fields of an object. Other members stay unchanged. */
  object(fields: readonly ConfigField[], value: unknown, place: Place): unknown {
    if (!isJsonObject(value)) return value;
    const changed: Record<string, unknown> = { ...value };
    for (const field of fields) {
      const before = Object.hasOwn(value, field.name) ? (value[field.name] ?? null) : null;
      const after = this.value(field, before, {
        path: below(place.path, field.name),
        was: place.was === null ? null : below(place.was, field.name),
      });
      if (after !== before) changed[field.name] = after;
    }
    return changed;
  }

  value(field: ConfigField, value: unknown, place: Place): unknown {
    if (field.kind === 'object' && field.children.length > 0)
      return this.object(field.children, value, place);
    if (field.kind === 'array') return this.#rows(field, value, place);
    return this.#plain(field, value, place);
  }

  /**
   * Returns the adjusted confidence of the value at `path`. If the adjusted confidence differs from the original
   * confidence (`before`), records the change with the path `place`.
   */
  confidence(path: string, before: unknown, place = path): unknown {
    const { drop = 0, alter = 0 } = this.#ratesOf(path, false);
    // Share of correct values among the values that are not dropped.
    const rightShare = drop >= 1 ? 1 : Math.max(0, 1 - drop - alter) / (1 - drop);
    return changedConfidence(this.#settings, this.errors, place, before, rightShare);
  }

  #plain(field: ConfigField, value: unknown, place: Place): unknown {
    const { drop = 0, alter = 0, add = 0 } = this.#ratesOf(place.path, false);
    // Each value has its own random generator, so that the rates of other fields do not change its errors.
    const random = new Random(`${this.#seed}:${place.was ?? place.path}`);
    const draw = random.next();
    let kind: 'drop' | 'alter' | 'add' = 'alter';
    let after: unknown;
    if (isNone(value)) {
      kind = 'add';
      if (draw < add) after = addedValue(field, random);
    } else if (draw < drop) {
      kind = 'drop';
      after = null;
    } else if (draw < drop + alter) after = alteredValue(field, value, random);
    if (after === undefined) {
      if (!isNone(value)) this.places.set(place.path, place.was);
      return value;
    }
    this.errors.push({ kind, path: place.was ?? place.path, before: value, after });
    if (kind !== 'drop') this.places.set(place.path, kind === 'add' ? null : place.was);
    return after;
  }

  #rows(field: ConfigField, value: unknown, place: Place): unknown {
    if (!Array.isArray(value)) return value;
    const rates = this.#ratesOf(place.path, true);
    const random = new Random(`${this.#seed}:${place.was ?? place.path}`);
    const kept: unknown[] = [];
    value.forEach((row: unknown, index) => {
      const was = place.was === null ? null : `${place.was}[${index}]`;
      if (random.next() < (rates.drop ?? 0)) {
        this.errors.push({ kind: 'drop-row', path: was ?? place.path, before: row, after: null });
        return;
      }
      kept.push(this.object(field.children, row, { path: `${place.path}[${kept.length}]`, was }));
    });
    // Adds at most one row per original row. An empty list can get one row.
    for (let chance = 0; chance < Math.max(1, value.length); chance++) {
      if (random.next() >= (rates.add ?? 0)) continue;
      const row = this.#addedRow(field, random);
      const path = `${place.path}[${kept.length}]`;
      this.errors.push({ kind: 'add-row', path, before: null, after: row });
      for (const [name, cell] of Object.entries(row))
        if (!isNone(cell)) this.places.set(below(path, name), null);
      kept.push(row);
    }
    return kept;
  }

  #addedRow(field: ConfigField, random: Random): Record<string, unknown> {
    return Object.fromEntries(field.children.map((child) => [child.name, addedValue(child, random) ?? null]));
  }

  /**
   * Returns the error rates of a field. A field without its own rates has the rates of `*` if it is a single value, and
   * no errors if it is an array.
   */
  #ratesOf(path: string, rows: boolean): FieldInjection {
    const fields = this.#settings.fields ?? {};
    const name = path.replace(/\[\d+\]/g, '');
    if (Object.hasOwn(fields, name)) return fields[name] ?? {};
    return rows ? {} : (fields['*'] ?? {});
  }
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Returns whether a field has no value: null, a blank text, or an object whose members are all null. */
function isNone(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return isJsonObject(value) && Object.values(value).every((part) => part === null);
}
