import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../../src/report/markdown/escape-markdown.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { sampleCauses } from '../../../fixtures/report/cause-section.ts';
import { insertHostileText, sampleModels } from '../../../fixtures/report-model.ts';

describe('escapeMarkdown', () => {
  it('shows markup, links, mentions and references literally', () => {
    expect(escapeMarkdown('<b>|x|</b> [a](b) @me #12 `c` https://x')).toBe(
      '&lt;b&gt;\\|x\\|&lt;/b&gt; \\[a\\](b) @<!-- -->me #<!-- -->12 \\`c\\` https&#58;//x',
    );
  });

  it.each([
    ['line_items[0].amount', 'line_items\\[0\\].amount'],
    ['_loud_ *loud*', '\\_loud\\_ \\*loud\\*'],
    ['- item', '\\- item'],
    ['1. item', '1\\. item'],
    ['a\\|b', 'a\\\\\\|b'],
    ['12.50', '12.50'],
  ])('writes %j as %j', (text, escaped) => expect(escapeMarkdown(text)).toBe(escaped));

  it('returns one line, and shows control and direction characters as codes', () => {
    expect(escapeMarkdown('a\n\nb\u202ec\0')).toBe('a bU+202ecU+0000');
  });
});

describe('renderMarkdown', () => {
  it('starts with the verdict, then lists metrics, then documents', () => {
    const model = sampleModels.extract();
    const text = renderMarkdown(model);
    const { heading, outcome } = model.summary;
    expect(text.split('\n').slice(0, 5)).toEqual([
      `## ${heading.title}`,
      '',
      [heading.subject, ...heading.facts].join(' · '),
      '',
      `**${outcome.sign} ${outcome.headline}**`,
    ]);
    expect(text).toContain('### New errors (');
    expect(text).toMatch(/\| Fields right \(F1\) \| 9\d\.\d.% \[9\d\.\d–9\d\.\d\] \|/);
    expect(text).toContain(model.changes[0]?.itemId);
    expect(text).toContain(
      '\n- due_date has a new description: The \\[-printed-\\] {+payment+} date of the invoice\n',
    );
  });

  it.each([
    ['Label: `goldset compare a_b* --x`. Then publish.', 'Label: `goldset compare a_b* --x`. Then publish.'],
    ['See `a` and *b*', 'See `a` and \\*b\\*'],
    ['One ` mark', 'One \\` mark'],
  ])('shows commands of the next step %j as code', (nextStep, text) => {
    const model = sampleModels.extract(5);
    const summary = { ...model.summary, outcome: { ...model.summary.outcome, nextStep } };
    expect(renderMarkdown({ ...model, summary })).toContain(`\n**Next:** ${text}\n`);
  });

  it('lists the causes of the wrong values of the last version', () => {
    const text = renderMarkdown({ ...sampleModels.extract(54), causes: sampleCauses });
    expect(text).toContain(
      [
        '### What to fix first',
        '',
        '| cause | fully right if fixed | wrong values | documents | fields |',
        '| --- | --- | --- | --- | --- |',
        '| Day and month swapped | 6 documents (+11 of 100) | 12 | 9 | due_date 8, issue_date 4; more frequent in vendor: =acme\\|x (7 of 8 documents, e… |',
        '',
      ].join('\n'),
    );
    expect(text).not.toContain('Value not found');
  });

  it('lists the documents with errors of a single version without a recommendation', () => {
    const text = renderMarkdown(sampleModels.single());
    expect(text).toContain('### Look at these first (7 with errors)');
    expect(text).not.toMatch(/publish/i);
  });

  it('escapes document text so that it cannot become markup or break a table', () => {
    const text = renderMarkdown(insertHostileText(sampleModels.extract(40)));
    expect(text).not.toMatch(/<img|<\/script|\u202e|\0/);
    const tables = text.split('\n').filter((line) => line.startsWith('| '));
    const widths = new Set(tables.map((line) => line.split(' | ').length));
    expect(
      [...widths].every((width) => width >= 3 && width <= 6),
      [...widths].join(),
    ).toBe(true);
  });
});
