import { isJsonObject } from '../../model/json/json-value.ts';
import {
  classifyConfigSchema,
  extractConfigSchema,
  type ProcessorKind,
  splitterConfigSchema,
} from '../../model/processor/processor-config.ts';
import type { ApiVersion } from '../../model/wire/api-version.ts';
import type { ConfigBody } from '../../model/wire/processor.ts';

/** The version from which the present shape of configs and splitter outputs holds. */
const presentShapeSince = '2025-04-21';

/**
 * Whether a version speaks the shape before 2025-04-21. Shapes before 2024-11-14 are not published: they are taken to
 * be the same.
 */
export function usesLegacyShape(version: ApiVersion): boolean {
  return version < presentShapeSince;
}

/** Old name to the place it has now; `advancedOptions.x` stands one level deeper. */
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

const presentKeys: Readonly<Record<ProcessorKind, ReadonlySet<string>>> = {
  EXTRACT: new Set(Object.keys(extractConfigSchema.shape)),
  CLASSIFY: new Set(Object.keys(classifyConfigSchema.shape)),
  SPLITTER: new Set(Object.keys(splitterConfigSchema.shape)),
};

const advanced = 'advancedOptions';

/**
 * A config as a request of that version writes it, in the present shape. An old name wins over a present one beside it;
 * null counts as not given; what has no counterpart (`customReminders`) is kept under `legacy`.
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
    } else if (presentKeys[kind].has(key)) config[key] = value;
    else legacy[key] = value;
  }
  for (const [place, value] of renamed) put(config, place, value);
  if (Object.keys(legacy).length > 0) config.legacy = legacy;
  return config;
}

/** A config of the present shape as an answer of that version writes it. */
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
  // Options that have no old name keep their place, so that nothing is lost on the way back.
  if (Object.keys(left).length > 0) written[advanced] = left;
  return isJsonObject(legacy) ? { ...legacy, ...written } : written;
}

/** Where the member of a problem's path stands in that version, so that a refusal names what the caller wrote. */
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

/** A splitter's output as an answer of that version writes it; other outputs are the same in every version. */
export function writeOutput(version: ApiVersion, output: unknown): unknown {
  if (!usesLegacyShape(version) || !isJsonObject(output) || !Array.isArray(output.splits)) return output;
  const { splits, ...rest } = output;
  return { ...rest, subDocumentClassifications: splits };
}

/** An output or expectation as a request of any version writes it: the old name of `splits` is always understood. */
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
  // Anything but an object is left for the check to refuse.
  if (options !== undefined && !isJsonObject(options)) return;
  config[first] = { ...options, [second]: value };
}
