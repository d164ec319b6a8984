/** A recommendation in a word with its sign, as a line of a history has it. */
export const recommendationLabels = {
  publish: '▲ publish',
  'do-not-publish': '▼ do not publish',
  'not-enough-evidence': '◇ inconclusive',
  'no-comparison': '',
  incomplete: '◌ incomplete',
} as const;
