/** Short labels of recommendations with a symbol, for lines of a history. */
export const recommendationLabels = {
  publish: '▲ publish',
  'do-not-publish': '▼ do not publish',
  'not-enough-evidence': '◇ inconclusive',
  'no-comparison': '',
  incomplete: '◌ incomplete',
} as const;
