import { getOrCreate } from '../../base/collections.ts';
import { isJsonObject, isScalar, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type {
  Classification,
  ExtractConfig,
  ProcessorConfig,
} from '../../model/processor/processor-config.ts';
import { splitsIn } from '../reading/infer-config.ts';
import { type KnownName, knownName, type NearestName, nearestName } from './near-name.ts';
import { below, goldMembers, knownNames, type SchemaNames, schemaNames } from './schema-names.ts';

/** A key or class of the gold that one schema does not have. */
export interface UnknownName<Item> {
  readonly name: string;
  items: number;
  readonly firstItem: Item;
  nearest: NearestName | null;
}

/** Collects the keys or classes of the gold that one schema does not have. */
export interface SchemaGold<Item> {
  readonly part: 'key' | 'class';
  add(gold: JsonValue, item: Item): void;
  readonly unknown: ReadonlyMap<string, UnknownName<Item>>;
  /** True if there are more unknown names than `unknown` can hold. */
  readonly isFull: boolean;
  /**
   * Returns the fields whose gold fits the schema in no item. If the whole gold fits the schema in no item, returns one
   * entry whose `field` is empty.
   */
  unscorable(): readonly Unscorable[];
}

export interface Unscorable {
  readonly field: string;
  readonly expected: readonly string[];
}

/**
 * Maximum number of unknown names to collect per schema. Gold with more unknown names most likely uses data as keys.
 */
const maxNames = 1_000;

/**
 * Creates a collector for the schema of `config`. It collects the keys or classes of the gold that this schema does not
 * have.
 */
export function schemaGold<Item>(config: ProcessorConfig): SchemaGold<Item> {
  if (config.type === 'EXTRACT') return new KeyGold(config);
  return config.type === 'CLASSIFY'
    ? new ClassGold(config.classifications, (gold) => [labelOf(unwrapped(gold), ['classificationId', 'id'])])
    : new ClassGold(config.splitClassifications, (gold) =>
        (splitsIn(unwrapped(gold)).list ?? []).map((split) => labelOf(split, ['classificationId'])),
      );
}

/** Counts each unknown name once per item. */
class UnknownNames<Item> {
  readonly names = new Map<string, UnknownName<Item>>();
  readonly #last = new Map<string, Item>();
  isFull = false;

  /** Counts an unknown name and returns it; `undefined` if there are too many names. */
  count(name: string, item: Item, nearest: () => NearestName | null): UnknownName<Item> | undefined {
    let known = this.names.get(name);
    if (known === undefined) {
      if (this.names.size >= maxNames) {
        this.isFull = true;
        return undefined;
      }
      known = { name, items: 0, firstItem: item, nearest: nearest() };
      this.names.set(name, known);
    }
    if (this.#last.get(name) !== item) known.items++;
    this.#last.set(name, item);
    return known;
  }
}

class KeyGold<Item> implements SchemaGold<Item> {
  readonly part = 'key';
  readonly #root: SchemaNames;
  readonly #found = new UnknownNames<Item>();
  /**
   * Cache: all names that the schema declares, for the document and for each kind of table row. An unknown key is
   * compared with these names to find the most similar name.
   */
  readonly #candidates = new Map<SchemaNames, readonly KnownName[]>();

  constructor(config: ExtractConfig) {
    this.#root = schemaNames(config);
  }

  get unknown() {
    return this.#found.names;
  }

  get isFull(): boolean {
    return this.#found.isFull;
  }

  add(gold: JsonValue, item: Item): void {
    const root = this.#root;
    if (isJsonObject(gold)) this.#object(goldMembers(gold, root), root, { names: root, prefix: '' }, item);
    else if (gold !== null) root.seen.unreadable++;
  }

  unscorable(): readonly Unscorable[] {
    return unreadable(this.#root);
  }

  #object(object: JsonObject, names: SchemaNames, scope: Scope, item: Item): void {
    const keys = Object.keys(object);
    if (keys.length === 0) return;
    let isReadable = names.isOpen;
    for (const key of keys) {
      const value = object[key] as JsonValue;
      const child = names.members?.get(key);
      if (child !== undefined) {
        isReadable = true;
        if (isScalar(value)) child.seen.readable++;
        else this.#container(value, child, { names: scope.names, prefix: below(scope.prefix, key) }, item);
      } else if (!names.isOpen) this.#unknownKey(key, value, names, scope, item);
    }
    names.seen[isReadable ? 'readable' : 'unreadable']++;
  }

  #container(value: JsonValue, names: SchemaNames, scope: Scope, item: Item): void {
    const { rows } = names;
    if (isJsonObject(value))
      this.#object(value, rows ?? names, rows === undefined ? scope : { names: rows, prefix: '' }, item);
    else if (Array.isArray(value) && rows !== undefined)
      for (const row of value as readonly JsonValue[])
        this.#container(row, rows, { names: rows, prefix: '' }, item);
    else names.seen.readable++;
  }

  #unknownKey(key: string, value: JsonValue, names: SchemaNames, scope: Scope, item: Item): void {
    const path = below(scope.prefix, key);
    const counted = this.#found.count(below(names.field, key), item, () => this.#nearest(path, scope));
    if (counted === undefined || counted.nearest?.isNear === true || !isJsonObject(value)) return;
    // An unknown key `vendor` with a member `name` may mean the field `vendor_name`.
    for (const member of Object.keys(value).slice(0, maxInside)) {
      const nearest = this.#nearest(below(path, member), scope);
      if (nearest?.isNear === true) counted.nearest = nearest;
    }
  }

  /** Returns the most similar name among the names that the schema declares for the document or the table row. */
  #nearest(path: string, { names }: Scope): NearestName | null {
    const candidates = getOrCreate(this.#candidates, names, () => knownNames(names));
    const nearest = nearestName(path, candidates);
    return nearest && { ...nearest, name: below(names.field, nearest.name) };
  }
}

/**
 * Returns the fields whose gold values never fit the schema. If a field is returned, the fields inside it are omitted.
 */
function unreadable({ field, members, rows, seen }: SchemaNames): readonly Unscorable[] {
  if (seen.readable === 0 && seen.unreadable > 0) return [{ field, expected: [...(members?.keys() ?? [])] }];
  return [...(members?.values() ?? []), ...(rows ? [rows] : [])].flatMap(unreadable);
}

interface Scope {
  /** Keys that the schema declares for the document, or for the table row that the object is in. */
  readonly names: SchemaNames;
  /** Path of the object inside the document or table row. */
  readonly prefix: string;
}

/** Largest number of members of an unknown object that are compared with the schema. */
const maxInside = 50;

interface Label {
  readonly ids: readonly string[];
  readonly type: string | undefined;
}

class ClassGold<Item> implements SchemaGold<Item> {
  readonly part = 'class';
  readonly #found = new UnknownNames<Item>();
  readonly #labelsOf: (gold: JsonValue) => readonly Label[];
  readonly #ids: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;
  readonly #typeNames: readonly KnownName[];
  readonly #idNames: readonly KnownName[];
  #documents = 0;
  #known = 0;

  constructor(classes: readonly Classification[], labelsOf: (gold: JsonValue) => readonly Label[]) {
    this.#labelsOf = labelsOf;
    this.#ids = new Set(classes.map(({ id }) => id));
    this.#types = new Set(classes.map(({ type }) => type));
    this.#typeNames = [...this.#types].map(knownName);
    this.#idNames = [...this.#ids].map(knownName);
  }

  get unknown() {
    return this.#found.names;
  }

  get isFull(): boolean {
    return this.#found.isFull;
  }

  add(gold: JsonValue, item: Item): void {
    for (const { ids, type } of this.#labelsOf(gold)) {
      this.#documents++;
      const isKnown =
        ids.some((id) => this.#ids.has(id)) ||
        (type !== undefined && (this.#types.has(type) || this.#ids.has(type)));
      if (isKnown) this.#known++;
      const name = type ?? ids[0];
      if (isKnown || name === undefined) continue;
      this.#found.count(name, item, () => this.#nearest(name));
    }
  }

  /**
   * Returns the most similar type among the types of the classes. If the name is most likely a misspelling of the id of
   * a class and not of a type, returns this id.
   */
  #nearest(name: string): NearestName | null {
    const type = nearestName(name, this.#typeNames);
    const id = type?.isNear === true ? null : nearestName(name, this.#idNames);
    return id?.isNear === true ? id : type;
  }

  unscorable(): readonly Unscorable[] {
    return this.#documents > 0 && this.#known === 0 ? [{ field: '', expected: [...this.#types] }] : [];
  }
}

function labelOf(gold: JsonValue, idKeys: readonly string[]): Label {
  if (typeof gold === 'string') return { ids: [], type: textOf(gold) };
  if (!isJsonObject(gold)) return { ids: [], type: undefined };
  const ids = idKeys.flatMap((key) => textOf(gold[key]) ?? []);
  return { ids, type: textOf(gold.type) };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns the member `value` of the gold if it contains the class or the splits. Otherwise returns the gold itself. */
function unwrapped(gold: JsonValue): JsonValue {
  if (!isJsonObject(gold) || gold.type !== undefined) return gold;
  const { value } = gold;
  return isJsonObject(value) || Array.isArray(value) ? (value as JsonValue) : gold;
}
