import type { HeadBlock } from './blocks/report-blocks.ts';
import { ChangedSection } from './sections/changed-section.tsx';
import { FieldTable } from './sections/fields-section.tsx';
import { decodedBlock } from './state/blocks.ts';

/** What goes on paper: the first screen, then the fields. */
export function PrintView({ head }: { head: HeadBlock }) {
  const block = decodedBlock('fields');
  const fields = block?.fields ?? [];
  return (
    <>
      <ChangedSection head={head} />
      {block && fields.length > 0 && (
        <section class="paper-fields">
          <h2>Fields</h2>
          <FieldTable
            rows={fields}
            all={fields}
            comparing={head.versions.length > 1}
            sort=""
            open=""
            onChange={() => {}}
          />
        </section>
      )}
    </>
  );
}
