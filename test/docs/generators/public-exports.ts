import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** An exported name with its file, declaration and docstring. */
export interface ExportedName {
  readonly name: string;
  /** Path of the file, such as `src/metrics/rates.ts`. */
  readonly file: string;
  readonly kind: 'function' | 'class' | 'const' | 'interface' | 'type';
  /** Declaration without the body. Classes have their public members, and short interfaces have all members. */
  readonly signature: string;
  /** Docstring without its example; empty if there is none. */
  readonly text: string;
  /** Lines below `@example`. */
  readonly example: readonly string[];
}

/** The page omits the members of interfaces with more lines than this. */
const longestInterface = 40;

/** Returns all exports of an entry point of the package, in the order of its file. */
export function readPublicExports(entry = 'src/index.ts'): ExportedName[] {
  const index = readFileSync(path.join(root, entry), 'utf8');
  const found: ExportedName[] = [];
  for (const [, words = '', from = ''] of index.matchAll(/^export (?:type )?\{([^}]+)\} from '(.+?)';$/gms)) {
    const file = path.posix.join('src', from);
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const word of words.split(',')) {
      const name = word.trim().replace(/^type /, '');
      if (name !== '') found.push(describe(name, file, source));
    }
  }
  for (const [, name = ''] of index.matchAll(/^export function (\w+)/gm))
    found.push(describe(name, entry, index));
  return found;
}

/** Returns all exports of the modules in some folders of `src`, including those that the package does not export. */
export function readModuleExports(folders: readonly string[]): ExportedName[] {
  return folders
    .flatMap((folder) => globSync(`src/${folder}/**/*.ts`, { cwd: root }).sort())
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      return [...source.matchAll(/^export (?:async )?(?:function|class|const|interface|type) (\w+)/gm)].map(
        ([, name = '']) => describe(name, file.replaceAll(path.sep, '/'), source),
      );
    });
}

function describe(name: string, file: string, source: string): ExportedName {
  const declaration = new RegExp(
    String.raw`(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\n)?^export (?:async )?(function|class|const|interface|type) ${name}\b`,
    'm',
  ).exec(source);
  if (declaration === null) throw new Error(`${file} does not declare ${name}`);
  const [whole, comment = '', word] = declaration;
  const kind = word as ExportedName['kind'];
  const start = declaration.index + whole.lastIndexOf('export ');
  const [text = '', example = ''] = comment
    .split('\n')
    .map((line) => line.replace(/^ *\* ?/, '').trimEnd())
    .join('\n')
    .trim()
    .split(/^@example\n/m);
  return {
    name,
    file,
    kind,
    signature: signatureOf(kind, source.slice(start)),
    text: text.trim(),
    example: example.split('\n').filter((line) => line.trim() !== ''),
  };
}

function signatureOf(kind: ExportedName['kind'], source: string): string {
  if (kind === 'function') return source.slice('export '.length, bodyStart(source)).trim();
  if (kind === 'const') return source.slice('export '.length, source.search(/ = /)).trim();
  const whole = source.slice('export '.length, declarationEnd(kind, source));
  if (kind === 'class') return classMembers(whole);
  const lines = whole.split('\n');
  return lines.length > longestInterface ? (lines[0] as string).replace(/ \{$/, '') : whole;
}

function declarationEnd(kind: ExportedName['kind'], source: string): number {
  if (kind !== 'type') return source.search(/^\}/m) + 1;
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] as string;
    if (sign === ';' && depth === 0) return at;
    if ('([{'.includes(sign)) depth++;
    if (')]}'.includes(sign)) depth--;
  }
  return source.length;
}

/**
 * Returns the index at which the body of a function begins: the first brace that belongs neither to its parameters nor
 * to a type.
 */
function bodyStart(source: string): number {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] as string;
    const isTypeBrace = sign === '{' && /[:|&<=]\s*$|=>\s*$/.test(source.slice(0, at));
    if (sign === '{' && depth === 0 && !isTypeBrace) return at;
    if ('([{'.includes(sign)) depth++;
    if (')]}'.includes(sign)) depth--;
  }
  return source.length;
}

/** Returns the constructor, methods and getters that are not private, each with its docstring. */
function classMembers(source: string): string {
  const [head = ''] = source.split('\n');
  const members: string[] = [];
  const member =
    /^( {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?( {2}(?:static |get |async )*(?!#)[a-zA-Z]\w*(?:<[^>]*>)?\()/gm;
  for (const found of source.matchAll(member)) {
    const from = found.index + (found[1]?.length ?? 0);
    const rest = source.slice(from);
    members.push(`${found[1] ?? ''}  ${rest.slice(0, bodyStart(rest)).trim()};`);
  }
  return `${head.replace(/ \{$/, '')} {\n${members.join('\n')}\n}`;
}
