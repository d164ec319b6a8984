import { type ErrorEntry, errorCatalogue } from '../../../src/base/error-catalogue.ts';
import { inconclusiveCodes } from '../../../src/model/score/inconclusive-codes.ts';
import { minimumDetectableDifference } from '../../../src/stats/power/minimum-detectable-difference.ts';
import { fillBlock } from './fill-block.ts';

const actors: Readonly<Record<ErrorEntry['actor'], string>> = {
  user: 'you',
  data: 'the owner of the data',
  service: 'the operator of the service',
  internal: 'the goldset project, if you report the error',
};

/** Returns docs/errors.md, which lists the error codes. */
export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, entry]) =>
      `| \`${code}\` | ${cell(entry.message)} | ${cell(entry.fix)} | ${actors[entry.actor]} | ${entry.exit} |`,
  );
  return `# Errors and exit codes

An error of goldset has a code, a message and a fix:

\`\`\`
error RECORD_NOT_FOUND: reports/invoices: no record found (plan.json is missing)
  fix: Give the folder that \`goldset run\` wrote.
\`\`\`

## Exit codes

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | a gate failed or is inconclusive, or a version got no value right |
| 2 | invalid usage, configuration, dataset or record |
| 3 | items have no result, the share of failed items is above \`--max-failure-rate\`, a [label list](glossary.md#scoring) needs more answers, or the service failed |
| 4 | \`goldset reconcile --enforce\` found differences |
| 70 | internal error |
| 130 | interrupted |

## Error codes

Words in braces, such as {file}, are placeholders: goldset replaces them by values. A fix that is only {fix} depends on the case.
\`npm run docs\` writes this table from \`src/base/error-catalogue.ts\`.

| code | message | fix | who must act | exit code |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/**
 * Returns docs/gate.md with a new table of codes, and a new sentence on the number of documents that a margin needs.
 */
export function gatePage(page: string): string {
  return fillBlock(fillBlock(page, 'margins', marginSentence()), 'codes', codeTable());
}

function codeTable(): string {
  const rows = Object.entries(inconclusiveCodes).map(
    ([code, { when, settledBy }]) => `| \`${code}\` | ${when} | ${settledBy} |`,
  );
  return ['| code | reason | how to make the check conclusive |', '|---|---|---|', ...rows].join('\n');
}

function marginSentence(): string {
  const [six, three, one] = [0.06, 0.03, 0.01].map(documentsForMargin);
  return [
    `A small margin needs many documents. Example: the outputs of two versions differ, but both versions are right in the same documents.`,
    `A rule with a margin of 6 points then passes if there are at least ${six} documents. A margin of 3 points needs ${three} documents,`,
    `and a margin of 1 point needs ${one}.`,
  ].join('\n');
}

/**
 * Returns the smallest number of documents with which a comparison can detect a loss of this margin. Assumes that no
 * document is discordant.
 */
export function documentsForMargin(margin: number): number {
  for (let n = 1; n < 10_000; n++) {
    const design = { kind: 'counts', discordant: 1 / (n + 2), rate: 1 } as const;
    if ((minimumDetectableDifference({ n, design }) ?? 1) <= margin) return n;
  }
  throw new RangeError(`a margin of ${margin} needs more than 10,000 documents`);
}
