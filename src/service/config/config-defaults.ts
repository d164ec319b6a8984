import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { ConfigBody } from '../../model/wire/processor.ts';

const performanceBase: Readonly<Record<ProcessorKind, string>> = {
  EXTRACT: 'extraction_performance',
  CLASSIFY: 'classification_performance',
  SPLITTER: 'splitter_performance',
};

const latestBaseVersion = '1.0.0';

/** Config of a new processor without a config. It is complete, so that it can run. */
const startingConfig: Readonly<Record<ProcessorKind, ConfigBody>> = {
  EXTRACT: { schema: { type: 'object', properties: {}, required: [] } },
  CLASSIFY: {
    classifications: [{ id: 'other', type: 'other', description: 'Any other kind of document.' }],
  },
  SPLITTER: {
    splitClassifications: [{ id: 'other', type: 'other', description: 'Any other kind of document.' }],
  },
};

/** Adds the type and the base processor. For a new processor, it also adds the required members. */
export function withDefaults(kind: ProcessorKind, config: ConfigBody, creating: boolean): ConfigBody {
  const filled: ConfigBody = { type: kind, ...config };
  if (filled.baseProcessor === undefined && filled.baseVersion === undefined)
    filled.baseProcessor = performanceBase[kind];
  if (filled.baseProcessor !== undefined && filled.baseVersion === undefined)
    filled.baseVersion = latestBaseVersion;
  if (!creating || (kind === 'EXTRACT' && config.fields !== undefined)) return filled;
  return { ...startingConfig[kind], ...filled };
}
