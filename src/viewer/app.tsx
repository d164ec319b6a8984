import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type SectionName, sectionGroups } from '../model/report/report-sections.ts';
import { allSections, findSection, type Section } from './all-sections.ts';
import { formatNumber } from './blocks/format-measurement.ts';
import { printFooterCss } from './blocks/print-footer.ts';
import type { HeadBlock } from './blocks/report-blocks.ts';
import type { DocumentPanel } from './documents/document-view.tsx';
import { LoadingIndicator } from './parts/data-table.tsx';
import { SearchAndKeys } from './search-and-keys.tsx';
import { SummaryView } from './sections/summary-section.tsx';
import { formatAddress, useAddress } from './state/address.ts';
import { blockFailure, loadBlock, loadScript, type PageProps, useBlock } from './state/blocks.ts';
import { readFacts } from './state/static-summary.ts';
import { setTheme, themes, useTheme } from './state/theme.ts';

/** At this address, the page shows all sections that "Print report" prints. */
const printAddress = 'print';
const printedSections: readonly SectionName[] = ['summary', 'newErrors', 'gate'];

interface AppProps {
  readonly head: HeadBlock;
  /** Link from a report to the list of records. The link is above the menu. */
  readonly home?: { readonly label: string; readonly href: string };
  /** Content above each section, for example a note on the gold that the report uses. */
  readonly banner?: ComponentChildren;
  /** Content above the values of a document, for example an editor for labels. */
  readonly documentPanel?: DocumentPanel;
  /** Whether the view of a document hides what the versions read. */
  readonly isBlind?: boolean;
}

let views: typeof import('./section-views.ts') | undefined;

async function loadViews(): Promise<void> {
  await loadScript('section-views');
  views = await import('./section-views.ts');
}

/** Returns the components of the sections other than the summary. Returns `undefined` until they are loaded. */
function useViews(isNeeded: boolean): typeof views {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!isNeeded || views !== undefined) return;
    loadViews().then(
      () => setLoaded(true),
      () => dispatchEvent(new Event(blockFailure)),
    );
  }, [isNeeded]);
  return views;
}

export function App({ head, home, banner, documentPanel, isBlind }: AppProps) {
  const address = useAddress();
  const sections = allSections.filter(({ name }) => head.sections.includes(name));
  const isDocument = address.section === 'document';
  const isPrinting = address.section === printAddress;
  const section = findSection(sections, isDocument ? 'documents' : address.section) ?? sections[0];
  const loaded = useViews(isDocument);
  const names = head.versions.map((version) => version.name);
  const [broken, setBroken] = useState(false);
  const label = isDocument ? 'Document' : isPrinting ? 'Print report' : section?.label;
  useEffect(() => {
    document.title = `${label} · ${head.title}`;
  }, [label]);
  useEffect(() => {
    scrollTo(0, 0);
  }, [address.section, address.argument]);
  useEffect(() => {
    addEventListener(blockFailure, () => setBroken(true));
    const footer = new CSSStyleSheet();
    footer.replaceSync(printFooterCss([head.title, readFacts()].filter((part) => part !== '').join(' · ')));
    document.adoptedStyleSheets = [footer];
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Navigation head={head} sections={sections} current={section} home={home} />
      <main id="main" tabIndex={-1}>
        {banner}
        {broken && (
          <p class="failure" role="alert">
            <span class="worse">✗ Part of this file cannot be read.</span> It is incomplete or was changed.
            Write the report again with goldset report.
          </p>
        )}
        {head.repeats > 1 && !isPrinting && (isDocument || section?.firstRepeat) && (
          <p class="quiet">
            Documents were run up to {head.repeats} times. Rates, intervals and tests use all repeats. The
            figures of single documents, the outcomes, the counts and the confidences use the first repeat.
          </p>
        )}
        {isDocument && loaded && (
          <loaded.DocumentView
            head={head}
            names={names}
            address={address}
            documentPanel={documentPanel}
            isBlind={isBlind}
          />
        )}
        {isPrinting && (
          <PrintedReport
            sections={sections.filter(({ name }) => printedSections.includes(name))}
            head={head}
            names={names}
            address={address}
          />
        )}
        {!isDocument && !isPrinting && section && (
          <SectionBody key={section.name} section={section} head={head} names={names} address={address} />
        )}
      </main>
    </>
  );
}

/** Shows the sections of the printed report one below the other. Opens the print dialog after all of them are drawn. */
function PrintedReport({ sections, ...props }: PageProps & { sections: readonly Section[] }) {
  useEffect(() => {
    let isCurrent = true;
    Promise.all([loadViews(), ...[...sections.map(({ block }) => block), 'places'].map(loadBlock)]).then(
      // Wait before printing, because the images of pages appear later than the sections.
      () => setTimeout(() => isCurrent && print(), 500),
      () => dispatchEvent(new Event(blockFailure)),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return sections.map((section) => (
    <section key={section.name} class="printed-section">
      <SectionBody section={section} {...props} />
    </section>
  ));
}

function SectionBody({ section, ...props }: PageProps & { section: Section }) {
  const data = useBlock(section.block);
  const isSummary = section.name === 'summary';
  const loaded = useViews(!isSummary);
  const View = isSummary ? SummaryView : loaded?.sectionViews.get(section.name);
  if (data === undefined || View === undefined) return <LoadingIndicator />;
  return <View {...props} data={data as never} />;
}

function Navigation(props: {
  head: HeadBlock;
  sections: readonly Section[];
  current: Section | undefined;
  home: { readonly label: string; readonly href: string } | undefined;
}) {
  const { head, sections, current, home } = props;
  const counts: Partial<Record<SectionName, number>> = {
    newErrors: head.newErrors,
    documents: head.documents.planned,
  };
  const [isOpen, setOpen] = useState(false);
  return (
    <nav
      class="rail"
      aria-label="Sections"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      {home && (
        <a class="rail-home" href={home.href}>
          {home.label}
        </a>
      )}
      <p class="rail-title">{head.processor.name}</p>
      <button
        type="button"
        class="menu-button"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span> {current?.label}
        <span class="visually-hidden">: all sections</span>
      </button>
      <div id="menu" class={isOpen ? 'rail-groups open' : 'rail-groups'}>
        {Object.entries(sectionGroups).map(([group, title]) => (
          <div key={group} class="rail-group">
            <p id={`rail-${group}`} class="rail-heading">
              {title}
            </p>
            <ul aria-labelledby={`rail-${group}`}>
              {sections
                .filter((section) => section.group === group)
                .map((section) => (
                  <li key={section.name}>
                    <a
                      href={formatAddress(section.name)}
                      onClick={() => setOpen(false)}
                      aria-current={section === current ? 'page' : undefined}
                    >
                      {section.label}
                      {counts[section.name] !== undefined && (
                        <span class="rail-count">{formatNumber(counts[section.name] ?? 0)}</span>
                      )}
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
      <div class="rail-foot">
        <SearchAndKeys head={head} />
        <p>
          <a href={formatAddress(printAddress)}>Print report</a>
        </p>
        <ThemeSwitch />
        <p>
          {head.tool.name} {head.tool.version}
        </p>
      </div>
    </nav>
  );
}

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <label class="theme">
      Colours{' '}
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = themes.find((name) => name === currentTarget.value);
          if (chosen) setTheme(chosen);
        }}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
