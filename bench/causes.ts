import { measureInjectedErrors } from './causes/measure-injected-errors.ts';

/*
 * Measures for how many injected errors goldset states the injected cause: `node bench/causes.ts [documents] [seed]`.
 *
 * Each document has one to three errors of different causes. Scores each document twice: with the default comparators,
 * and with the comparator `exact`. A change that the comparator accepts does not count.
 */
const [documents = '20000', seed = 'seed'] = process.argv.slice(2);
console.log(
  `${documents} made-up documents with 1 to 3 injected errors; node bench/causes.ts ${documents} ${seed}`,
);
for (const name of ['default', 'exact'] as const) {
  const { causes, right, wrong } = measureInjectedErrors(Number(documents), name, `${seed} ${name}`);
  console.log(
    `\nComparators: ${name}. ${right} of ${wrong} injected errors have the right cause: ${((100 * right) / wrong).toFixed(1)} %\n`,
  );
  console.log('injected cause         errors   right   others');
  for (const { cause, count, stated } of causes) {
    const others = [...stated].filter(([name]) => name !== cause).sort((a, b) => b[1] - a[1]);
    console.log(
      `${cause.padEnd(22)} ${String(count).padStart(6)}  ${((100 * (stated.get(cause) ?? 0)) / count).toFixed(1).padStart(5)} %  ${others
        .slice(0, 4)
        .map(([name, times]) => `${name} ${((100 * times) / count).toFixed(1)} %`)
        .join(', ')}`,
    );
  }
}
