import type { Flow } from './flow.ts';
import { FlowBuilder } from './flow-builder.ts';
import { FlowReader } from './flow-reader.ts';

/** Returns the headings, paragraphs, lists and tables of an HTML page. Does not fetch resources or run scripts. */
export async function htmlFlow(source: string, file: string): Promise<Flow> {
  const flow = new FlowBuilder(file);
  await addHtml(flow, source, file);
  return flow.finish();
}

export async function addHtml(flow: FlowBuilder, source: string, file: string): Promise<void> {
  const { Parser } = await import('htmlparser2');
  const reader = new FlowReader(flow, file);
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    onclosetag: (name) => reader.close(name),
    ontext: (text) => reader.text(text),
  });
  parser.end(source);
  reader.finish();
}
