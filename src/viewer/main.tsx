import './styles.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { openReport } from './state/blocks.ts';
import { fileSource, readHead } from './state/file-source.ts';
import { keepSummary } from './state/static-summary.ts';
import { startTheme } from './state/theme.ts';

const root = document.getElementById('app');
if (root) {
  startTheme();
  const head = readHead();
  openReport(fileSource, head);
  keepSummary(root);
  root.replaceChildren();
  render(<App head={head} />, root);
  document.documentElement.dataset.ready = 'yes';
}
