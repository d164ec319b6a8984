// Flags name the formats without loading what writes them.
export { reportFormats } from '../../report/formats/formats.ts';
