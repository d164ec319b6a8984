import { loaders } from '../../usecases/dataset/loader-list.ts';

export const datasetHelp = `a folder or file, or loader:path (loaders: ${loaders.map(({ name }) => name).join(', ')})`;
