import { isJsonObject } from '../../model/json/json-value.ts';
import { type ProcessorKind, processorKindSchema } from '../../model/processor/processor-config.ts';
import { type ApiVersion, currentApiVersion } from '../../model/wire/api-version.ts';
import { writeConfig, writeOutput } from '../config/config-generation.ts';

type Resource = Readonly<Record<string, unknown>>;

/** The first version in which Excel files have their own type and contents. */
const excelTypeSince = '2024-12-23';
/** The first version without snake-case keys in workflow runs. */
const camelCaseOnlySince = '2024-07-30';

/**
 * Returns a response or webhook payload in the format of a version. Changes objects with the member `object`. For
 * versions before 2024-07-30, also adds snake-case keys to workflow runs.
 */
export function shapeForVersion(response: unknown, version: ApiVersion): unknown {
  if (version === currentApiVersion || !isJsonObject(response)) return response;
  if (typeof response.object === 'string') return shapeResource(response, version);
  const shaped: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(response)) {
    shaped[key] = shapeMember(value, version);
    if (version < camelCaseOnlySince && (key === 'workflowRun' || key === 'workflowRuns'))
      shaped[snakeCase(key)] = shaped[key] = withSnakeCase(shaped[key]);
  }
  return shaped;
}

function shapeMember(value: unknown, version: ApiVersion): unknown {
  if (Array.isArray(value)) return value.map((entry) => shapeMember(entry, version));
  return isJsonObject(value) && typeof value.object === 'string' ? shapeResource(value, version) : value;
}

function shapeResource(resource: Resource, version: ApiVersion): Resource {
  const member = (key: string): Record<string, unknown> =>
    resource[key] === undefined ? {} : { [key]: shapeMember(resource[key], version) };
  switch (resource.object) {
    case 'document_processor':
      return { ...resource, ...member('draftVersion') };
    case 'document_processor_version':
      return { ...resource, ...shapedConfig(resource, resource.processorType, version) };
    case 'document_processor_run':
      return {
        ...resource,
        ...shapedConfig(resource, resource.type, version),
        ...shapedOutputs(resource, ['output', 'initialOutput', 'reviewedOutput'], version),
        ...member('files'),
      };
    case 'workflow_run':
      return { ...resource, ...member('outputs'), ...member('files') };
    case 'evaluation_set_item':
      return { ...resource, ...shapedOutputs(resource, ['expectedOutput'], version) };
    case 'file':
      return shapedFile(resource, version);
    default:
      return resource;
  }
}

function shapedConfig(resource: Resource, kind: unknown, version: ApiVersion): Record<string, unknown> {
  if (!isJsonObject(resource.config) || !processorKindSchema.safeParse(kind).success) return {};
  return { config: writeConfig(version, kind as ProcessorKind, resource.config) };
}

function shapedOutputs(
  resource: Resource,
  keys: readonly string[],
  version: ApiVersion,
): Record<string, unknown> {
  return Object.fromEntries(
    keys.filter((key) => key in resource).map((key) => [key, writeOutput(version, resource[key])]),
  );
}

/** Before 2024-12-23, an Excel file had the type CSV, and its contents were one text. */
function shapedFile(file: Resource, version: ApiVersion): Resource {
  if (version >= excelTypeSince || file.type !== 'EXCEL') return file;
  const { contents } = file;
  if (!isJsonObject(contents) || !Array.isArray(contents.sheets)) return { ...file, type: 'CSV' };
  const { sheets, ...rest } = contents;
  const rawText = contents.sheets
    .map((sheet) => (isJsonObject(sheet) && typeof sheet.rawText === 'string' ? sheet.rawText : ''))
    .join('\n\n');
  return { ...file, type: 'CSV', contents: { rawText, ...rest } };
}

/**
 * Returns an object, or each object of a list, with its keys in camel case and also in snake case. Does not change
 * nested objects. The specification does not show which form of keys the first version used.
 */
function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (!isJsonObject(value)) return value;
  const both: Record<string, unknown> = { ...value };
  for (const [key, member] of Object.entries(value)) both[snakeCase(key)] = member;
  return both;
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
