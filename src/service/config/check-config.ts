import { checkExtractionSchema } from '../../model/json-schema-rules.ts';
import {
  type ProcessorConfig,
  type ProcessorKind,
  processorConfigSchema,
} from '../../model/processor-config.ts';
import type { ConfigBody } from '../../model/wire/config-body.ts';
import { HttpError, invalid } from '../http-error.ts';
import { issuesText } from '../validate.ts';
import { withDefaults } from './config-defaults.ts';

/** A config in full and checked, or 400 with every violation. */
export function checkConfig(
  kind: ProcessorKind,
  body: ConfigBody,
  options: { creating?: boolean } = {},
): ProcessorConfig {
  if (body.type !== undefined && body.type !== kind)
    throw invalid('config.type', `expected "${kind}", the type of the processor, found "${body.type}"`);
  const result = processorConfigSchema.safeParse(withDefaults(kind, body, options.creating ?? false));
  if (!result.success)
    throw new HttpError(400, `Validation Error: ${issuesText(result.error.issues, ['config'])}`);
  const config = result.data;
  const problems = [...schemaProblems(config), ...duplicateIds(config)];
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

function duplicateIds(config: ProcessorConfig): string[] {
  const [name, entries] =
    config.type === 'EXTRACT'
      ? (['fields', config.fields ?? []] as const)
      : config.type === 'CLASSIFY'
        ? (['classifications', config.classifications] as const)
        : (['splitClassifications', config.splitClassifications] as const);
  const seen = new Set<string>();
  const problems: string[] = [];
  entries.forEach(({ id }, index) => {
    if (seen.has(id)) problems.push(`id "${id}" is used twice param: config.${name}[${index}].id`);
    seen.add(id);
  });
  return problems;
}
