import path from 'node:path';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';

type Schema = { readonly [key: string]: unknown };

const root = path.resolve(import.meta.dirname, '../../../..');

/**
 * Returns types of `src/model` as JSON Schemas. The descriptions in a schema are the comments in the source of the
 * type. Objects can have only the declared members.
 */
export function typeSchemas(
  types: readonly { readonly file: string; readonly name: string }[],
  config: string,
): Schema[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProject: path.join(root, config) });
    const project = snapshot.getProjects()[0];
    return types.map(({ file, name }) => {
      const source = project?.program.getSourceFile(path.join(root, file));
      const module = source && project?.checker.getSymbolAtLocation(source);
      const exported = module && project?.checker.getExportsOfModule(module);
      const symbol = exported?.find((one) => one.name === name);
      if (project === undefined || symbol === undefined) throw new Error(`${file} does not export ${name}`);
      return new SchemaWriter(project.checker).write(project.checker.getDeclaredTypeOfSymbol(symbol));
    });
  } finally {
    api.close();
  }
}

class SchemaWriter {
  readonly #checker: Checker;
  readonly #defs = new Map<string, Schema>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  write(type: Type): Schema {
    const top = this.#of(type);
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...top,
      $defs: Object.fromEntries([...this.#defs].sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  #of(type: Type): Schema {
    if (type.isUnionType()) return this.#ofUnion(type.getTypes());
    if (type.isLiteralType()) return { const: type.value };
    if (type.flags & TypeFlags.Null) return { type: 'null' };
    if (type.flags & TypeFlags.String) return { type: 'string' };
    if (type.flags & TypeFlags.Number) return { type: 'number' };
    if (type.flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.flags & (TypeFlags.Unknown | TypeFlags.Any)) return {};
    if (isAnyJson(type)) return {};
    if (this.#checker.isTupleType(type)) return this.#ofTuple(type);
    if (this.#checker.isArrayLikeType(type) && type.isTypeReference()) {
      const [item] = this.#checker.getTypeArguments(type);
      return { type: 'array', items: item === undefined ? {} : this.#of(item) };
    }
    if (!type.isObjectType() && !type.isIntersectionType())
      throw new Error(`no JSON Schema for ${this.#checker.typeToString(type)}`);
    const name = type.isClassOrInterface() ? type.getSymbol()?.name : undefined;
    if (name === undefined || name === '__type') return this.#ofObject(type);
    if (!this.#defs.has(name)) {
      // Adds the name before the schema is complete, because a type can contain itself.
      this.#defs.set(name, {});
      const symbol = type.getSymbol();
      const text = symbol === undefined ? '' : this.#checker.getDocumentationCommentOfSymbol(symbol);
      this.#defs.set(name, { ...described(text), ...this.#ofObject(type) });
    }
    return { $ref: `#/$defs/${name}` };
  }

  #ofUnion(all: readonly Type[]): Schema {
    if (all.some(isAnyJson)) return {};
    const types = all.filter((type) => !(type.flags & TypeFlags.Undefined));
    const literals = types.flatMap((type) => (type.isLiteralType() ? [type.value] : []));
    const isBoolean = literals.includes(true) && literals.includes(false);
    const values = isBoolean ? literals.filter((value) => typeof value !== 'boolean') : literals;
    const others = types.filter((type) => !type.isLiteralType()).map((type) => this.#of(type));
    const parts = [
      ...(values.length === 0 ? [] : [values.length === 1 ? { const: values[0] } : { enum: values.sort() }]),
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...others,
    ];
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { anyOf: parts };
  }

  #ofTuple(type: Type): Schema {
    const items = type.isTypeReference() ? this.#checker.getTypeArguments(type) : [];
    const prefixItems = items.map((item) => this.#of(item));
    return { type: 'array', prefixItems, minItems: items.length, maxItems: items.length };
  }

  #ofObject(type: Type): Schema {
    const [index] = this.#checker.getIndexInfosOfType(type);
    if (index !== undefined) return { type: 'object', additionalProperties: this.#of(index.valueType) };
    const required: string[] = [];
    const properties: Record<string, Schema> = {};
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const held = this.#checker.getTypeOfSymbol(property);
      if (held === undefined) continue;
      const text = this.#checker.getDocumentationCommentOfSymbol(property);
      properties[property.name] = { ...this.#of(held), ...described(text) };
      if (!(property.flags & SymbolFlags.Optional) && !mayBeUndefined(held)) required.push(property.name);
    }
    return { type: 'object', properties, required, additionalProperties: false };
  }
}

/** Types such as `JsonValue` accept any JSON value. */
function isAnyJson(type: Type): boolean {
  return (type.getAliasSymbol() ?? type.getSymbol())?.name.startsWith('Json') ?? false;
}

/** JSON omits undefined members, so the schema makes such a member optional. */
function mayBeUndefined(type: Type): boolean {
  return type.isUnionType() && type.getTypes().some(({ flags }) => flags & TypeFlags.Undefined);
}

function described(text: string): Schema {
  return text === '' ? {} : { description: text.replace(/\s+/g, ' ').trim() };
}
