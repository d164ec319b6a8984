// Values that `--help` lists. They are exported here because the command line may import only from use cases.
export { papers } from '../../model/report/paper.ts';
export { reportFormats, runFormats, tableFormats } from '../../report/formats/formats.ts';
export { comparatorNames } from '../../scorers/compare/comparators/create-comparator.ts';
