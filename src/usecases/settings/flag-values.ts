// Values that `--help` lists. The command line imports them from here, because it may import only use cases.
export { papers } from '../../model/report/paper.ts';
export { reportFormats, runFormats, tableFormats } from '../../report/formats/formats.ts';
export { comparatorNames } from '../../scorers/compare/comparators/create-comparator.ts';
