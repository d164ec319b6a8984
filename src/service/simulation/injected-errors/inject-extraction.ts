import type { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ExtractConfig } from '../../../model/processor/processor-config.ts';
import type { InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import { configFields } from '../../config/config-fields.ts';
import { InjectionWalk } from './inject-walk.ts';
import type { InjectedOutput } from './shifted-confidence.ts';

/** Drops, alters and adds values at the rates of their fields, then adjusts the confidences. */
export function injectExtraction(
  settings: InjectionSettings,
  config: ExtractConfig,
  output: unknown,
  random: Random,
): InjectedOutput {
  if (!isJsonObject(output)) return { output, errors: [] };
  const walk = new InjectionWalk(settings, String(random.nextUint32()));
  return config.schema === undefined
    ? injectIntoFieldsArray(config, output, walk)
    : injectIntoSchemaOutput(config, output, walk);
}

type Members = Readonly<Record<string, unknown>>;

function injectIntoSchemaOutput(config: ExtractConfig, output: Members, walk: InjectionWalk): InjectedOutput {
  const value = walk.object(configFields(config), output.value, { path: '', was: '' });
  const metadata: Record<string, unknown> = {};
  const old = isJsonObject(output.metadata) ? output.metadata : {};
  const sample = Object.values(old).find(isJsonObject) ?? {};
  for (const [path, was] of walk.places) {
    // An added value has a confidence of 0.5.
    const entries: [string, unknown][] =
      was === null
        ? [[path, halfConfidences(sample)]]
        : Object.entries(old).flatMap(([key, entry]): [string, unknown][] =>
            key === was || key.startsWith(`${was}.`) ? [[path + key.slice(was.length), entry]] : [],
          );
    for (const [key, entry] of entries) metadata[key] = withConfidence(walk, key, entry);
  }
  return { output: { ...output, value, metadata }, errors: walk.errors };
}

const confidenceMembers = ['ocrConfidence', 'logprobsConfidence'] as const;

function halfConfidences(sample: Members): Record<string, number> {
  return Object.fromEntries(
    confidenceMembers.flatMap((name) => (typeof sample[name] === 'number' ? [[name, 0.5]] : [])),
  );
}

function withConfidence(walk: InjectionWalk, path: string, entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const changed: Record<string, unknown> = { ...entry };
  for (const name of confidenceMembers) {
    const before = entry[name];
    if (typeof before !== 'number') continue;
    changed[name] = walk.confidence(path, before, `${path} ${name}`);
  }
  return changed;
}

function injectIntoFieldsArray(config: ExtractConfig, output: Members, walk: InjectionWalk): InjectedOutput {
  const result: Record<string, unknown> = { ...output };
  for (const field of configFields(config)) {
    const entry = output[field.name];
    if (!isJsonObject(entry)) continue;
    const before = entry.value ?? null;
    const value = walk.value(field, before, { path: field.name, was: field.name });
    result[field.name] = { ...entry, value, confidence: walk.confidence(field.name, entry.confidence) };
  }
  return { output: result, errors: walk.errors };
}
