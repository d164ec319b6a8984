import type { ComponentChildren } from 'preact';
import type { Blocks } from '../blocks/report-blocks.ts';
import type { ViewProps } from '../state/blocks.ts';
import { ArraysView } from './arrays-section.tsx';
import { AttributionView } from './attribution-section.tsx';
import { ChangedView } from './changed-section.tsx';
import { ChartsView } from './charts-section.tsx';
import { ClassesView } from './classes-section.tsx';
import { ConfidenceView } from './confidence-section.tsx';
import { DocumentsView } from './documents-section.tsx';
import { FieldsView } from './fields-section.tsx';
import { GateView } from './gate-section.tsx';
import { LabelIssuesView } from './label-issues-section.tsx';
import { MethodView } from './method-section.tsx';
import { PacketsView } from './packets-section.tsx';
import { SampleSizeView } from './sample-size-section.tsx';
import { ServiceView } from './service-section.tsx';
import { SlicesView } from './slices-section.tsx';
import { SpeedView } from './speed-section.tsx';

interface SectionOf<Block extends keyof Blocks> {
  /** Name in the address. `HeadBlock.sections` lists the sections that a report has. */
  readonly name: string;
  readonly label: string;
  readonly block: Block;
  /** True if the section shows single documents. Their values come from the first repeat. */
  readonly firstRepeat?: boolean;
  readonly View: (props: ViewProps<Block>) => ComponentChildren;
}

export type Section = { [Block in keyof Blocks]: SectionOf<Block> }[keyof Blocks];

/** All sections in the order of the navigation. */
export const allSections: readonly Section[] = [
  { name: 'changed', label: 'What changed', block: 'head', View: ChangedView },
  { name: 'gate', label: 'Gate', block: 'gate', View: GateView },
  { name: 'fields', label: 'Fields', block: 'fields', firstRepeat: true, View: FieldsView },
  { name: 'arrays', label: 'Line items', block: 'arrays', firstRepeat: true, View: ArraysView },
  { name: 'documents', label: 'Documents', block: 'index', firstRepeat: true, View: DocumentsView },
  { name: 'classes', label: 'Classes', block: 'classes', firstRepeat: true, View: ClassesView },
  { name: 'packets', label: 'Packets', block: 'packets', firstRepeat: true, View: PacketsView },
  { name: 'attribution', label: 'Error attribution', block: 'attribution', View: AttributionView },
  {
    name: 'confidence',
    label: 'Confidence',
    block: 'confidence',
    firstRepeat: true,
    View: ConfidenceView,
  },
  { name: 'sample-size', label: 'Sample size', block: 'sample-size', View: SampleSizeView },
  { name: 'slices', label: 'Slices', block: 'slices', View: SlicesView },
  { name: 'label-issues', label: 'Label issues', block: 'label-issues', View: LabelIssuesView },
  { name: 'service', label: 'Service figures', block: 'service', View: ServiceView },
  { name: 'speed', label: 'Speed and cost', block: 'head', firstRepeat: true, View: SpeedView },
  { name: 'charts', label: 'Charts', block: 'charts', View: ChartsView },
  { name: 'method', label: 'Method', block: 'method', View: MethodView },
];
