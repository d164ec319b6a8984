import '../../viewer/styles.ts';
import './workbench.css';
import './labelling/labelling.css';
import './queues/queues.css';
import { render } from 'preact';
import { openReport } from '../../viewer/state/blocks.ts';
import { readHead } from '../../viewer/state/file-source.ts';
import { keepSummary } from '../../viewer/state/static-summary.ts';
import { startTheme } from '../../viewer/state/theme.ts';
import { ComparedReport, CompareScreen } from './compare-screen.tsx';
import { LabellingScreen } from './labelling/labelling-screen.tsx';
import { ConnectionNote } from './live/live-notes.tsx';
import { LabelIssuesScreen } from './queues/label-issues-screen.tsx';
import { LabelListScreen } from './queues/label-list-screen.tsx';
import { RecordsScreen } from './records-screen.tsx';
import { httpSource } from './requests/http-source.ts';
import { Problem } from './requests/problem.tsx';
import { RerunScreen } from './rerun-screen.tsx';
import { ReadReport, ReviewedReport } from './reviewed-report.tsx';
import { RunScreen } from './run-screen.tsx';
import { ScoringScreen } from './scoring-screen.tsx';
import { startSession } from './session.ts';

const root = document.getElementById('app') as HTMLElement;

function show(): void {
  const again = /^\/records\/([0-9a-f]+)\/rerun$/.exec(location.pathname)?.[1];
  if (again !== undefined) return draw(<RerunScreen recordKey={again} />);
  const run = /^\/records\/([0-9a-f]+)\/run$/.exec(location.pathname)?.[1];
  if (run !== undefined) return draw(<RunScreen recordKey={run} />);
  const issues = /^\/records\/([0-9a-f]+)\/label-issues$/.exec(location.pathname)?.[1];
  if (issues !== undefined) return draw(<LabelIssuesScreen recordKey={issues} />);
  const listOf = /^\/compare\/([^/]+)\/labels$/.exec(location.pathname)?.[1];
  if (listOf !== undefined)
    return draw(
      <LabelListScreen address={`/api/comparisons/${listOf}/labels`} comparison={`/compare/${listOf}`} />,
    );
  const list = /^\/label-lists\/([0-9a-f]+)$/.exec(location.pathname)?.[1];
  if (list !== undefined)
    return draw(<LabelListScreen address={`/api/label-lists/${list}`} comparison={null} />);
  const [, isCompare, comparison] = /^\/(compare)(?:\/([^/]+))?$/.exec(location.pathname) ?? [];
  if (isCompare !== undefined) return showComparison(comparison);
  const key = /^\/records\/([0-9a-f]+)$/.exec(location.pathname)?.[1];
  const dataset = /^\/datasets\/([0-9a-f]+)\/labelling$/.exec(location.pathname)?.[1];
  if (dataset !== undefined) {
    const isPartly = new URLSearchParams(location.search).get('queue') === 'partly';
    return draw(<LabellingScreen datasetKey={dataset} queue={isPartly ? 'partly' : 'open'} />);
  }
  if (key === undefined) return draw(<RecordsScreen />);
  if (!document.getElementById('block-head'))
    return draw(<ScoringScreen address={`/api/records/${key}`} hasEntry />);
  const head = readHead();
  const isReadOnly = root.dataset.readOnly !== undefined;
  openReport(httpSource(`/api/records/${key}`, location.search), head);
  keepSummary(root);
  draw(
    isReadOnly ? <ReadReport head={head} recordKey={key} /> : <ReviewedReport head={head} recordKey={key} />,
  );
}

function showComparison(id: string | undefined): void {
  if (id === undefined) return draw(<CompareScreen />);
  const address = `/api/comparisons/${id}`;
  if (!document.getElementById('block-head')) return draw(<ScoringScreen address={address} />);
  const head = readHead();
  openReport(httpSource(address), head);
  keepSummary(root);
  draw(<ComparedReport head={head} id={id} />);
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
