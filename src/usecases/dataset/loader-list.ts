// Loaders that `--help` lists. The command line imports them from here, because it may import only use cases.
export { loaders } from '../../loaders/formats/loaders.ts';
