import { fileOf } from './evidence.ts';
import type { Finished } from './read-outputs.ts';
import { presentKey } from './renamed-keys.ts';

/** A leaf that a gate check lists. */
export interface GateLeaf {
  readonly itemId: string;
  readonly path: string;
  readonly expected: string;
  readonly baseline: string | null;
  readonly candidate: string;
}

export interface GateCheck {
  readonly name: string;
  readonly rule: string;
  readonly status: string;
  readonly reason: string;
  readonly value: number | null;
  readonly bound: number | null;
  readonly n: number;
  readonly documents?: number;
  readonly leaves?: readonly GateLeaf[];
}

export interface GateResult {
  readonly status: string;
  readonly sentence: string;
  readonly checks: readonly GateCheck[];
}

const results = new WeakMap<Finished, GateResult>();

/** Reads gate.json of a finished command; `null` if the command did not write this file. */
export function readGate(finished: Finished): GateResult | null {
  const known = results.get(finished);
  const content = fileOf(finished, 'gate.json');
  if (known !== undefined || content === undefined) return known ?? null;
  const result = JSON.parse(content) as GateResult;
  results.set(finished, result);
  return result;
}

/** Returns the check to which a key such as `gate.json.checks[NAME].value` belongs. */
export function checkOf(key: string, gate: GateResult | null): GateCheck | undefined {
  const at = key.replace(/^(stdout|gate\.json)\./, '');
  return gate?.checks.find(({ name }) => at.startsWith(presentKey(`checks[${name}]`)));
}

/** What a check measures: a field, a class, or documents with a tag. */
export interface CheckScope {
  readonly field?: string;
  readonly label?: string;
  readonly tag?: string;
}

export function scopeOf({ name, rule }: GateCheck): CheckScope {
  const tag = /\bdocuments? (?:of documents )?with (\S+=.+?)(?:,| loses | has new| with new|$)/.exec(
    name,
  )?.[1];
  if (tag !== undefined) return { tag };
  const label = /\bof class (\S+?)(?:,| loses )/.exec(name)?.[1];
  if (label !== undefined) return { label };
  const field = rule === 'newErrors' ? undefined : / of ([\w.]+)(?:,| loses )/.exec(name)?.[1];
  return field === undefined ? {} : { field };
}
