import { escapeHtml } from '../../base/phrases.ts';

type Json = Readonly<Record<string, unknown>>;

interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
}

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 68rem; padding: 1.5rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
nav ul { columns: 18rem; padding-left: 1.2rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .8rem; }
details[open] { padding-bottom: .8rem; }
summary { cursor: pointer; padding: .5rem 0; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; white-space: pre-wrap; margin: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
.method { display: inline-block; min-width: 4.5em; font-weight: 600; }
`;

/** Returns the OpenAPI document as one HTML page that loads no scripts, fonts or other files. */
export function descriptionPage(document: Json): string {
  const info = document.info as { title: string; version: string; description: string };
  const operations = operationsOf(document);
  const tags = (document.tags as { name: string }[]).map(({ name }) => name);
  const components = document.components as {
    schemas: Record<string, Json>;
    parameters: Record<string, Json>;
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}</title><style>${style}</style></head><body>
<h1>${escapeHtml(info.title)}</h1>
<p>Version ${escapeHtml(info.version)}. For machines: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>${rich(info.description)}</p>
<p>Send <code>Authorization: Bearer &lt;token&gt;</code> with every request.</p>
<nav aria-label="Contents"><ul>${[...tags, 'Events', 'Schemas']
    .map((name) => `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a></li>`)
    .join('')}</ul></nav>
<main>${tags.map((tag) => tagSection(tag, operations, components.parameters)).join('\n')}
${eventSection(document.webhooks as Record<string, Json>)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(
    ([name, schema]) =>
      `<details><summary><code>${name}</code></summary><div id="schema-${name}">${schemaView(schema)}</div></details>`,
  )
  .join('\n')}
</main></body></html>
`;
}

/** Returns the operations, without their copies below `/v1`. */
function operationsOf(document: Json): DescribedOperation[] {
  const found: DescribedOperation[] = [];
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>))
    for (const [method, body] of Object.entries(methods))
      if (body.deprecated !== true) found.push({ method: method.toUpperCase(), path, body });
  return found;
}

function tagSection(
  tag: string,
  operations: readonly DescribedOperation[],
  shared: Readonly<Record<string, Json>>,
): string {
  const ofTag = operations.filter(({ body }) => (body.tags as string[]).includes(tag));
  return `<h2 id="${anchorOf(tag)}">${escapeHtml(tag)}</h2>
${ofTag.map((operation) => operationView(operation, shared)).join('\n')}`;
}

function operationView(
  { method, path, body }: DescribedOperation,
  shared: Readonly<Record<string, Json>>,
): string {
  const parameters = (body.parameters as Json[]).map((parameter) =>
    typeof parameter.$ref === 'string' ? (shared[nameIn(parameter.$ref)] ?? {}) : parameter,
  );
  const responses = body.responses as Record<string, Json>;
  const failures = Object.keys(responses).filter((status) => status !== '200');
  return `<details id="${String(body.operationId)}"><summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(String(body.summary))}</summary>
${body.description === undefined ? '' : `<p>${rich(String(body.description))}</p>`}
${parameters.length === 0 ? '' : parameterTable(parameters)}
${body.requestBody === undefined ? '' : `<h4>Body</h4>${contentView(body.requestBody as Json)}`}
<h4>Response</h4>${contentView(responses['200'] ?? {})}
<p>Failures: ${failures.join(', ')}.${body.security === undefined ? '' : ' No token is needed.'}</p></details>`;
}

function parameterTable(parameters: readonly Json[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${escapeHtml(String(name))}</code></td><td>${String(place)}${required === true ? ', required' : ''}</td><td>${typeText(schema as Json)}</td><td>${rich(String(description ?? ''))}</td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>Where</th><th>Type</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function contentView(holder: Json): string {
  return Object.entries((holder.content ?? {}) as Record<string, { schema: Json }>)
    .map(([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${schemaView(schema)}`)
    .join('');
}

/** Returns the members of an object as a table, and any other schema as its type. */
function schemaView(schema: Json): string {
  if (schema.properties === undefined || Object.keys(schema.properties as Json).length === 0)
    return `<p>${typeText(schema)}</p>`;
  const required = (schema.required ?? []) as string[];
  const rows = Object.entries(schema.properties as Record<string, Json>).map(
    ([name, member]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required.includes(name) ? ' (required)' : ''}</td><td>${typeText(member)}</td></tr>`,
  );
  return `<table><thead><tr><th>Member</th><th>Type</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function typeText(schema: Json): string {
  if (typeof schema.$ref === 'string') {
    const name = nameIn(schema.$ref);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const described = typeof schema.description === 'string' ? ` ${rich(schema.description)}` : '';
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options !== undefined)
    return options.map((option) => (option.properties ? schemaView(option) : typeText(option))).join(' or ');
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ')}${described}`;
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.type === 'array') return `list of ${typeText((schema.items ?? {}) as Json)}`;
  if (schema.properties !== undefined && Object.keys(schema.properties as Json).length > 0)
    return schemaView(schema);
  return `${schema.type === undefined ? 'any value' : String(schema.type)}${boundsOf(schema)}${described}`;
}

function boundsOf(schema: Json): string {
  const shown = ['minimum', 'maximum', 'minLength', 'maxLength', 'format']
    .filter((key) => schema[key] !== undefined && schema[key] !== Number.MAX_SAFE_INTEGER)
    .map((key) => `${key} ${escapeHtml(String(schema[key]))}`);
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

function eventSection(webhooks: Readonly<Record<string, Json>>): string {
  const names = Object.keys(webhooks).map((name) => `<li><code>${escapeHtml(name)}</code></li>`);
  return `<h2 id="events">Events</h2>
<p>The service sends these events to webhook endpoints as signed <a href="#schema-Event">Event</a> objects, in the format of the endpoint's API version.</p>
<ul>${names.join('')}</ul>`;
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** Escapes the text and formats the parts in backquotes as code. */
function rich(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
