import { isJsonObject } from '../../model/json/json-value.ts';
import { classesOf } from '../../model/processor/classes-of.ts';
import type { Classification, ProcessorConfig } from '../../model/processor/processor-config.ts';
import { invalid } from '../errors/http-error.ts';
import { checkOutput, hasPageRange } from './check-output.ts';

/**
 * Returns why the config does not accept the expected output, or `null` if the config accepts it. Does not check names
 * of classes and fields.
 */
export function expectedOutputProblem(config: ProcessorConfig, expected: unknown): string | null {
  switch (config.type) {
    case 'EXTRACT':
      if (!isJsonObject(expected)) return 'expected an object';
      return config.schema === undefined || isJsonObject(expected.value) ? null : 'expected {value: {...}}';
    case 'CLASSIFY':
      return isJsonObject(expected) && typeof expected.type === 'string'
        ? null
        : 'expected {id, type} of a classification';
    case 'SPLITTER': {
      const wrong = splitsOf(expected).findIndex(
        ({ split }) => !isJsonObject(split) || typeof split.type !== 'string' || !hasPageRange(split),
      );
      return wrong === -1
        ? null
        : `split ${wrong}: expected {type, startPage, endPage} with 1 <= startPage <= endPage`;
    }
  }
}

/**
 * Throws 400 with the first reason why an expected output does not fit a processor. `configs` are the configs of the
 * versions of the processor. An extraction must fit one of these configs, and each class must exist in one of them.
 * `field` is the path of the output in the request.
 */
export function checkExpectedOutput(
  configs: readonly [ProcessorConfig, ...ProcessorConfig[]],
  expected: unknown,
  field: string,
): void {
  const shapes = configs.map((config) => expectedOutputProblem(config, expected));
  if (shapes[0] != null && shapes.every((problem) => problem !== null)) throw invalid(field, shapes[0]);
  const classes = configs.flatMap(classesOf);
  switch (configs[0].type) {
    case 'EXTRACT':
      checkExtraction(configs, expected, field);
      return;
    case 'CLASSIFY':
      checkClass(classes, expected, 'id', field);
      return;
    case 'SPLITTER':
      for (const { split, path } of splitsOf(expected))
        checkClass(classes, split, 'classificationId', `${field}${path}`);
  }
}

function checkExtraction(
  configs: readonly [ProcessorConfig, ...ProcessorConfig[]],
  expected: unknown,
  field: string,
): void {
  checkOutput(configs, expected, field);
  // Only the outputs of a config with a schema have `metadata`. In the output of a fields array, `metadata` is a field
  // name.
  if (!isJsonObject(expected) || !isJsonObject(expected.value) || expected.metadata === undefined) return;
  if (!isJsonObject(expected.metadata)) throw invalid(`${field}.metadata`, 'expected an object');
}

/**
 * Throws 400 if no class has the given type. If an id is given too, one class must have this type and this id. `idName`
 * is the name of the member with the id.
 */
function checkClass(
  classes: readonly Classification[],
  given: unknown,
  idName: 'id' | 'classificationId',
  field: string,
): void {
  const { [idName]: id = null, type } = given as Readonly<Record<string, unknown>>;
  if (id !== null && !classes.some((one) => one.id === id))
    throw invalid(
      `${field}.${idName}`,
      `found ${JSON.stringify(id)}, expected the id of a class in the draft or a published version of the processor: ${namesOf(classes, 'id')}`,
    );
  const sameId = id === null ? classes : classes.filter((one) => one.id === id);
  if (sameId.some((one) => one.type === type)) return;
  const which = id === null ? 'the processor' : `the class with the id ${JSON.stringify(id)}`;
  throw invalid(
    `${field}.type`,
    `found ${JSON.stringify(type)}, expected the type of a class in the draft or a published version of ${which}: ${namesOf(sameId, 'type')}`,
  );
}

function namesOf(classes: readonly Classification[], member: 'id' | 'type'): string {
  return [...new Set(classes.map((one) => one[member]))].join(', ');
}

/**
 * Returns the splits in an expected output with their paths. The output is one split, a list of splits, or an object with the
 * list `splits`.
 */
function splitsOf(expected: unknown): { readonly split: unknown; readonly path: string }[] {
  if (Array.isArray(expected)) return expected.map((split, index) => ({ split, path: `[${index}]` }));
  if (isJsonObject(expected) && Array.isArray(expected.splits))
    return expected.splits.map((split, index) => ({ split, path: `.splits[${index}]` }));
  return [{ split: expected, path: '' }];
}
