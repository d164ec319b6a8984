/** Scores of other tools, computed from their published definitions. goldset does not base verdicts on these scores. */

import './base/node/supported-version.ts';

export { anlsStar } from './compat/anls-star.ts';
export { cellContent } from './compat/cell-content.ts';
export { cellValues } from './compat/cell-values.ts';
export { jsonDiffSimilarity } from './compat/json-diff-similarity.ts';
export { KievalTable, kieval } from './compat/kieval.ts';
export { service2025 } from './compat/service-2025.ts';
export {
  service2026Classes,
  service2026Fields,
  service2026Latency,
  service2026Splits,
} from './compat/service-2026.ts';
export { treeEditAccuracy } from './compat/tree-edit-accuracy.ts';
export { weightedSimilarity } from './compat/weighted-similarity.ts';
