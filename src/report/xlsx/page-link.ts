/** Returns the link from a file in the report folder to a document in the report page. */
export function documentLink(itemId: string): string {
  return `index.html#/document/${encodeURIComponent(itemId.toWellFormed())}`;
}

/** Returns the link from a file in the report folder to a section of the report page. */
export function sectionLink(section: string): string {
  return `index.html#/${section}`;
}
