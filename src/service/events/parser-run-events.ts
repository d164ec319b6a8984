import type { ParserRun } from '../../model/wire/parser-run.ts';
import type { ServiceContext } from '../service-context.ts';

/** Tells webhook endpoints of the end of a parse. */
export function publishParserRunEvent(context: ServiceContext, run: ParserRun): void {
  const type = run.status === 'PROCESSED' ? 'parser_run.processed' : 'parser_run.failed';
  context.events.publish(type, run.id, () => run);
}
