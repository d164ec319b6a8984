// The loaders that `--help` lists. They are exported here because the command line may import only from use cases.
export { loaders } from '../../loaders/formats/loaders.ts';
