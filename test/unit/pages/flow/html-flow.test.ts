import { describe, expect, test } from 'vitest';
import { errorOf, linesOf } from '../read-flow.ts';

const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>t</title></head><body>${body}</body></html>`;

describe('htmlFlow', () => {
  test('returns the text in order, without scripts, styles, titles and hidden parts', async () => {
    const body = `<style>p {}</style><h1>Order</h1><p>Two  <b>words</b><br>next</p><script>x()</script>
      <div hidden>no</div><div style="display: none">no</div><ol><li>one</li><li>two</li></ol><pre>a   b\nc</pre>`;
    expect(await linesOf(page(body))).toEqual([
      ['Order', 'Two words', 'next', '1. one', '2. two', 'a', 'b', 'c'],
    ]);
  });

  test('keeps the positions of table cells, also below cells that span several rows or columns', async () => {
    const body = `<table><tr><th rowspan=2>Item<th colspan=2>Price</tr><tr><th>net<th>gross</tr>
      <tr><td>Tea<td>4.00<td>4.20</tr></table>`;
    expect(await linesOf(page(body))).toEqual([
      ['0/0 Item', '0/1 Price', '1/1 net', '1/2 gross', '2/0 Tea', '2/1 4.00', '2/2 4.20'],
    ]);
  });

  test('returns only the inner tables if the outer tables arrange content', async () => {
    const body = `<table><tr><td><p>Sender</p><p>Street</p></td><td>
      <table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table></td></tr><tr><td>after</td></tr></table>`;
    expect(await linesOf(page(body))).toEqual([
      ['Sender', 'Street', '0/0 a', '0/1 1', '1/0 b', '1/1 2', 'after'],
    ]);
  });

  test('decodes entities, and bytes in the declared encoding', async () => {
    expect(await linesOf(page('<p>5 &euro; &amp; &#252;ber</p>'))).toEqual([['5 € & über']]);
    const bytes = Buffer.concat([
      Buffer.from('<html><meta charset="windows-1251"><p>'),
      Buffer.from([0xd1, 0xf7, 0xb8, 0xf2]),
    ]);
    expect(await linesOf(bytes)).toEqual([['Счёт']]);
  });

  test('rejects a page without text, and a page that is nested too deeply', async () => {
    expect(await errorOf(page(''), 'a.html')).toMatch(/DOCUMENT_EMPTY/);
    expect(await errorOf(page('<div>'.repeat(50_000)), 'a.html')).toMatch(/DOCUMENT_UNSAFE.*1000 elements/);
    expect(await errorOf(page('<p>x</p>'.repeat(3)), 'a.html')).toBe('opened');
  });

  test('rejects tables whose cells would need too much memory', async () => {
    const body = `<table>${'<tr><td colspan=100 rowspan=9999>x'.repeat(1000)}</table>`;
    expect(await errorOf(page(body), 'a.html')).toMatch(/DOCUMENT_TOO_LARGE.*300000 cells/);
  });

  test('reads unclosed comments and tags in linear time', async () => {
    for (const piece of ['<!--', '<a b="', '<![CDATA[', '&#', '<', '</a', 'x<b>y'])
      await errorOf(page(`start ${piece.repeat(100_000)}`), 'a.html');
  }, 20_000);
});
