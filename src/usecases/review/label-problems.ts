import type { Label } from '../../loaders/review/item-gold.ts';
import type { ReviewEdit } from '../../model/review/review-log.ts';

/** Thrown if a label has changed after the reviewer saw it. */
export class LabelConflict extends Error {
  readonly current: Label;

  constructor({ item, path: at }: Pick<ReviewEdit, 'item' | 'path'>, current: Label) {
    super(`The label of ${at} in ${item} has changed since this page showed it.`);
    this.current = current;
  }
}

/** Thrown if a value is not allowed as a label. */
export class LabelRejected extends Error {}
