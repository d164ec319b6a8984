/** Returns a page with a new text in its block `<!-- name: generated -->`. Throws if the page has no such block. */
export function fillBlock(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- end of ${name} -->`];
  if (!page.includes(start) || !page.includes(end)) throw new Error(`the page has no block "${name}"`);
  return `${page.slice(0, page.indexOf(start) + start.length)}\n${text}\n${page.slice(page.indexOf(end))}`;
}
