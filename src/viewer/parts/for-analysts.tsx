import type { ComponentChildren } from 'preact';

/** Folded figures in the terms of statistics, within a section for everyone. */
export function ForAnalysts({ children }: { children: ComponentChildren }) {
  return (
    <details class="for-analysts">
      <summary>Figures for analysts</summary>
      {children}
    </details>
  );
}
