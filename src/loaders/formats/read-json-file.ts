import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';

/** A JSON file; DATASET_INVALID says where its JSON ends to be JSON. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new GoldsetError(
      'DATASET_INVALID',
      {
        file,
        path: 'the file',
        found: `text that is no JSON (${messageOf(thrown)})`,
        expected: 'one JSON value',
        fix: 'Correct the JSON at that place.',
      },
      { cause: thrown },
    );
  }
}
