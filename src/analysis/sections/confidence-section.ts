import { percent, pluralise } from '../../base/phrases.ts';
import { type AnsweredDocument, straightThrough } from '../../metrics/confidence/automation-table.ts';
import { certifyThreshold } from '../../metrics/confidence/certify-threshold.ts';
import {
  type ConfidenceScope,
  type ConfidenceSection,
  type ConfidenceSource,
  confidenceSources,
  type ThresholdVerdict,
} from '../../model/report/confidence-section.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { type ConfidenceSettings, defaultConfidence, type StatisticsSettings } from '../measure/settings.ts';
import { scopeFigures } from './scope-confidence.ts';

/** Builds the confidence section, overall and per field or predicted class; `null` without confidences or if disabled. */
export function confidenceSection(
  run: FoldedRun,
  settings: StatisticsSettings,
  asked: ConfidenceSettings = defaultConfidence,
): ConfidenceSection | null {
  const available = run.versions.map(({ confident }) => confident.sources);
  const source = chooseSource(asked.source, available);
  if (source === null) return null;
  const byVersion = run.versions.map((version) => version.confident.documents(source, run.count, version));
  const scopes = scopeNames(run, byVersion).map(({ scope, label }): ConfidenceScope => {
    const versions = byVersion.map((documents) => {
      const listed = documents.get(scope) ?? [];
      if (!listed.some(({ answers }) => answers.confidence.length > 0)) return null;
      return {
        ...scopeFigures(scope, listed, settings),
        certificate: certificate(scope, listed, settings, asked),
      };
    });
    return { scope, label, versions };
  });
  return {
    source,
    otherSources: confidenceSources.filter(
      (other) => other !== source && available.some((found) => found.includes(other)),
    ),
    maxError: asked.maxError,
    level: settings.confidence,
    method: asked.method,
    procedure: procedures[asked.method],
    scopes: scopes.filter(({ versions }) => versions.some((version) => version !== null)),
  };
}

const procedures: Readonly<Record<ConfidenceSettings['method'], string>> = {
  'fixed-sequence':
    'Tests the thresholds of a fixed grid downwards from five starting points on all documents (Learn then Test, fixed sequence).',
  bonferroni: 'Tests all thresholds of a fixed grid at once on all documents (Learn then Test, Bonferroni).',
  split:
    'Chooses the threshold on a random half of the documents (seeded) and certifies it on the other half.',
};

function chooseSource(
  asked: ConfidenceSettings['source'],
  available: readonly (readonly ConfidenceSource[])[],
): ConfidenceSource | null {
  const inAny = (source: ConfidenceSource) => available.some((found) => found.includes(source));
  if (asked === 'none') return null;
  if (asked !== 'auto') return inAny(asked) ? asked : null;
  // OCR confidence says little about whether a value is right, so the candidate's own confidence takes precedence, even
  // if the baseline has none.
  const candidates = available.at(-1) ?? [];
  return (
    confidenceSources.find((source) => candidates.includes(source)) ?? confidenceSources.find(inAny) ?? null
  );
}

function scopeNames(
  run: FoldedRun,
  byVersion: readonly ReadonlyMap<string, unknown>[],
): { scope: string; label: string }[] {
  const seen = new Set(byVersion.flatMap((documents) => [...documents.keys()]));
  const whole = {
    scope: 'overall',
    label: run.plan.dataset.kind === 'CLASSIFY' ? 'all documents' : 'all fields',
  };
  const classes = [...seen].filter((scope) => scope.startsWith('class:')).sort();
  const fields = [...seen]
    .filter((scope) => scope.startsWith('field:'))
    .map((scope) => scope.slice('field:'.length));
  const listed = fieldList(run.config, fields).filter(({ field }) => seen.has(`field:${field}`));
  return [
    whole,
    ...listed.map(({ field }) => ({ scope: `field:${field}`, label: field })),
    ...classes.map((scope) => ({ scope, label: scope.slice('class:'.length) })),
  ];
}

function certificate(
  scope: string,
  documents: readonly AnsweredDocument[],
  settings: StatisticsSettings,
  asked: ConfidenceSettings,
): ThresholdVerdict {
  const found = certifyThreshold(documents.map(straightThrough), {
    maxError: asked.maxError,
    level: settings.confidence,
    method: asked.method,
    seed: `${settings.seed}/${scope}`,
  });
  const { threshold, accepted, wrong, upper, certifiedOn, needed } = found;
  const n = documents.length;
  const measured = { metric: 'straight_through', scope, n: certifiedOn, unscored: 0, unit: 'share' as const };
  if (threshold === null) {
    const how =
      needed === null
        ? 'every threshold accepts too many wrong documents, and more documents of this kind would not change that'
        : `about ${pluralise(needed, 'document').replace(/ documents?$/, '')} are needed`;
    const sentence = `cannot be certified with ${pluralise(n, 'document')}; ${how}`;
    return {
      threshold,
      needed,
      sentence,
      straightThrough: { ...measured, n, value: null, undefinedBecause: sentence },
    };
  }
  return {
    threshold,
    needed,
    sentence: `certified from ${threshold.toFixed(2)}: ${wrong} of ${pluralise(accepted, 'document')} wrong, at most ${percent(upper)} (${percent(settings.confidence)} sure)`,
    straightThrough: {
      ...measured,
      value: certifiedOn === 0 ? null : accepted / certifiedOn,
      numerator: accepted,
      denominator: certifiedOn,
    },
  };
}
