import { describe, expect, it } from 'vitest';
import { printFooterCss } from '../../../../src/viewer/blocks/print-footer.ts';

describe('printFooterCss', () => {
  it('escapes every character that could end the text or the rule', () => {
    expect(printFooterCss('a "}\\;é')).toBe(
      '@page { @bottom-left { content: "a \\22 \\7d \\5c \\3b \\e9 "; font-size: 8pt; } }',
    );
  });

  it('shortens long texts between two characters', () => {
    const css = printFooterCss('😀'.repeat(100));
    expect(css.match(/\\1f600 /g)).toHaveLength(90);
    expect(css).toContain('\\2026 "');
  });
});
