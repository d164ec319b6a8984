import type { ClassificationOutput } from '../../../../model/processor/output.ts';
import type { Classification, ClassifyConfig } from '../../../../model/processor/processor-config.ts';
import type { ParsedDocument, ReadingEffort } from '../../parsed-document.ts';
import { pageFeatures } from '../text/page-features.ts';
import { selectPages } from '../text/page-selection.ts';
import { classProfiles } from './class-profile.ts';
import { classProbabilities, indexOfLargest, scoreClasses } from './class-scores.ts';
import { EvidenceReader, type PageEvidence } from './page-evidence.ts';

/** Number of pages that the `performance` effort reads, unless the config has `context: max`. */
const defaultPages = 3;
/** Number of lines of the first page that the `light` effort reads. */
const lightLines = 12;

/**
 * Returns the class of a document. The `light` effort reads the first lines and the class names. `performance` also
 * reads the running text, the layout, and the descriptions and rules of the classes.
 */
export function classifyDocument(
  document: ParsedDocument,
  config: ClassifyConfig,
  options: { readonly effort: ReadingEffort },
): ClassificationOutput {
  const light = options.effort === 'light';
  const profiles = classProfiles(config.classifications, {
    useDescriptions: !light,
    rules: config.classificationRules,
  });
  const reader = new EvidenceReader(profiles);
  const selected = selectPages(document, config.advancedOptions);
  const readable = selected.filter((page) => page.lines.length > 0);
  const maxPages = light ? 1 : config.advancedOptions?.context === 'max' ? readable.length : defaultPages;
  const evidence = readable
    .slice(0, maxPages)
    .map((page) =>
      reader.read(pageFeatures(page), light ? { namesOnly: true, lines: lightLines } : { namesOnly: false }),
    );
  const scores = scoreClasses(profiles, evidence);
  const probabilities = classProbabilities(
    scores,
    profiles.some((profile) => profile.fallback),
  );
  const best = indexOfLargest(probabilities);
  const chosen = config.classifications[best] as Classification;
  return {
    id: chosen.id,
    type: chosen.type,
    confidence: Math.round((probabilities[best] ?? 0) * 10_000) / 10_000,
    insights: [
      {
        type: 'reasoning',
        content: explain(
          config.classifications,
          probabilities,
          best,
          evidence,
          profiles[best]?.fallback ?? false,
        ),
      },
    ],
  };
}

function explain(
  classifications: readonly Classification[],
  probabilities: readonly number[],
  best: number,
  evidence: readonly PageEvidence[],
  fallback: boolean,
): string {
  if (evidence.length === 0) return 'No readable text on the selected pages; the choice is a guess.';
  const reasons: string[] = [];
  const titled = evidence.find((page) => (page.title[best] ?? 0) > 0.15);
  const title = titled?.titleText[best];
  if (title !== undefined) reasons.push(`the line "${shorten(title)}"`);
  const words = [...new Set(evidence.flatMap((page) => page.found[best] ?? []))].slice(0, 6);
  if (words.length > 0) reasons.push(`the words ${words.map((word) => `"${word}"`).join(', ')}`);
  if (reasons.length === 0) {
    reasons.push(
      fallback
        ? 'the lack of evidence for other classes'
        : 'the layout of the document rather than its words',
    );
  }
  const second = runnerUp(probabilities, best);
  const secondClass = second === undefined ? undefined : classifications[second];
  const secondText =
    secondClass === undefined
      ? ''
      : ` Next best: ${secondClass.type} (${(probabilities[second ?? 0] ?? 0).toFixed(2)}).`;
  return `Decided by ${reasons.join(' and ')}.${secondText}`;
}

function runnerUp(probabilities: readonly number[], best: number): number | undefined {
  let second: number | undefined;
  probabilities.forEach((value, index) => {
    if (index !== best && (second === undefined || value > (probabilities[second] ?? 0))) second = index;
  });
  return second;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
