import type { ParserRun } from '../../../model/wire/parser-run.ts';
import type { ServiceContext } from '../../context/service-context.ts';

/** Tells webhook endpoints of the end of a parse, and takes its price from the credits. */
export function publishParserRunEvent(context: ServiceContext, run: ParserRun): void {
  context.limits.spend(run.usage?.credits ?? 0);
  const type = run.status === 'PROCESSED' ? 'parser_run.processed' : 'parser_run.failed';
  context.events.publish(type, run.id, () => run);
}
