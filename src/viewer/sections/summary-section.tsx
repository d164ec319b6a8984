import { useLayoutEffect, useRef } from 'preact/hooks';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { drawCrops } from '../documents/page-crop.ts';
import { DataTable } from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { defineView, useBlock } from '../state/blocks.ts';
import { copySummary } from '../state/static-summary.ts';

export const view = defineView('summary', SummaryView);

/**
 * The first page of the report. Uses the elements that the file already contains as HTML, and adds pictures of the
 * documents.
 */
export function SummaryView({ head }: { head: HeadBlock }) {
  const place = useRef<HTMLDivElement>(null);
  const places = useBlock('places');
  useLayoutEffect(() => {
    const copy = copySummary();
    if (copy !== null) place.current?.replaceChildren(copy);
  }, []);
  useLayoutEffect(() => {
    if (places === undefined || place.current === null) return;
    const images = new Map(places.positions.map((position, i) => [position, places.images[i] ?? 0]));
    drawCrops(place.current, (position) => images.get(position) ?? 0);
  }, [places]);
  return (
    <>
      <div ref={place} />
      <NotComparable head={head} />
    </>
  );
}

/** Items, fields and classes that are not compared, and the reasons. */
function NotComparable({ head: { kind, notComparable, restrictions } }: { head: HeadBlock }) {
  if (notComparable.length + restrictions.length === 0) return null;
  const partName = kind === 'EXTRACT' ? 'Field' : 'Class';
  return (
    <section class="not-comparable">
      <h2>Not compared</h2>
      {restrictions.map((line) => (
        <p key={line}>Compared: {line}</p>
      ))}
      {notComparable.length > 0 && (
        <DataTable
          label="Not comparable"
          look="compact"
          rows={notComparable}
          columns={[
            { heading: partName, cell: ({ field }) => <PathText path={field} /> },
            { heading: 'Change', cell: ({ change, to }) => (to === null ? change : `${change} to ${to}`) },
            { heading: 'Reason', cell: ({ reason }) => reason },
          ]}
        />
      )}
    </section>
  );
}
