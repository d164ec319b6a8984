import type { SectionName } from '../../model/report/report-sections.ts';
import type { PlannedQuestion, SampleSizeSection } from '../../model/report/sections/sample-size-section.ts';
import { formatInUnit, formatNumber, nothing } from '../blocks/format-measurement.ts';
import type { Blocks } from '../blocks/report-blocks.ts';
import { Charts } from '../parts/charts.tsx';
import { ForAnalysts } from '../parts/controls.tsx';
import { type Column, DataTable, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { defineView, useBlock } from '../state/blocks.ts';

/** Which changes these documents can show, and how many documents are needed to show smaller changes. */
export const view = defineView('sampleSize', ({ head, data }) => {
  const { effects, rows, documents: available, advice } = data;
  const detectableOf = useDetectable(head.sections);
  const countText = (documents: number | null) =>
    documents === null ? nothing : `${documents <= available ? '✓ ' : ''}${formatNumber(documents)}`;
  const isEnough = rows.some(({ needed }) =>
    needed.some(({ documents }) => documents !== null && documents <= available),
  );
  const hasDetectable = rows.some((row) => detectableOf(row) !== null);
  return (
    <>
      <SectionHeading title="Sample size">{firstSentence(data, detectableOf)}</SectionHeading>
      {head.documentsNeeded && (
        <p>
          About {formatNumber(head.documentsNeeded.total)} documents like these would be enough for a verdict:{' '}
          {formatNumber(head.documentsNeeded.additional)} more than now.
        </p>
      )}
      <Charts section="sampleSize" />
      <DataTable<PlannedQuestion>
        label="Documents needed"
        look="wrapped-heads"
        rows={rows}
        columns={[
          { heading: 'Question', cell: (row) => row.label },
          ...(hasDetectable
            ? [
                numberColumn<PlannedQuestion>('Smallest detectable change, of 100', (row) => {
                  const detectable = detectableOf(row);
                  return detectable === null ? nothing : formatNumber(detectable * 100, 0);
                }),
              ]
            : []),
          ...effects
            .map((effect, at) =>
              numberColumn<PlannedQuestion>(
                `Documents for a change of ${effectText(effect)}`,
                (row) => countText(row.needed[at]?.documents ?? null),
                hasDetectable ? { from: 'medium' } : {},
              ),
            )
            .reverse(),
        ]}
      />
      {isEnough && <p class="quiet">✓ the documents of this report are enough.</p>}
      {advice.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p class="quiet">For other sizes, use goldset sample-size.</p>
      <ForAnalysts>
        <Assumptions data={data} />
        <DataTable<PlannedQuestion>
          label="Assumptions per row"
          rows={rows}
          columns={[
            { heading: 'Question', cell: (row) => row.label },
            numberColumn('Documents', (row) => formatNumber(row.observedOn)),
            numberColumn('Right, %', (row) => formatInUnit(row.rate, 'share')),
            numberColumn('Answered differently, %', (row) =>
              row.discordant === null ? nothing : formatInUnit(row.discordant, 'share'),
            ),
            ...effects.flatMap((effect, at): Column<PlannedQuestion>[] => [
              numberColumn(`Cautious, for ${effectText(effect)}`, (row) =>
                countText(row.needed[at]?.conservative ?? null),
              ),
              numberColumn(`Level, for ${effectText(effect)}`, (row) => {
                const level = row.needed[at]?.level ?? null;
                return level === null ? nothing : formatNumber(level, 4);
              }),
            ]),
          ]}
        />
      </ForAnalysts>
    </>
  );
});

type DetectableOf = (row: PlannedQuestion) => number | null;

/**
 * Returns a function that returns the smallest change of a metric or field that the comparison of this report can show.
 * The function returns `null` if this change is unknown.
 */
function useDetectable(sections: readonly SectionName[]): DetectableOf {
  const block = (['fields', 'classes'] as const).find((name) => sections.includes(name)) ?? 'sampleSize';
  const data = useBlock(block);
  const known = new Map<string, number | null>();
  if (Array.isArray(data))
    for (const { field, comparison } of data as Blocks['fields'])
      known.set(`field:${field}`, comparison?.detectable ?? null);
  else if (data && 'perClass' in data)
    for (const { scope, detectable } of data.changes) known.set(scope, detectable);
  return ({ scope }) => known.get(scope) ?? null;
}

/**
 * Returns one or two sentences. The first sentence states the smallest change that these documents can show, and in
 * which metric or field. If no such change is known, the first sentence states only the number of documents. The second
 * sentence is about the last change in `effects`: it states how many documents are needed to show this change in the
 * overall metric.
 */
function firstSentence({ rows, effects, documents }: SampleSizeSection, detectableOf: DetectableOf): string {
  const [best] = rows
    .flatMap((row) => {
      const detectable = detectableOf(row);
      return detectable === null ? [] : [{ row, detectable }];
    })
    .sort((a, b) => a.detectable - b.detectable);
  const overall = rows[0];
  const at = effects.length - 1;
  const needed = overall?.needed[at]?.documents ?? null;
  const sample = `${formatNumber(documents)} ${documents === 1 ? 'document' : 'documents'}`;
  const shown = best
    ? `With ${sample}, the smallest change that a comparison can show is ${formatNumber(best.detectable * 100)} of 100, in ${best.row.label}. Elsewhere, the change must be larger.`
    : `This report has ${sample}.`;
  if (!overall || needed === null) return shown;
  return `${shown} For a change of ${effectText(effects[at] ?? 0)} in ${overall.label}, you need about ${formatNumber(needed)}.`;
}

function Assumptions({ data }: { data: SampleSizeSection }) {
  const { power, confidence, looks, basis, rows, clusters } = data;
  const others = rows.length - 1;
  return (
    <p class="quiet">
      Documents needed to find a difference between two versions with {formatInUnit(power, 'share')} % power
      at {formatInUnit(confidence, 'share')} % confidence
      {looks > 1 && `, as one of ${looks} planned comparisons`}.{' '}
      {basis === 'observed'
        ? 'The share of documents in which the versions differ comes from the record. The cautious number uses the upper end of the range of this share.'
        : 'The share of documents in which the versions differ is computed as if the errors of both versions were independent. For two versions of one processor, this share is usually smaller. The cautious number uses the rate in the range that makes this share largest.'}
      {others > 0 &&
        ` A joint test tests ${others + 1} metrics, each at the level in its row. The power is that of the joint test.`}
      {clusters !== null &&
        ` The plan counts clusters by ${clusters.by}, each with ${formatNumber(clusters.size, 1)} documents on average.`}
    </p>
  );
}

/** Formats a change as `3 of 100` or `2.5 of 100`. */
function effectText(effect: number): string {
  const isWhole = Number.isInteger(Math.round(effect * 1e6) / 1e4);
  return `${formatNumber(effect * 100, isWhole ? 0 : 1)} of 100`;
}
