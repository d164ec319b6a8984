import path from 'node:path';
import { compareAnswer } from '../analysis/compare/compare-answer.ts';
import { compareRecords } from '../analysis/compare/compare-records.ts';
import type { RecordSide } from '../analysis/compare/pair-records.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import type { ReportModel } from '../model/report-model.ts';
import { writeReport } from '../report/write-report.ts';
import { openSide } from '../usecases/inputs/open-side.ts';
import { baselinesDir } from '../usecases/settings/baselines-dir.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { numberFlag } from '../usecases/settings/number-flag.ts';
import { scoringOptions, statisticsSettings } from '../usecases/settings/scoring-settings.ts';
import { comparisonText } from './commands/compare/text.ts';
import { parseFormats, type ReportRequest, verdictExitCode } from './report-record.ts';

export interface CompareFlags extends ReportRequest {
  readonly versions?: string;
  readonly repeats?: string;
  readonly common?: boolean;
  readonly baselines?: string;
}

/** The work of `goldset compare`; gives the exit code: 3 if a run has not ended. */
export async function runCompare(
  baseline: string,
  candidate: string | undefined,
  flags: CompareFlags,
): Promise<number> {
  const loaded = await loadConfig(flags.config);
  const { config } = loaded;
  const formats = parseFormats(flags.format);
  const sides = await openSides(baseline, candidate, flags, baselinesDir(loaded, flags.baselines));
  const model = await compareRecords(sides[0], sides[1], {
    common: flags.common,
    scoringOf: ({ dataset }) => scoringOptions(config, flags, dataset.presence),
    statistics: statisticsSettings(config, flags),
    ...(flags.out === undefined ? {} : { plan: {} }),
  });
  for (const notice of new Set(sides.flatMap(({ reader }) => reader.notices)))
    process.stderr.write(`note: ${notice}\n`);
  const report = flags.out === undefined ? null : await write(model, flags.out);
  if (flags.json) process.stdout.write(`${JSON.stringify(compareAnswer(model, report))}\n`);
  else {
    const where = report === null ? '' : `\n\nReport: ${report}`;
    process.stdout.write(`${comparisonText(compareAnswer(model))}${where}\n`);
  }
  return verdictExitCode(model);

  async function write(made: ReportModel, out: string): Promise<string> {
    const { files } = await writeReport(made, path.resolve(out), formats, { images: flags.images });
    return files[0] ?? path.resolve(out);
  }
}

/** Both sides with the versions and repeats that the flags name, or that there is no doubt about. */
async function openSides(
  baseline: string,
  candidate: string | undefined,
  flags: CompareFlags,
  baselines: string,
): Promise<readonly [RecordSide, RecordSide]> {
  const first = await openSide(baseline, baselines);
  const second = candidate === undefined ? { reader: first.reader } : await openSide(candidate, baselines);
  const repeats = pair('--repeats', flags.repeats)?.map((text) =>
    numberFlag('--repeats', text, 1, 100, true),
  );
  const versions = pair('--versions', flags.versions) ?? knownVersions();
  return [
    { reader: first.reader, version: versions?.[0] ?? first.version, repeat: repeats?.[0] },
    { reader: second.reader, version: versions?.[1] ?? second.version, repeat: repeats?.[1] },
  ];

  /** Of one record: its two versions; of one version, its repeats, which must be named. */
  function knownVersions(): readonly (string | undefined)[] | undefined {
    if (candidate !== undefined) return undefined;
    const known = first.reader.plan.versions.map(({ requested }) => requested);
    if (known.length === 2 && repeats === undefined) return known;
    if (known.length === 1 && repeats !== undefined) return undefined;
    throw new GoldsetError('USAGE', {
      problem:
        known.length === 1
          ? `${first.reader.dir} has one version, ${known[0]}, and there is nothing to compare it with`
          : `${first.reader.dir} has the versions ${known.join(', ')}`,
      mend:
        known.length === 1
          ? 'Give a second record, or --repeats 1,2.'
          : 'Name what to compare with --versions BASELINE,CANDIDATE.',
    });
  }
}

/** `a,b`, or `a` for both. */
function pair(name: string, text: string | undefined): readonly [string, string] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(',').map((word) => word.trim());
  const [first, second = first] = words;
  if (words.length <= 2 && first && second) return [first, second];
  throw new GoldsetError('USAGE', {
    problem: `${name}: found "${text}", expected one or two, with a comma between them`,
    mend: `For example ${name} ${name === '--repeats' ? '1,2' : '1.0,draft'}`,
  });
}
