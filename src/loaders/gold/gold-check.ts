import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256Json } from '../../base/hash.ts';
import { pluralise, truncateList } from '../../base/phrases.ts';
import { type EvaluationSetItem, hasGold } from '../../model/dataset/evaluation-set.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import { schemasOf, type UnknownGold } from '../../model/record/unknown-gold.ts';
import { type SchemaGold, schemaGold, type Unscorable } from './schema-gold.ts';

export interface ComparedConfigs {
  /** Path of the dataset, for messages. */
  readonly path: string;
  /**
   * Config of the dataset; `undefined` if the dataset has no config, or if the gold must not be compared with this
   * config.
   */
  readonly dataset: ProcessorConfig | undefined;
  readonly versions: readonly { readonly requested: string; readonly config: ProcessorConfig }[];
}

type Item = Pick<EvaluationSetItem, 'id' | 'origin' | 'expectedOutput'>;
type Place = Pick<EvaluationSetItem, 'id' | 'origin'>;

interface ComparedSchema extends Pick<UnknownGold, 'dataset' | 'versions'> {
  readonly gold: SchemaGold<Place>;
}

/** Compares the gold of a dataset with the schemas of the dataset and of the versions. */
export class GoldCheck {
  readonly #path: string;
  readonly #schemas: readonly ComparedSchema[];

  constructor({ path, dataset, versions }: ComparedConfigs) {
    this.#path = path;
    const byHash = new Map<string, ComparedSchema & { dataset: boolean; versions: string[] }>();
    const schemaOf = (config: ProcessorConfig) => {
      const hash = sha256Json(config);
      const schema = byHash.get(hash) ?? { dataset: false, versions: [], gold: schemaGold<Place>(config) };
      byHash.set(hash, schema);
      return schema;
    };
    if (dataset !== undefined) schemaOf(dataset).dataset = true;
    for (const { requested, config } of versions) schemaOf(config).versions.push(requested);
    this.#schemas = [...byHash.values()];
  }

  add({ expectedOutput, id, origin }: Item): void {
    if (!hasGold({ expectedOutput })) return;
    const place = { id, origin };
    for (const { gold } of this.#schemas) gold.add(expectedOutput, place);
  }

  /** Returns the keys and classes of the gold that at least one of the schemas lacks. */
  unknown(): UnknownGold[] {
    return this.#grouped().map(({ first, ...unknown }) => ({ ...unknown, firstItem: first.id }));
  }

  /**
   * Returns the reasons to reject the gold: too many unknown names, misspelt names, and fields that cannot be
   * scored in any item. If `allowed` is true, checks only for too many unknown names.
   */
  problems(allowed: boolean): GoldsetError[] {
    const near = allowed ? [] : this.#grouped().filter(({ isNear }) => isNear);
    return [...this.#tooMany(), ...near.map(nearProblem), ...(allowed ? [] : this.#unscorable())];
  }

  /** Returns one problem per schema that lacks too many of the keys or classes in the gold. */
  #tooMany(): GoldsetError[] {
    return this.#schemas
      .filter(({ gold }) => gold.isFull)
      .map(({ gold, ...schemas }) => {
        const names = [...gold.unknown.keys()];
        const found = `found more than ${names.length} ${gold.part === 'key' ? 'keys' : 'classes'}`;
        return new GoldsetError('GOLD_NOT_IN_SCHEMA', {
          place: this.#path,
          problem: `${found} that ${lackedBy(schemas)} (${truncateList(names, 3, names.length)})`,
          fix:
            gold.part === 'key'
              ? 'Store data as values, not as keys.'
              : 'Use only classes of the schema in the gold.',
        });
      });
  }

  #grouped(): (Omit<UnknownGold, 'firstItem'> & { readonly first: Place })[] {
    const groups = new Map<
      string,
      Omit<UnknownGold, 'firstItem'> & { readonly first: Place; dataset: boolean; versions: string[] }
    >();
    for (const { gold, dataset, versions } of this.#schemas) {
      for (const { name, items, firstItem, nearest } of gold.unknown.values()) {
        const near = { nearest: nearest?.name ?? null, isNear: nearest?.isNear === true };
        const key = JSON.stringify([name, near.nearest]);
        const group = groups.get(key);
        if (group === undefined)
          groups.set(key, {
            part: gold.part,
            name,
            items,
            first: firstItem,
            dataset,
            versions: [...versions],
            ...near,
          });
        else {
          group.dataset ||= dataset;
          group.versions.push(...versions);
        }
      }
    }
    return [...groups.values()];
  }

  /**
   * Returns a problem for each field that cannot be scored in any item. The gold of such a field fits the schema of no
   * version, or does not fit the config of the dataset.
   */
  #unscorable(): GoldsetError[] {
    const byVersions = this.#schemas.filter(({ versions }) => versions.length > 0);
    const byDataset = this.#schemas.filter(({ dataset }) => dataset);
    const found = [byVersions, byDataset].flatMap((schemas) => {
      const [first, ...others] = schemas.map(({ gold }) => gold.unscorable());
      const isLost = ({ field }: Unscorable) =>
        others.every((list) => list.some((one) => one.field === field));
      return (first ?? []).filter(isLost).map((lost) => ({ schemas, lost }));
    });
    const byField = new Map(found.map((one) => [one.lost.field, one]));
    return [...byField.values()].map(({ schemas, lost }) =>
      this.#unscorableProblem(schemas[0] as ComparedSchema, lost),
    );
  }

  #unscorableProblem({ gold }: ComparedSchema, { field, expected }: Unscorable): GoldsetError {
    const inside = [...gold.unknown.keys()].filter((name) => field === '' || name.startsWith(`${field}.`));
    const parts = gold.part === 'key' ? 'keys' : 'classes';
    const found = inside.length === 0 ? `no ${parts}` : `the ${parts} ${truncateList(inside, 5)}`;
    return notInSchema(
      field === '' ? this.#path : `${this.#path}: ${field}`,
      `no item can be scored: found ${found}, expected ${expected.length === 0 ? 'a value without members' : truncateList(expected, 5)}`,
    );
  }
}

function nearProblem({
  first,
  part,
  name,
  nearest,
  items,
  ...schemas
}: Omit<UnknownGold, 'firstItem'> & { readonly first: Place }): GoldsetError {
  const { file, line } = first.origin;
  return notInSchema(
    `${file}${line === undefined ? '' : `, line ${line}`}, item ${first.id}`,
    `${name}: did you mean ${nearest}? Found a ${part} that ${lackedBy(schemas)} (${pluralise(items, 'item')})`,
  );
}

function notInSchema(place: string, problem: string): GoldsetError {
  return new GoldsetError('GOLD_NOT_IN_SCHEMA', {
    place,
    problem,
    fix: 'Correct the gold or the schema, or accept the gold with --allow-unknown-gold.',
  });
}

/** Returns the subject and the verb of a message: `version 1.0 and version draft do not have`. */
function lackedBy(schemas: Pick<UnknownGold, 'dataset' | 'versions'>): string {
  const count = schemas.versions.length + (schemas.dataset ? 1 : 0);
  return `${schemasOf(schemas)} ${count === 1 ? 'does' : 'do'} not have`;
}

const shownProblems = 5;

/** Does nothing if there is no problem. Throws a single problem directly, and several problems as one error. */
export function throwProblems(path: string, problems: readonly GoldsetError[]): void {
  const [first] = problems;
  if (first === undefined) return;
  if (problems.length === 1) throw first;
  const shown = problems.slice(0, shownProblems).map(({ message }) => message);
  const more = problems.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  throw new GoldsetError('GOLD_NOT_IN_SCHEMA', {
    place: path,
    problem: `found ${problems.length} problems: ${list}`,
    fix: first.fix,
  });
}
