import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HeadBlock, SectionName } from './blocks/report-blocks.ts';
import { ArraysSection } from './sections/arrays-section.tsx';
import { AttributionView } from './sections/attribution-view.tsx';
import { ChangedSection } from './sections/changed-section.tsx';
import { ChartsSection } from './sections/charts-section.tsx';
import { ClassesSection } from './sections/classes-section.tsx';
import { ConfidenceView } from './sections/confidence-view.tsx';
import { DocumentView } from './sections/document-view.tsx';
import { DocumentsSection } from './sections/documents-section.tsx';
import { FieldsSection } from './sections/fields-section.tsx';
import { GateView } from './sections/gate-view.tsx';
import { LabelIssuesView } from './sections/label-issues-view.tsx';
import { MethodView } from './sections/method-view.tsx';
import { PacketsView } from './sections/packets-view.tsx';
import { SampleSizeView } from './sections/sample-size-view.tsx';
import { ServiceView } from './sections/service-view.tsx';
import { SlicesSection } from './sections/slices-section.tsx';
import { SpeedSection } from './sections/speed-section.tsx';
import { type Address, formatAddress, useAddress } from './state/address.ts';
import { blockFailure, loadBlock } from './state/blocks.ts';

const sectionLabels: Record<SectionName, string> = {
  changed: 'What changed',
  gate: 'Gate',
  fields: 'Fields',
  arrays: 'Line items',
  documents: 'Documents',
  classes: 'Classes',
  packets: 'Packets',
  attribution: 'Error attribution',
  confidence: 'Confidence',
  'sample-size': 'Sample size',
  slices: 'Slices',
  'label-issues': 'Label issues',
  service: 'Service figures',
  speed: 'Speed and cost',
  charts: 'Charts',
  method: 'Method',
};

/** Sections that show something of the first repeat alone. */
const ofFirstRepeat = new Set<SectionName | 'document'>([
  'fields',
  'arrays',
  'documents',
  'document',
  'classes',
  'packets',
  'confidence',
  'speed',
]);

export function App({ head }: { head: HeadBlock }) {
  const address = useAddress();
  const section = currentSection(address, head);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    document.title = `${sectionLabel(section, head)} · ${head.title}`;
  }, [section]);
  useEffect(() => {
    scrollTo(0, 0);
  }, [section, address.argument]);
  useEffect(() => {
    // Decoded ahead, so that printing and the first click find it ready.
    setTimeout(() => loadBlock('fields').catch(() => setBroken(true)), 50);
    addEventListener(blockFailure, () => setBroken(true));
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to the content
      </button>
      <Rail head={head} section={section} />
      <main id="main" tabIndex={-1}>
        {broken && (
          <p class="failure" role="alert">
            <span class="worse">✗ Part of this file cannot be read.</span> It is incomplete or was changed;
            write the report again with goldset report.
          </p>
        )}
        {head.repeats > 1 && ofFirstRepeat.has(section) && (
          <p class="quiet">
            Documents were run up to {head.repeats} times. Rates, intervals and tests rest on all repeats;
            single documents, outcomes and counts, confidence, time and cost are those of the first.
          </p>
        )}
        <SectionBody head={head} address={address} section={section} />
      </main>
    </>
  );
}

function skipToMain(): void {
  document.getElementById('main')?.focus();
}

function currentSection(address: Address, head: HeadBlock): SectionName | 'document' {
  if (address.section === 'document') return 'document';
  return head.sections.find((name) => name === address.section) ?? 'changed';
}

function sectionLabel(section: SectionName | 'document', head: HeadBlock): string {
  if (section === 'document') return 'Document';
  return section === 'changed' && head.versions.length < 2 ? 'Summary' : sectionLabels[section];
}

function Rail({ head, section }: { head: HeadBlock; section: SectionName | 'document' }) {
  const active = section === 'document' ? 'documents' : section;
  return (
    <nav class="rail" aria-label="Sections">
      <p class="rail-title">{head.processor.name}</p>
      <ul>
        {head.sections.map((name) => (
          <li key={name}>
            <a href={formatAddress(name)} aria-current={name === active ? 'page' : undefined}>
              {sectionLabel(name, head)}
              {name === 'documents' && <span class="rail-count">{head.documents.planned}</span>}
            </a>
          </li>
        ))}
      </ul>
      <p class="rail-foot">
        {head.tool.name} {head.tool.version}
      </p>
    </nav>
  );
}

function SectionBody(props: {
  head: HeadBlock;
  address: Address;
  section: SectionName | 'document';
}): ComponentChildren {
  const { head, address } = props;
  switch (props.section) {
    case 'changed':
      return <ChangedSection head={head} />;
    case 'gate':
      return <GateView />;
    case 'fields':
      return <FieldsSection head={head} address={address} />;
    case 'arrays':
      return <ArraysSection head={head} />;
    case 'documents':
      return <DocumentsSection head={head} address={address} />;
    case 'document':
      return <DocumentView head={head} address={address} />;
    case 'classes':
      return <ClassesSection head={head} address={address} />;
    case 'packets':
      return <PacketsView head={head} />;
    case 'attribution':
      return <AttributionView />;
    case 'confidence':
      return <ConfidenceView head={head} address={address} />;
    case 'sample-size':
      return <SampleSizeView head={head} />;
    case 'slices':
      return <SlicesSection head={head} />;
    case 'label-issues':
      return <LabelIssuesView />;
    case 'service':
      return <ServiceView />;
    case 'speed':
      return <SpeedSection head={head} />;
    case 'charts':
      return <ChartsSection />;
    case 'method':
      return <MethodView head={head} />;
  }
}
