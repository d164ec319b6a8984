import type { PlannedQuestion } from '../../model/report/sample-size-section.ts';
import { formatInUnit, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

/** Number of documents needed to detect a difference, for whole documents and per field. */
export const view = defineView('sampleSize', ({ head, data }) => {
  const { effects, power, confidence, looks, basis, rows, documents: available, clusters, advice } = data;
  const others = rows.length - 1;
  const countText = (documents: number | null) =>
    documents === null ? nothing : `${documents <= available ? '✓ ' : ''}${formatNumber(documents)}`;
  const isEnough = rows.some(({ needed }) =>
    needed.some(({ documents }) => documents !== null && documents <= available),
  );
  return (
    <>
      <SectionHeading title="Sample size">
        Documents needed to find a difference between two versions with {formatInUnit(power, 'share')} % power
        at {formatInUnit(confidence, 'share')} % confidence
        {looks > 1 && `, as one of ${looks} planned comparisons`}.{' '}
        {basis === 'observed'
          ? 'The share of documents that differ is the observed one. The conservative number uses the upper end of its interval.'
          : 'The share of documents that differ assumes that the errors of both versions are independent. For two versions of one processor, it is usually smaller. The conservative number uses the interval of the rate.'}
        {others > 0 &&
          ` Each row is tested with ${others} other questions, at the level in its row. The power is that of the verdict.`}
        {clusters !== null &&
          ` The plan counts clusters of ${clusters.by}, with ${formatNumber(clusters.size, 1)} documents on average.`}
      </SectionHeading>
      {head.documentsNeeded && (
        <p>
          About {formatNumber(head.documentsNeeded.total)} documents like these would be enough for a verdict:{' '}
          {formatNumber(head.documentsNeeded.additional)} more than now.
        </p>
      )}
      <DataTable<PlannedQuestion>
        label="Documents needed"
        rows={rows}
        columns={[
          { heading: 'Question', cell: (row) => row.label },
          numberColumn('Documents', (row) => formatNumber(row.observedOn)),
          numberColumn('Right, %', (row) => formatInUnit(row.rate, 'share')),
          numberColumn('Differ, %', (row) =>
            row.discordant === null ? nothing : formatInUnit(row.discordant, 'share'),
          ),
          ...effects.flatMap((effect, at) => [
            numberColumn<PlannedQuestion>(
              `Needed for ${pointsText(effect)}`,
              (row) => countText(row.needed[at]?.documents ?? null),
              { look: 'side-start' },
            ),
            numberColumn<PlannedQuestion>('Conservative', (row) =>
              countText(row.needed[at]?.conservative ?? null),
            ),
            numberColumn<PlannedQuestion>('Level', (row) => {
              const level = row.needed[at]?.level ?? null;
              return level === null ? nothing : formatNumber(level, 4);
            }),
          ]),
        ]}
      />
      {advice.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p class="quiet">
        {isEnough && '✓ the documents of this report are enough. '}For other sizes, use goldset sample-size.
      </p>
    </>
  );
});

/** Returns `3 points` or `2.5 points`. */
function pointsText(effect: number): string {
  const isWhole = Number.isInteger(Math.round(effect * 1e6) / 1e4);
  return `${formatNumber(effect * 100, isWhole ? 0 : 1)} points`;
}
