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
  /** Path of the key, such as `gate.limits[].metric`. */
  readonly key: string;
  readonly type: string;
  readonly required: boolean;
  readonly text: string;
}

/** Returns all keys of a configuration, in the order of the schema. A test checks that each key has a description. */
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
  if (node.items !== undefined) return `list of ${typeOf(node.items).replace(/^[a-z]+$/, '$&s')}`;
  if (node.type === undefined) return 'function';
  return [node.type].flat().join(' or ');
}

/** Returns docs/configuration.md, which is generated from the schema. */
export function configurationPage(): string {
  const rows = configurationKeys().map(
    ({ key, type, required, text }) =>
      `| \`${key}\`${required ? ' (required)' : ''} | ${cell(type)} | ${cell(text)} |`,
  );
  return `# Configuration

The file \`goldset.config.ts\` contains the settings of a project:

\`\`\`ts
import { defineConfig } from 'goldset';

export const config = defineConfig({
  comparators: [{ field: 'company', comparator: 'fuzzy', options: { threshold: 0.85 } }],
  statistics: { margin: 0.02 },
  gate: { limits: [{ metric: 'f1', min: 0.9 }], newErrors: [{ max: 0, where: { quality: 'scan' } }] },
});
\`\`\`

The file can also have the extension \`.js\`, \`.mjs\`, \`.json\` or \`.yaml\`. A command reads the file in the current folder, or the
file of \`--config\`. The command stops if it finds two such files, or if the file has an unknown key. Do not store tokens in the
file. Set the environment variable \`GOLDSET_API_TOKEN\` instead.

## Completion and checks in editors

An editor that knows the JSON Schema of a file completes its keys and marks errors. The package has a schema for each file that people
write, in \`docs/schemas/input\`: \`config.json\`, \`dataset.json\`, \`item.json\` (one line of \`items.jsonl\`), \`policy.json\` and
\`processor.json\`. A JSON file names its schema with the key \`$schema\`, which goldset ignores:

\`\`\`json
{ "$schema": "./node_modules/goldset/docs/schemas/input/policy.json", "limits": [{ "metric": "f1", "min": 0.9 }] }
\`\`\`

In YAML, many editors read the path of the schema from a comment in the first line:

\`\`\`yaml
# yaml-language-server: $schema=./node_modules/goldset/docs/schemas/input/policy.json
\`\`\`

The path is relative to the folder of the YAML file.

## Precedence

A setting can have several sources. The value comes from the first of these sources that has the setting:

1. a flag of the command
2. an environment variable, such as \`GOLDSET_BASE_URL\`
3. the configuration file
4. the default

Requests to a service go through the proxies of the environment variables \`HTTP_PROXY\` and \`HTTPS_PROXY\`. Requests to this machine
and to the hosts of \`NO_PROXY\` (for example \`.internal.example,10.0.0.5\`) do not use a proxy. A proxy URL can contain a user name
and a password.

The local service uses the same proxies to fetch documents and to send webhook events. It rejects URLs with a private IP
address. Without a proxy, it also rejects host names that resolve to a private IP address. With a proxy, it cannot check host
names, because the proxy resolves them.

The keys \`comparators\`, \`exclude\`, \`alignment\`, \`presence\`, \`failures\` and \`statistics\` change figures. A run stores them in
its record. Later commands on the record use the stored options, even if the configuration file has changed. With
\`--use-config\`, a command uses the options of the configuration file. The output lists each option that differs from the run
([decision 0067](decisions/0067-options-of-a-run.md)).

## Keys

\`npm run docs\` writes this table from \`src/usecases/settings/config.ts\`. In a key, \`[]\` means each entry of a list.

| key | type | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
