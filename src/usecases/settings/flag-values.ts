// Values that `--help` lists. The command line imports them from here, because it may import only use cases.
export { reportFormats } from '../../report/formats/formats.ts';
export { comparatorNames } from '../../scorers/compare/comparators/create-comparator.ts';
