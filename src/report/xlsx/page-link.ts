/** Returns the address of a document in the report page, for a file in the same folder. */
export function documentLink(itemId: string): string {
  return `index.html#/document/${encodeURIComponent(itemId.toWellFormed())}`;
}

/** Returns the address of a section of the report page, for a file in the same folder. */
export function sectionLink(section: string): string {
  return `index.html#/${section}`;
}
