import { GoldsetError } from '../base/goldset-error.ts';

/** Not read yet: raises DOCUMENT_TYPE_UNKNOWN. */
export function tiffAsPdf(_bytes: Uint8Array, name: string): Uint8Array {
  throw new GoldsetError('DOCUMENT_TYPE_UNKNOWN', {
    file: name,
    found: 'TIFF',
    supported: 'PDF, PNG or JPEG',
  });
}
