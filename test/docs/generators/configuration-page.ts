import { z } from 'zod';
import { configSchema } from '../../../src/usecases/settings/config.ts';

interface Node {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly additionalProperties?: Node | boolean;
}

export interface ConfigurationKey {
  /** `gate.limits[].metric` */
  readonly key: string;
  readonly type: string;
  readonly required: boolean;
  readonly text: string;
}

/** Every key that a configuration may have, in the schema's order; a test sees to it that none is without words. */
export function configurationKeys(): ConfigurationKey[] {
  const schema = z.toJSONSchema(configSchema, { unrepresentable: 'any', io: 'input' }) as Node;
  return keysOf(schema, '');
}

function keysOf(node: Node, prefix: string): ConfigurationKey[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const key = `${prefix}${name}`;
    const own = {
      key,
      type: typeOf(child),
      required: node.required?.includes(name) ?? false,
      text: child.description ?? '',
    };
    const inside = child.items === undefined ? keysOf(child, `${key}.`) : keysOf(child.items, `${key}[].`);
    return [own, ...inside];
  });
}

function typeOf(node: Node): string {
  if (node.enum !== undefined) return node.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (node.anyOf !== undefined) return [...new Set(node.anyOf.map(typeOf))].join(' or ');
  if (node.items !== undefined) return `list of ${typeOf(node.items)}`;
  if (node.type === undefined) return 'function';
  return [node.type].flat().join(' or ');
}

/** docs/configuration.md, from the schema. */
export function configurationPage(): string {
  const rows = configurationKeys().map(
    ({ key, type, required, text }) =>
      `| \`${key}\`${required ? ' (needed)' : ''} | ${cell(type)} | ${cell(text)} |`,
  );
  return `# Configuration

\`npm run docs\` writes this page from \`src/usecases/settings/config.ts\`.

Store the settings of a team in \`goldset.config.ts\`, \`.js\`, \`.mjs\`, \`.json\` or \`.yaml\`. A command reads the file in its
working folder, or the file that \`--config\` names. Two such files in one folder are an error.

Flags override environment variables, which override the file. The file overrides the defaults. The record stores each
value with its source. A command stops if the file cannot be loaded or has an unknown key. Do not store tokens in the
file: set \`GOLDSET_API_TOKEN\`.

The options that change figures (\`comparators\`, \`exclude\`, \`alignment\`, \`presence\`, \`failures\` and \`statistics\`) belong
to the record of a run. Commands on a record use its options, even if the file has changed since the run. A flag overrides
a single option, and \`--use-config\` applies the file instead of the record. Results that differ from the record's options
state each difference ([decision 0067](decisions/0067-options-of-a-run.md)).

\`\`\`ts
import { defineConfig } from 'goldset';

export const config = defineConfig({
  comparators: [{ field: 'company', comparator: 'fuzzy', options: { threshold: 0.85 } }],
  statistics: { margin: 0.02 },
  gate: { limits: [{ metric: 'f1', min: 0.9 }], newErrors: [{ max: 0, where: { tag: 'critical' } }] },
});
\`\`\`

| key | type | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
