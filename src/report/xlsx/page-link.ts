/** Returns the link to a document in the report page. It works in a file in the same folder as the page. */
export function documentLink(itemId: string): string {
  return `index.html#/document/${encodeURIComponent(itemId.toWellFormed())}`;
}

/** Returns the link to a section of the report page. It works in a file in the same folder as the page. */
export function sectionLink(section: string): string {
  return `index.html#/${section}`;
}
