import { useState } from 'preact/hooks';
import { isInside } from './use-review.ts';

/** Blind mode: until the reviewer decides, the view of a document hides what the versions read. */
export interface BlindMode {
  readonly isOn: boolean;
  toggle(): void;
  /** Returns whether the page hides what the versions read at a path. */
  isHidden(item: string, path: string): boolean;
  /**
   * Called after the reviewer has decided on the value at a path. Shows what the versions read at this path and inside
   * it.
   */
  reveal(item: string, path: string): void;
}

interface Revealed {
  readonly item: string;
  readonly path: string;
}

/** Keeps whether the blind mode is on, and which values the reviewer has decided in this mode. */
export function useBlind(): BlindMode {
  const [isOn, setOn] = useState(false);
  const [revealed, setRevealed] = useState<readonly Revealed[]>([]);
  return {
    isOn,
    toggle: () => setOn(!isOn),
    isHidden: (item, path) => isOn && !revealed.some((one) => one.item === item && isInside(path, one.path)),
    reveal: (item, path) => setRevealed((known) => [...known, { item, path }]),
  };
}
