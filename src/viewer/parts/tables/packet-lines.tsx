import type { StripSegment } from '../../../model/report/report-model.ts';
import type { PacketsBlock } from '../../blocks/report-blocks.ts';
import { useBlock } from '../../state/blocks.ts';
import { PacketStrip, type TypeMark, typeLetters } from '../packet-strip.tsx';

type Letters = ReadonlyMap<string, TypeMark>;

/** A packet as strips of pages: the expectation, and each version under it. */
export function PacketLines(props: {
  strip: PacketsBlock['strips'][number];
  names: readonly string[];
  letters: Letters;
}) {
  const { strip, names, letters } = props;
  return (
    <dl>
      <StripLine
        label="expected"
        segments={strip.expected}
        pages={strip.pages}
        letters={letters}
        missWord="missed"
      />
      {strip.predicted.map((segments, number) => (
        <StripLine
          key={number}
          label={names[number] ?? ''}
          segments={segments}
          pages={strip.pages}
          letters={letters}
          missWord="spurious"
        />
      ))}
    </dl>
  );
}

/** The strips of one packet, where a document view has room for them. */
export function PacketOf({ itemId, names }: { itemId: string; names: readonly string[] }) {
  const block = useBlock('packets');
  const strip = block?.strips.find((entry) => entry.itemId === itemId);
  if (!block || !strip) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="packet scroller" tabIndex={0} aria-label="Pages of the packet">
      <PacketLines strip={strip} names={names} letters={typeLetters(packetTypes(block))} />
    </section>
  );
}

export function packetTypes(block: PacketsBlock): string[] {
  const segments = block.strips.flatMap((strip) => [
    ...strip.expected,
    ...strip.predicted.flatMap((parts) => parts ?? []),
  ]);
  return [...new Set(segments.map((segment) => segment.type))].sort();
}

function StripLine(props: {
  label: string;
  segments: readonly StripSegment[] | null;
  pages: number;
  letters: Letters;
  missWord: string;
}) {
  return (
    <div class="strip-line">
      <dt>{props.label}</dt>
      <dd>
        {props.segments === null ? (
          <span class="worse">✗ no output</span>
        ) : (
          <PacketStrip
            segments={props.segments}
            pages={props.pages}
            letters={props.letters}
            missWord={props.missWord}
          />
        )}
      </dd>
    </div>
  );
}
