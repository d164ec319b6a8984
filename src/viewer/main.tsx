import './viewer.css';
import './tables.css';
import './cards.css';
import './sections.css';
import './confidence.css';
import './document.css';
import './narrow.css';
import './summary.css';
import './print.css';
import { render } from 'preact';
import { App } from './app.tsx';
import type { HeadBlock } from './blocks/report-blocks.ts';

import { FieldTable } from './sections/fields-section.tsx';
import { SummaryView } from './sections/summary-section.tsx';
import { decodedBlock, readHead } from './state/blocks.ts';
import { keepSummary } from './state/static-summary.ts';
import { startTheme } from './state/theme.ts';

const root = document.getElementById('app');
if (root) {
  startTheme();
  const head = readHead();
  keepSummary(root);
  root.replaceChildren();
  render(<App head={head} />, root);
  document.documentElement.dataset.ready = 'yes';

  // The printed page shows the first screen and the fields, whichever section is open.
  const paper = document.createElement('div');
  paper.className = 'paper';
  paper.setAttribute('aria-hidden', 'true');
  const setPaper = (printing: boolean) => {
    render(printing ? <PrintView head={head} /> : null, paper);
    if (printing) document.body.append(paper);
    else paper.remove();
  };
  addEventListener('beforeprint', () => setPaper(true));
  addEventListener('afterprint', () => setPaper(false));
  matchMedia('print').addEventListener('change', (event) => setPaper(event.matches));
}

function PrintView({ head }: { head: HeadBlock }) {
  const fields = decodedBlock('fields') ?? [];
  return (
    <>
      <SummaryView head={head} />
      {fields.length > 0 && (
        <section class="paper-fields">
          <h2>Fields</h2>
          <FieldTable rows={fields} comparing={head.versions.length > 1} onChange={() => {}} />
        </section>
      )}
    </>
  );
}
