import type { HeadBlock } from './blocks/report-blocks.ts';
import { ChangedView } from './sections/changed-section.tsx';
import { FieldTable } from './sections/fields-section.tsx';
import { decodedBlock } from './state/blocks.ts';

/** The printed page: the first screen, then the fields. */
export function PrintView({ head }: { head: HeadBlock }) {
  const fields = decodedBlock('fields') ?? [];
  return (
    <>
      <ChangedView head={head} />
      {fields.length > 0 && (
        <section class="paper-fields">
          <h2>Fields</h2>
          <FieldTable rows={fields} all={fields} comparing={head.versions.length > 1} onChange={() => {}} />
        </section>
      )}
    </>
  );
}
