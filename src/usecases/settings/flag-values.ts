// Values that `--help` lists. Flags take them from here, because the command line imports only use cases.
export { loaders } from '../../loaders/formats/loaders.ts';
export { reportFormats } from '../../report/formats/formats.ts';
export { comparatorNames } from '../../scorers/compare/comparators/create-comparator.ts';
