/**
 * An element as the XML parser returns it: child elements by name, a list if a name is repeated, and attributes as
 * `@name`.
 */
export type XmlNode = { readonly [name: string]: unknown };

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the descendant at a path of element names, or `undefined` if there is none. If a name is repeated, uses the
 * first element.
 */
export function childOf(node: XmlNode | undefined, ...names: readonly string[]): XmlNode | undefined {
  return names.reduce<XmlNode | undefined>((inner, name) => childrenOf(inner, name)[0], node);
}

/** Returns all child elements with a name. An element that contains only text becomes a node with `#text`. */
export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  const value = node === undefined || !Object.hasOwn(node, name) ? undefined : node[name];
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => (isNode(one) ? one : { '#text': one }));
}

/**
 * Returns the text of an element. Each run of white space becomes one space. Returns `undefined` if the element has no
 * text.
 */
export function textOf(node: XmlNode | undefined): string | undefined {
  const value = node?.['#text'];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = decodeCharacters(String(value)).replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

export function textAt(node: XmlNode | undefined, ...names: readonly string[]): string | undefined {
  return textOf(childOf(node, ...names));
}

export function attributeOf(node: XmlNode | undefined, name: string): string | undefined {
  const value = node?.[`@${name}`];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a plain decimal as a number, and `undefined` for anything else. */
export function numberOf(node: XmlNode | undefined): number | undefined {
  const text = textOf(node);
  return text !== undefined && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

export function numberAt(node: XmlNode | undefined, ...names: readonly string[]): number | undefined {
  return numberOf(childOf(node, ...names));
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Decodes the five entities of XML and numeric entities such as `&#65;`. The text cannot grow, because each
 * entity becomes one character.
 */
function decodeCharacters(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
