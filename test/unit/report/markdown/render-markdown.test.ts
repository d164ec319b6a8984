import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../../src/report/markdown/escape-markdown.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { plantHostileText, sampleModels } from '../../../fixtures/report-model.ts';

describe('escapeMarkdown', () => {
  it('shows markup, links, mentions and references literally', () => {
    expect(escapeMarkdown('<b>|x|</b> [a](b) @me #12 `c` https://x')).toBe(
      '&#60;b&#62;&#124;x&#124;&#60;/b&#62; &#91;a&#93;(b) &#64;me &#35;12 &#96;c&#96; https&#58;//x',
    );
  });

  it('keeps to one line and names control and direction characters', () => {
    expect(escapeMarkdown('a\n\nb\u202ec\0')).toBe('a b&#92;u202ec&#92;u0000');
  });
});

describe('renderMarkdown', () => {
  it('says the verdict first, then numbers, then which documents', () => {
    const model = sampleModels.extract();
    const text = renderMarkdown(model);
    expect(text.split('\n')[2]).toContain('▼ Do not publish');
    expect(text).toContain('### ▼ Broke (');
    expect(text).toMatch(/\| Fields right \(F1\) \| 9\d\.\d.% \[9\d\.\d–9\d\.\d\] \|/);
    expect(text).toContain(model.changes.broke[0]?.itemId);
  });

  it('names the worst fields of a single version and nothing about publishing', () => {
    const text = renderMarkdown(sampleModels.single());
    expect(text).toContain('### Worst fields');
    expect(text).not.toMatch(/publish/i);
  });

  it('lets no document text become markup or break a table', () => {
    const text = renderMarkdown(plantHostileText(sampleModels.extract(40)));
    expect(text).not.toMatch(/<img|<\/script|\u202e|\0/);
    const tables = text.split('\n').filter((line) => line.startsWith('| '));
    const widths = new Set(tables.map((line) => line.split(' | ').length));
    expect([...widths].every((width) => width >= 3 && width <= 5)).toBe(true);
  });
});
