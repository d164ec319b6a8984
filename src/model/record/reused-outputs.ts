import { grouped, joinList, pluralise } from '../../base/phrases.ts';

/** Outputs that were copied from earlier runs, and the credits that they cost in those runs. */
export interface ReusedOutputs {
  readonly outputs: number;
  readonly credits: number;
  /** Number of finished item runs of the version. Copied outputs count too. */
  readonly ended: number;
}

/** Formats credits with at most one decimal: `1 credit`, `42.5 credits`. */
export function creditsText(credits: number): string {
  const rounded = Math.round(credits * 10) / 10;
  return `${grouped(rounded)} ${rounded === 1 ? 'credit' : 'credits'}`;
}

/**
 * States how many outputs of each version come from earlier runs, and that their time and cost are those of the earlier
 * runs. Returns `null` if no output comes from an earlier run.
 */
export function reusedText(versions: readonly (ReusedOutputs & { readonly name: string })[]): string | null {
  const some = versions.filter(({ outputs }) => outputs > 0);
  if (some.length === 0) return null;
  const parts = some.map(
    ({ name, ended, outputs }) => `${grouped(outputs)} of ${pluralise(ended, 'output')} of ${name}`,
  );
  const saved = some.reduce((total, { credits }) => total + credits, 0);
  return `${joinList(parts)} come from earlier runs, which saved ${creditsText(saved)}. Their time and cost are those of the earlier runs.`;
}
