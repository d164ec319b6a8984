import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { ConfigBody } from '../../model/wire/processor.ts';

const performanceBase: Readonly<Record<ProcessorKind, string>> = {
  EXTRACT: 'extraction_performance',
  CLASSIFY: 'classification_performance',
  SPLITTER: 'splitter_performance',
};

/** The newest version of every local base. */
export const latestBaseVersion = '1.0.0';

/** What a processor starts with where its creator says nothing: complete, so that it can be run and edited. */
const startingConfig: Readonly<Record<ProcessorKind, ConfigBody>> = {
  EXTRACT: { schema: { type: 'object', properties: {}, required: [] } },
  CLASSIFY: {
    classifications: [{ id: 'other', type: 'other', description: 'Any other kind of document.' }],
  },
  SPLITTER: {
    splitClassifications: [{ id: 'other', type: 'other', description: 'Any other kind of document.' }],
  },
};

/** Fills in the type and the base; and, where a processor is created, the members that it cannot be without. */
export function withDefaults(kind: ProcessorKind, config: ConfigBody, creating: boolean): ConfigBody {
  const filled: ConfigBody = { type: kind, ...config };
  if (filled.baseProcessor === undefined && filled.baseVersion === undefined)
    filled.baseProcessor = performanceBase[kind];
  if (filled.baseProcessor !== undefined && filled.baseVersion === undefined)
    filled.baseVersion = latestBaseVersion;
  if (!creating || (kind === 'EXTRACT' && config.fields !== undefined)) return filled;
  return { ...startingConfig[kind], ...filled };
}
