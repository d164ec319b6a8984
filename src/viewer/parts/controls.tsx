import type { ComponentChildren } from 'preact';

/** Content with statistical terms, which is hidden until the reader opens it. */
export function ForAnalysts({ children }: { children: ComponentChildren }) {
  return (
    <details class="for-analysts">
      <summary>Figures for analysts</summary>
      {children}
    </details>
  );
}
/** A list with a label, from which the reader selects one option. The first option is `all`, with an empty value. */
export function Select(props: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <label>
      {props.label}{' '}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        <option value="">all</option>
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
