import { checkExtractionSchema } from '../../model/processor/json-schema-rules.ts';
import {
  type FieldDefinition,
  type ProcessorConfig,
  type ProcessorKind,
  processorConfigSchema,
} from '../../model/processor/processor-config.ts';
import { type ApiVersion, currentApiVersion } from '../../model/wire/api-version.ts';
import { parseConfigSchema } from '../../model/wire/parser-run.ts';
import type { ConfigBody } from '../../model/wire/processor.ts';
import { HttpError, invalid } from '../errors/http-error.ts';
import { formatIssues } from '../errors/validate.ts';
import { pathInVersion, readConfig, usesLegacyShape } from './config-generation.ts';

export interface CheckOptions {
  /** API version that defines the shape of `body`. Default: the current version. */
  readonly version?: ApiVersion;
  /** Defaults for absent members of `body`, in the format of the current API version. */
  readonly over?: ConfigBody;
}

/**
 * Returns the config with defaults, in the format of the current API version. Throws a 400 error with the violations
 * that the first failing check finds.
 */
export function checkConfig(
  kind: ProcessorKind,
  body: ConfigBody,
  { version = currentApiVersion, over = {} }: CheckOptions = {},
): ProcessorConfig {
  // The specification requires `type` only in the current shape of configs.
  if (body.type === undefined && !usesLegacyShape(version))
    throw invalid('config.type', `required: expected "${kind}", the type of the processor`);
  if (body.type !== undefined && body.type !== kind)
    throw invalid('config.type', `expected "${kind}", the type of the processor, found "${body.type}"`);
  const current = { ...over, ...readConfig(version, kind, body) };
  const result = processorConfigSchema.safeParse(withDefaults(kind, current));
  if (!result.success) {
    const issues = result.error.issues.map((issue) => ({
      ...issue,
      path: [...pathInVersion(version, kind, issue.path)],
    }));
    throw new HttpError(400, `Validation Error: ${formatIssues(issues, ['config'])}`);
  }
  const config = result.data;
  const parser = parseConfigSchema.optional().safeParse(config.parser);
  if (!parser.success)
    throw new HttpError(400, `Validation Error: ${formatIssues(parser.error.issues, ['config', 'parser'])}`);
  const problems = [...schemaProblems(config), ...duplicateIds(config, version)];
  if (problems.length > 0) throw new HttpError(400, `Validation Error: ${problems.join('; ')}`);
  return config;
}

function schemaProblems(config: ProcessorConfig): string[] {
  if (config.type !== 'EXTRACT' || config.schema === undefined) return [];
  return checkExtractionSchema(config.schema).map(
    ({ path, message, rule }) =>
      `${message} (schema rule ${rule}) param: config.schema${path === '' ? '' : `.${path}`}`,
  );
}

function duplicateIds(config: ProcessorConfig, version: ApiVersion): string[] {
  const [name, entries] =
    config.type === 'EXTRACT'
      ? (['fields', config.fields ?? []] as const)
      : config.type === 'CLASSIFY'
        ? (['classifications', config.classifications] as const)
        : (['splitClassifications', config.splitClassifications] as const);
  const [shownName] = pathInVersion(version, config.type, [name]);
  return duplicatesIn(entries, `config.${String(shownName)}`);
}

/**
 * Returns one message for each id that occurs twice in one list of fields or classes. The nested fields of an array or
 * object are a separate list.
 */
function duplicatesIn(
  entries: readonly { readonly id: string; readonly schema?: readonly FieldDefinition[] }[],
  path: string,
): string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id, schema = [] }, index) => {
    const own = seen.has(id) ? [`id "${id}" is used twice param: ${path}[${index}].id`] : [];
    seen.add(id);
    return [...own, ...duplicatesIn(schema, `${path}[${index}].schema`)];
  });
}

const performanceBase: Readonly<Record<ProcessorKind, string>> = {
  EXTRACT: 'extraction_performance',
  CLASSIFY: 'classification_performance',
  SPLITTER: 'splitter_performance',
};

const latestBaseVersion = '1.0.0';

/** Config of a processor that is created without a config. The config is complete, so that the processor can run. */
export function startingConfig(kind: ProcessorKind): ConfigBody {
  const other = [{ id: 'other', type: 'other', description: 'Any other kind of document.' }];
  switch (kind) {
    case 'EXTRACT':
      return { type: kind, schema: { type: 'object', properties: {}, required: [] } };
    case 'CLASSIFY':
      return { type: kind, classifications: other };
    case 'SPLITTER':
      return { type: kind, splitClassifications: other };
  }
}

/** Adds the type, the base processor and its version if the config lacks them. */
function withDefaults(kind: ProcessorKind, config: ConfigBody): ConfigBody {
  const filled: ConfigBody = { type: kind, ...config };
  if (filled.baseProcessor === undefined && filled.baseVersion === undefined)
    filled.baseProcessor = performanceBase[kind];
  if (filled.baseProcessor !== undefined && filled.baseVersion === undefined)
    filled.baseVersion = latestBaseVersion;
  return filled;
}
