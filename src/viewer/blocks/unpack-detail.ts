import type { LeafOutcome } from '../../model/score/item-score.ts';
import { unpackLeaf } from './pack-leaf.ts';
import type { DetailItem, DetailVersion } from './report-blocks.ts';

export interface Detail extends Omit<DetailItem, 'versions'> {
  readonly versions: readonly (Omit<DetailVersion, 'leaves'> & { readonly leaves: readonly LeafOutcome[] })[];
}

/** Unpacks the values of a document. `fields` are the field names to which the numbers in packed leaves refer. */
export function unpackDetail(packed: DetailItem, fields: readonly string[]): Detail {
  const versions = packed.versions.map((version) => ({
    ...version,
    leaves: version.leaves.map((leaf) => unpackLeaf(leaf, fields)),
  }));
  return { ...packed, versions };
}
