import { isJsonObject } from '../../model/json/json-value.ts';
import {
  classifyConfigSchema,
  extractConfigSchema,
  type ProcessorKind,
  splitterConfigSchema,
} from '../../model/processor/processor-config.ts';
import type { ApiVersion } from '../../model/wire/api-version.ts';
import type { ConfigBody } from '../../model/wire/processor.ts';

/** First version with the current shape of configs and splitter outputs. */
const currentShapeSince = '2025-04-21';

/**
 * Returns whether a version uses the old names of config members. The names before 2024-11-14 are not published, so
 * versions before 2024-11-14 use the names of 2024-11-14.
 */
export function usesLegacyShape(version: ApiVersion): boolean {
  return version < currentShapeSince;
}

const renames: Readonly<Record<ProcessorKind, Readonly<Record<string, string>>>> = {
  EXTRACT: {
    customExtractionRules: 'extractionRules',
    includeBoundingBoxCitations: 'advancedOptions.citationsEnabled',
    includeModelReasoning: 'advancedOptions.modelReasoningInsightsEnabled',
    customDocumentKind: 'advancedOptions.documentKind',
    customDefinitions: 'advancedOptions.keyDefinitions',
  },
  CLASSIFY: { customClassificationRules: 'classificationRules' },
  SPLITTER: {
    subDocumentClassifications: 'splitClassifications',
    customSplitterRules: 'splitRules',
    identifierRules: 'advancedOptions.splitIdentifierRules',
  },
};

const currentKeys: Readonly<Record<ProcessorKind, ReadonlySet<string>>> = {
  EXTRACT: new Set(Object.keys(extractConfigSchema.shape)),
  CLASSIFY: new Set(Object.keys(classifyConfigSchema.shape)),
  SPLITTER: new Set(Object.keys(splitterConfigSchema.shape)),
};

const advanced = 'advancedOptions';

/**
 * Converts a config of a request to the current shape. If a config has a member under its old and its new
 * name, the value of the old name counts. `null` counts as absent. Keeps members that the current shape does
 * not have, such as `customReminders`, under `legacy`.
 */
export function readConfig(version: ApiVersion, kind: ProcessorKind, body: ConfigBody): ConfigBody {
  if (!usesLegacyShape(version)) return body;
  const config: ConfigBody = {};
  const legacy: Record<string, unknown> = {};
  const renamed: [string, unknown][] = [];
  for (const [key, value] of Object.entries(body)) {
    const place = Object.hasOwn(renames[kind], key) ? renames[kind][key] : undefined;
    if (place !== undefined) {
      if (value !== null) renamed.push([place, value]);
    } else if (currentKeys[kind].has(key)) config[key] = value;
    else legacy[key] = value;
  }
  for (const [place, value] of renamed) put(config, place, value);
  if (Object.keys(legacy).length > 0) config.legacy = legacy;
  return config;
}

export function writeConfig(
  version: ApiVersion,
  kind: ProcessorKind,
  config: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (!usesLegacyShape(version)) return { ...config };
  const { [advanced]: options, legacy, ...rest } = config;
  const left: Record<string, unknown> = isJsonObject(options) ? { ...options } : {};
  const written: Record<string, unknown> = { ...rest };
  for (const [old, place] of Object.entries(renames[kind])) {
    const [source, key] = place.startsWith(`${advanced}.`)
      ? [left, place.slice(advanced.length + 1)]
      : [written, place];
    if (!Object.hasOwn(source, key)) continue;
    const value = source[key];
    delete source[key];
    written[old] = value;
  }
  // Options without an old name keep their path, so that no option is lost.
  if (Object.keys(left).length > 0) written[advanced] = left;
  return isJsonObject(legacy) ? { ...legacy, ...written } : written;
}

/** Converts the path of an invalid config member to the member names of an API version. */
export function pathInVersion(
  version: ApiVersion,
  kind: ProcessorKind,
  path: readonly PropertyKey[],
): readonly PropertyKey[] {
  if (!usesLegacyShape(version)) return path;
  for (const [old, place] of Object.entries(renames[kind])) {
    const parts = place.split('.');
    if (parts.every((part, index) => path[index] === part)) return [old, ...path.slice(parts.length)];
  }
  return path;
}

/** Converts a splitter output to the shape of an API version. Other outputs are the same in every version. */
export function writeOutput(version: ApiVersion, output: unknown): unknown {
  if (!usesLegacyShape(version) || !isJsonObject(output) || !Array.isArray(output.splits)) return output;
  const { splits, ...rest } = output;
  return { ...rest, subDocumentClassifications: splits };
}

/** Renames the old member `subDocumentClassifications` to `splits`. Every API version accepts both names. */
export function readOutput<Output>(output: Output): Output | Record<string, unknown> {
  if (!isJsonObject(output) || !Array.isArray(output.subDocumentClassifications) || 'splits' in output)
    return output;
  const { subDocumentClassifications, ...rest } = output as Record<string, unknown>;
  return { ...rest, splits: subDocumentClassifications };
}

function put(config: ConfigBody, place: string, value: unknown): void {
  const [first = '', second] = place.split('.');
  if (second === undefined) {
    config[first] = value;
    return;
  }
  const options = config[first];
  // Keeps options that are not an object, because the validation reports them later.
  if (options !== undefined && !isJsonObject(options)) return;
  config[first] = { ...options, [second]: value };
}
