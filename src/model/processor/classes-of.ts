import type { Classification, ProcessorConfig } from './processor-config.ts';

/**
 * Returns the classes of a CLASSIFY config or the types of a SPLITTER config. Returns an empty list for an EXTRACT
 * config, and if there is no config.
 */
export function classesOf(config: ProcessorConfig | undefined): readonly Classification[] {
  if (config?.type === 'CLASSIFY') return config.classifications;
  return config?.type === 'SPLITTER' ? config.splitClassifications : [];
}
