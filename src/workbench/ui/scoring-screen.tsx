import { useEffect, useState } from 'preact/hooks';
import type { ReadableRecord, RecordEntry } from '../../model/results/record-list.ts';
import { formatNumber } from '../../viewer/blocks/format-measurement.ts';
import { LoadingIndicator, SectionHeading } from '../../viewer/parts/data-table.tsx';
import { Problem } from './requests/problem.tsx';
import { ask } from './requests/server.ts';

/**
 * Shown until a record or a comparison is scored. If scoring fails, shows the reason. `address` is an address below
 * `/api`. With `hasEntry`, `address` belongs to a record, and the page shows the verdict of the last report of this
 * record during the wait.
 */
export function ScoringScreen({ address, hasEntry = false }: { address: string; hasEntry?: boolean }) {
  const [error, setError] = useState<unknown>(null);
  const [entry, setEntry] = useState<ReadableRecord | null>(null);
  const open = () => {
    setError(null);
    ask(`${address}/scored${location.search}`).then(() => location.reload(), setError);
  };
  useEffect(open, [address]);
  useEffect(() => {
    if (!hasEntry) return;
    ask<RecordEntry>(address).then(
      (found) => found.state !== 'damaged' && setEntry(found),
      // Ignore the failure, because the request for the scores reports the same problem.
      () => undefined,
    );
  }, [address, hasEntry]);
  return (
    <main id="main" class="records">
      <p>
        <a href="/">‹ All records</a>
      </p>
      {entry !== null && <LastReport entry={entry} isOther={location.search !== ''} />}
      {error === null ? <LoadingIndicator /> : <Problem error={error} again={open} />}
    </main>
  );
}

/** The verdict of the last report of a record. `isOther`: the page scores the record with newer gold than the report. */
function LastReport({ entry, isOther }: { entry: ReadableRecord; isOther: boolean }) {
  const { dataset, versions, items, headline } = entry;
  return (
    <>
      <SectionHeading title={dataset}>
        <span class="quiet">
          {versions.join(', ')} · {formatNumber(items)} documents
        </span>
      </SectionHeading>
      {headline !== null && (
        <section class={`verdict tone-${headline.tone}`} aria-label="Verdict of the last report">
          <span class="verdict-sign" aria-hidden="true">
            {headline.sign}
          </span>
          <div>
            <p class="headline">{headline.headline}</p>
            {headline.measure !== null && (
              <p>
                Fully right: {headline.measure} <span class="quiet">{headline.range}</span>
              </p>
            )}
            <p class="quiet">
              {isOther ? 'From the last report, with the gold of the run.' : 'From the last report.'}
            </p>
          </div>
        </section>
      )}
      <p role="status">
        goldset scores the {formatNumber(items)} documents. The page then shows all sections.
      </p>
    </>
  );
}
