import type { FormLayout } from './form-sheet.ts';

export const otherForms: readonly FormLayout[] = [];
