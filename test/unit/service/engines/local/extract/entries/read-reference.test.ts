import { describe, expect, it } from 'vitest';
import {
  namesOf,
  readReference,
} from '../../../../../../../src/service/engines/local/extract/entries/read-reference.ts';

describe('readReference', () => {
  it('reads authors, year in brackets, title and journal', () => {
    expect(
      readReference(
        'Berg, A., Lund, B. D. and Moe, C. (2031a). Slow rivers of the north. Journal of Water, 3(2), 4–9.',
      ),
    ).toMatchObject({
      people: 'Berg, A., Lund, B. D. and Moe, C.',
      names: ['Berg, A.', 'Lund, B. D.', 'Moe, C.'],
      year: '2031',
      title: 'Slow rivers of the north',
      venue: 'Journal of Water',
    });
  });

  it('reads a title in quotation marks and a DOI', () => {
    expect(
      readReference(
        'Ada Berg and Bo Lund. “Slow rivers.” Water Studies, vol. 3, 2031. https://doi.org/10.1000/xyz12.',
      ),
    ).toMatchObject({
      names: ['Ada Berg', 'Bo Lund'],
      title: 'Slow rivers',
      venue: 'Water Studies',
      year: '2031',
      link: 'https://doi.org/10.1000/xyz12',
      identifier: '10.1000/xyz12',
    });
  });

  it('does not take a web address for a venue', () => {
    const read = readReference('Ada Berg, Bo Lund. Rivers: a survey, 2031. URL https://example.com/a b-c/.');
    expect(read.title).toContain('Rivers: a survey');
    expect(read.venue).toBeUndefined();
  });

  it('reads authors, title and venue as sentences', () => {
    expect(
      readReference(
        'Ada Berg, Bo Lund, and Cy Moe. Rivers: a survey. arXiv preprint arXiv:3105.12345, 2031.',
      ),
    ).toMatchObject({
      names: ['Ada Berg', 'Bo Lund', 'Cy Moe'],
      title: 'Rivers: a survey',
      venue: 'arXiv preprint arXiv:3105.12345',
      year: '2031',
      identifier: 'arXiv:3105.12345',
    });
  });

  it('returns only a title if nothing else is printed', () => {
    expect(readReference('Notes on rivers')).toMatchObject({ names: [], title: 'Notes on rivers' });
    expect(readReference('')).toEqual({ names: [] });
  });
});

describe('namesOf', () => {
  it('keeps initials with their surname and drops et al.', () => {
    expect(namesOf('Berg, A., & van Dam, J.-P., et al.')).toEqual(['Berg, A.', 'van Dam, J.-P.']);
  });
});
