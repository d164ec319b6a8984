/** Returns whether the page has a label that is typed but not set. */
export function hasTypedLabel(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '.gold-panel form:not(.gold-segments) :is(input, textarea)',
  );
  return (
    [...fields].some(({ value, defaultValue }) => value !== defaultValue) ||
    document.querySelector('.gold-segments[data-changed]') !== null
  );
}
