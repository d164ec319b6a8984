import { loaders } from '../../usecases/settings/flag-values.ts';

/** Help of an argument that names a dataset. */
export const datasetHelp = `a folder or file, or loader:path (loaders: ${loaders.map(({ name }) => name).join(', ')})`;
