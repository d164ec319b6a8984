import type { ComponentChildren } from 'preact';

/** A column heading that sorts when it is pressed. */
export function SortHeading(props: {
  name: string;
  sort: string;
  onSort: (sort: string) => void;
  numeric?: boolean;
  children: ComponentChildren;
}) {
  const { name, sort } = props;
  const descending = sort === `-${name}`;
  const direction = sort === name ? 'ascending' : descending ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction} class={props.numeric ? 'number' : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => props.onSort(descending ? '' : sort === name ? `-${name}` : name)}
      >
        {props.children}
        <span aria-hidden="true" class="sort-sign">
          {direction === 'ascending' ? '↑' : descending ? '↓' : ''}
        </span>
      </button>
    </th>
  );
}

/** A table that scrolls sideways on narrow screens, also by keyboard. */
export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="scroller" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

export function Waiting() {
  return <p class="quiet">Reading…</p>;
}

export function SectionHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <header class="section-heading">
      <h1>{title}</h1>
      {children && <p class="quiet">{children}</p>}
    </header>
  );
}
