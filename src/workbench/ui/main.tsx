import '../../viewer/styles.ts';
import './workbench.css';
import { render } from 'preact';
import { openReport } from '../../viewer/state/blocks.ts';
import { readHead } from '../../viewer/state/file-source.ts';
import { keepSummary } from '../../viewer/state/static-summary.ts';
import { startTheme } from '../../viewer/state/theme.ts';
import { httpSource } from './http-source.ts';
import { ConnectionNote } from './live-notes.tsx';
import { Problem } from './problem.tsx';
import { RecordScreen } from './record-screen.tsx';
import { RecordsScreen } from './records-screen.tsx';
import { ReadReport, ReviewedReport } from './reviewed-report.tsx';
import { RunScreen } from './run-screen.tsx';
import { startSession } from './session.ts';

const root = document.getElementById('app') as HTMLElement;

function show(): void {
  const run = /^\/records\/([0-9a-f]+)\/run$/.exec(location.pathname)?.[1];
  if (run !== undefined) return draw(<RunScreen recordKey={run} />);
  const key = /^\/records\/([0-9a-f]+)$/.exec(location.pathname)?.[1];
  if (key === undefined) return draw(<RecordsScreen />);
  if (!document.getElementById('block-head')) return draw(<RecordScreen recordKey={key} />);
  const head = readHead();
  const isReadOnly = root.dataset.readOnly !== undefined;
  openReport(httpSource(key, location.search), head);
  keepSummary(root);
  draw(
    isReadOnly ? <ReadReport head={head} recordKey={key} /> : <ReviewedReport head={head} recordKey={key} />,
  );
}

function draw(content: Parameters<typeof render>[0]): void {
  root.replaceChildren();
  render(content, root);
  document.documentElement.dataset.ready = 'yes';
}

startTheme();
startSession().then(
  (isLeaving) => {
    if (isLeaving) return;
    show();
    render(<ConnectionNote />, document.body.appendChild(document.createElement('div')));
  },
  (error) =>
    draw(
      <main class="records">
        <Problem error={error} />
      </main>,
    ),
);
