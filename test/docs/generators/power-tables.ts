/** Converts the table that bench/verdict-power.ts prints to a table of the power of comparisons. */
export function verdictPowerTable(text: string): string {
  const row = /^ *0\.(\d\d) (equal|primary) +\| +([\d.]+) \(.*\| +([\d.]*) \| /;
  const found = text.split('\n').flatMap((line) => {
    const [, percent, weights, power, holm] = row.exec(line) ?? [];
    return percent === undefined ? [] : [{ errors: `${Number(percent)} %`, weights, power, holm }];
  });
  const lines = found.flatMap(({ errors, weights, power, holm }) => {
    const primary = found.find((other) => other.errors === errors && other.weights === 'primary');
    return weights === 'equal'
      ? [`| ${errors} | ${power} % | ${required(primary, errors).power} % | ${holm} % |`]
      : [];
  });
  return [
    "| errors of each version | loss found | loss found if the field is primary | loss found with Holm's correction |",
    '|---:|---:|---:|---:|',
    ...required(lines.length > 0 ? lines : undefined, 'verdict'),
  ].join('\n');
}

/** Converts the table that bench/planned-power.ts prints to a table of stated and simulated powers. */
export function plannedPowerTable(text: string): string {
  const lines = plannedRows(text)
    .filter(({ design }) => !design.startsWith('detectable'))
    .map((row) => `| ${designWords(row.design)} | ${row.n} | ${row.stated} % | ${row.simulated} % |`);
  return [
    '| versions with independent errors, and loss | documents | stated power | power of the verdict |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/**
 * Returns a sentence on the power for losses as large as the detectable difference. Reads the same table as
 * `plannedPowerTable`.
 */
export function detectableSentence(text: string): string {
  const powers = plannedRows(text)
    .filter(({ design }) => design.startsWith('detectable'))
    .map(({ simulated }) => Number(simulated));
  const [least, most] = [Math.min(...powers), Math.max(...powers)].map((power) => power.toFixed(1));
  return `In simulations, the verdict finds losses of these sizes in ${least} to ${most} % of the comparisons (\`bench/results/planned-power.txt\`).`;
}

/**
 * Returns a sentence on how often equal versions give a false alarm, from the table that bench/verdict-false-alarms.ts
 * prints.
 */
export function falseAlarmsSentence(text: string): string {
  const row = /^(( +\S+){7}) \| +([\d.]+) \(([\d.]+)\)/;
  const designs = new Map<string, { alarms: number; error: number }>();
  for (const line of text.split('\n')) {
    const [, design, , alarms, error] = row.exec(line) ?? [];
    if (design !== undefined && alarms !== '')
      designs.set(design, { alarms: Number(alarms), error: Number(error) });
  }
  const found = [...required(designs.size > 0 ? designs : undefined, 'false alarms').values()];
  const within = found.filter(({ alarms }) => alarms <= 5).length;
  const most = Math.max(...found.map(({ alarms }) => alarms)).toFixed(2);
  const error = Math.max(...found.map(({ error }) => error))
    .toFixed(2)
    .replace(/^0/, '');
  return [
    `Simulations compare equal versions in ${found.length} designs. The designs have 20 to 1,000 documents, 5 to 20 fields and 2 to 20 % errors. Some`,
    `have repeats, tables, clusters, or outputs that are equal in most documents. In ${within} of the ${found.length} designs, at most 5 %`,
    `of the comparisons have a false alarm in any question. The highest share of a design is ${most} % (\`bench/results/verdict-false-alarms.txt\`;`,
    `standard error up to ${error} points). With few differing documents, false alarms are rarer.`,
  ].join('\n');
}

function plannedRows(text: string) {
  const row = /^(\S.{42}) +(\d+) +\S+ +[\d.]+ [\d.]+ +([\d.]+) +([\d.]+) +[\d.]+ +(?:yes|NO)$/;
  const rows = text.split('\n').flatMap((line) => {
    const [, design, n, stated, simulated] = row.exec(line) ?? [];
    return design === undefined ? [] : [{ design: design.trim(), n, stated, simulated }];
  });
  return required(rows.length > 0 ? rows : undefined, 'planned power');
}

/** Replaces the short name of a design by words for readers. */
function designWords(design: string): string {
  return design
    .replace(
      /^(\d+) fields, (\d+ %), one drops (\d+)(?: points)?$/,
      '$1 fields with $2 errors, one field loses $3 points',
    )
    .replace(
      /^exact documents, (\d+ fields), (.* %) each$/,
      'fully right documents, the errors of $1 rise from $2',
    )
    .replace(/^correct leaves, (\d+ fields), (.* %) each$/, 'right values, the errors of $1 rise from $2')
    .replace(
      /^F1 with spurious leaves, (.* %) each$/,
      'F1 with spurious values, the errors of 12 fields rise from $1',
    );
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the table has no row: ${name}`);
  return value;
}
