import { getOrCreate } from '../../base/collections.ts';
import { asDouble } from '../../base/exact-json.ts';
import { isDeeperThan } from '../../base/is-deeper-than.ts';
import { deepestGold } from '../../model/dataset/evaluation-set.ts';
import { isJsonObject, isScalar, type JsonValue } from '../../model/json/json-value.ts';
import { checkExtractionSchema } from '../../model/processor/json-schema-rules.ts';
import type { Mismatch } from '../../model/processor/mismatch.ts';
import type {
  Classification,
  ProcessorConfig,
  ProcessorKind,
  SchemaNode,
} from '../../model/processor/processor-config.ts';
import { inWords, slug, unusedName } from './names.ts';

/**
 * Infers the config of a dataset from its expected outputs: an extraction schema, or a list of classes. Returns
 * `undefined` if the service would reject every schema for these outputs. Examples are lists of plain values, keys with
 * capitals and more than three levels.
 */
export function inferConfig(
  kind: ProcessorKind,
  expected: readonly JsonValue[],
): ProcessorConfig | undefined {
  const inference = new ConfigInference(kind);
  for (const one of expected) inference.add(one);
  return inference.serviceConfig();
}

/**
 * Infers a config from expected outputs that are added one at a time. The scorer can use the config even if the service
 * would reject it. The memory depends on the number of fields or classes, but not on the number of outputs.
 */
export class ConfigInference {
  readonly #kind: ProcessorKind;
  readonly #shape = new Shape();
  /** Classes that outputs name by id. The key is the id. */
  readonly #classes = new Map<string, Classification>();
  readonly #types = new Set<string>();

  constructor(kind: ProcessorKind) {
    this.#kind = kind;
  }

  /** Adds an output. Ignores an output that is nested too deeply to be scored. */
  add(output: JsonValue): void {
    if (isDeeperThan(output, deepestGold)) return;
    if (this.#kind === 'EXTRACT')
      this.#shape.add(isJsonObject(output) && isJsonObject(output.value) ? output.value : output);
    else if (this.#kind === 'CLASSIFY') this.#addClass(output, 'id');
    else for (const split of splitsOf(output)) this.#addClass(split, 'classificationId');
  }

  /** Returns the config, or `undefined` if the outputs contain no class or are not objects. */
  config(): ProcessorConfig | undefined {
    const schema = this.#shape.node();
    if (this.#kind === 'EXTRACT')
      return schema?.properties === undefined ? undefined : { type: 'EXTRACT', schema };
    const classes = this.#allClasses();
    if (classes.length === 0) return undefined;
    return this.#kind === 'CLASSIFY'
      ? { type: 'CLASSIFY', classifications: classes }
      : { type: 'SPLITTER', splitClassifications: classes };
  }

  /**
   * Returns the first path at which the outputs have values of different kinds, such as a text and a list. No schema
   * fits such outputs. Returns `null` if there is no such path.
   */
  conflict(): Pick<Mismatch, 'path' | 'found'> | null {
    return this.#shape.conflict('');
  }

  /** Returns the config if the service accepts it. */
  serviceConfig(): ProcessorConfig | undefined {
    const config = this.config();
    const isValid =
      config?.type !== 'EXTRACT' || checkExtractionSchema(config.schema as SchemaNode).length === 0;
    return isValid ? config : undefined;
  }

  /** Returns the classes, sorted by id. The id of a class is never the type of another class. */
  #allClasses(): Classification[] {
    const classes = [...this.#classes.values()];
    const ids = new Set(this.#classes.keys());
    const named = new Set(classes.map(({ type }) => type));
    const types = named.union(this.#types);
    for (const type of [...this.#types.difference(named)].sort()) {
      const isUsed = (name: string) => ids.has(name) || (name !== type && types.has(name));
      const id = unusedName(slug(type), isUsed);
      ids.add(id);
      classes.push({ id, type, description: inWords(type) });
    }
    return classes.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #addClass(value: JsonValue, idKey: string): void {
    if (!isJsonObject(value)) return;
    const id = value[idKey];
    const type = typeof value.type === 'string' ? value.type : id;
    if (typeof type !== 'string' || type === '') return;
    if (typeof id !== 'string') this.#types.add(type);
    else if (!this.#classes.has(id)) this.#classes.set(id, { id, type, description: inWords(type) });
  }
}

/**
 * Counts the values at one path of several outputs by kind (object, array, number, boolean, scalar), to infer the
 * schema of these values.
 */
class Shape {
  /** Number of values except `null`. The next members count the values of each kind. */
  #values = 0;
  #objects = 0;
  #arrays = 0;
  #numbers = 0;
  #booleans = 0;
  #scalars = 0;
  readonly #members = new Map<string, Shape>();
  #elements: Shape | undefined;

  add(value: JsonValue | undefined): void {
    if (value === null || value === undefined) return;
    this.#values++;
    if (asDouble(value) !== null) this.#numbers++;
    if (typeof value === 'boolean') this.#booleans++;
    if (Array.isArray(value)) {
      this.#arrays++;
      this.#elements ??= new Shape();
      for (const element of value) this.#elements.add(element);
    } else if (isJsonObject(value)) {
      this.#objects++;
      for (const [key, member] of Object.entries(value))
        getOrCreate(this.#members, key, () => new Shape()).add(member);
    } else if (isScalar(value)) this.#scalars++;
  }

  /** Returns the schema of the values, or `undefined` if the values are of different kinds, such as texts and lists. */
  node(): SchemaNode | undefined {
    const all = this.#values;
    if (all === 0) return { type: ['string', 'null'] };
    if (this.#arrays === all) {
      const items = this.#elements?.node();
      return items && { type: 'array', items };
    }
    if (this.#numbers === all) return { type: ['number', 'null'] };
    if (this.#objects === all) return this.#objectNode();
    if (this.#scalars < all) return undefined;
    return { type: [this.#booleans === all ? 'boolean' : 'string', 'null'] };
  }

  conflict(path: string): Pick<Mismatch, 'path' | 'found'> | null {
    const counts = [
      ['plain values', this.#scalars],
      ['objects', this.#objects],
      ['lists', this.#arrays],
    ] as const;
    const forms = counts.flatMap(([form, count]) => (count > 0 ? [form] : []));
    if (forms.length > 1) return { path, found: forms.join(' and ') };
    for (const [key, member] of this.#members) {
      const found = member.conflict(path === '' ? key : `${path}.${key}`);
      if (found !== null) return found;
    }
    return this.#elements?.conflict(`${path}[]`) ?? null;
  }

  #objectNode(): SchemaNode | undefined {
    const properties: Record<string, SchemaNode> = {};
    for (const [key, member] of this.#members) {
      const node = key === '__proto__' ? undefined : member.node();
      if (node === undefined) return undefined;
      properties[key] = node;
    }
    return { type: 'object', properties, required: Object.keys(properties) };
  }
}

/** Returns the kind of processor to which the expected outputs belong. */
export function inferKind(expected: readonly JsonValue[]): ProcessorKind {
  if (expected.length > 0 && expected.every((one) => splitsOf(one).length > 0)) return 'SPLITTER';
  const isClass = (one: JsonValue): boolean =>
    isJsonObject(one) &&
    typeof one.type === 'string' &&
    Object.keys(one).every((key) => ['id', 'type', 'confidence'].includes(key));
  return expected.length > 0 && expected.every(isClass) ? 'CLASSIFY' : 'EXTRACT';
}

/**
 * Returns the list of splits in an expected output, and the path of the list. The output can be a list, an object that
 * contains a list, or a single split. For anything else, the list is `null`.
 */
export function splitsIn(expected: unknown): { list: readonly JsonValue[] | null; path: string } {
  if (Array.isArray(expected)) return { list: expected, path: '' };
  if (!isJsonObject(expected)) return { list: null, path: '' };
  for (const key of ['splits', 'subDocumentClassifications']) {
    const list = expected[key];
    if (Array.isArray(list)) return { list, path: key };
  }
  return 'startPage' in expected ? { list: [expected], path: '' } : { list: null, path: '' };
}

/** Returns the splits of an expected output. Returns an empty list if an element has no start page or no end page. */
function splitsOf(expected: JsonValue): readonly JsonValue[] {
  const { list } = splitsIn(expected);
  return list?.every(isSplit) ? list : [];
}

function isSplit(value: JsonValue): boolean {
  return isJsonObject(value) && 'startPage' in value && 'endPage' in value;
}
