import type { Candidate } from '../candidates/candidate.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { FieldWords, isSectionName, spacedName } from './field-words.ts';
import type { Section } from './sections.ts';
import { joinLines } from './split-items.ts';

const maxLength = 8_000;
const minFit = 0.95;

/**
 * Returns the paragraphs below the heading that names a text field, such as an abstract. Ignores sections
 * with only one line, because the search for labels reads them.
 */
export function sectionTexts(
  fields: readonly FieldPlan[],
  sectionsOf: () => readonly Section[],
): Candidate[] {
  return fields.flatMap(({ node, index }) => {
    const names = [spacedName(node.key), spacedName(node.name)];
    if (node.kind !== 'string' || !names.some(isSectionName)) return [];
    const words = new FieldWords(node);
    const section = sectionsOf().find(({ title, lines }) => lines.length > 1 && words.fit(title) >= minFit);
    if (section === undefined) return [];
    const text = joinLines(section.lines.map((line) => line.text));
    if (text.length > maxLength) return [];
    const spans = section.lines.flatMap(({ segments }) =>
      segments.map((segment) => ({ segment, start: 0, end: segment.text.length })),
    );
    return [
      {
        spans,
        text,
        field: index,
        score: 1.3,
        reason: 'text below the heading that names the field',
        labelled: true,
      },
    ];
  });
}
