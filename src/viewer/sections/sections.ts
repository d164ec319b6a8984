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

/** A section of the page. */
export interface Section<Block extends keyof Blocks = keyof Blocks> {
  /** Name in the address. `HeadBlock.sections` lists the sections that a report has. */
  readonly name: string;
  /** Name in the navigation. */
  readonly label: string;
  /** Block that `View` shows. */
  readonly block: Block;
  /** Whether the section shows values, counts or times of single documents. These come from the first repeat. */
  readonly firstRepeat?: boolean;
  readonly View: (props: ViewProps<Block>) => ComponentChildren;
}

/** All sections in the order of the navigation. */
export const allSections: readonly Section[] = [
  section({ name: 'changed', label: 'What changed', block: 'head', View: ChangedView }),
  section({ name: 'gate', label: 'Gate', block: 'gate', View: GateView }),
  section({ name: 'fields', label: 'Fields', block: 'fields', firstRepeat: true, View: FieldsView }),
  section({ name: 'arrays', label: 'Line items', block: 'arrays', firstRepeat: true, View: ArraysView }),
  section({ name: 'documents', label: 'Documents', block: 'index', firstRepeat: true, View: DocumentsView }),
  section({ name: 'classes', label: 'Classes', block: 'classes', firstRepeat: true, View: ClassesView }),
  section({ name: 'packets', label: 'Packets', block: 'packets', firstRepeat: true, View: PacketsView }),
  section({ name: 'attribution', label: 'Error attribution', block: 'attribution', View: AttributionView }),
  section({
    name: 'confidence',
    label: 'Confidence',
    block: 'confidence',
    firstRepeat: true,
    View: ConfidenceView,
  }),
  section({ name: 'sample-size', label: 'Sample size', block: 'sample-size', View: SampleSizeView }),
  section({ name: 'slices', label: 'Slices', block: 'slices', View: SlicesView }),
  section({ name: 'label-issues', label: 'Label issues', block: 'label-issues', View: LabelIssuesView }),
  section({ name: 'service', label: 'Service figures', block: 'service', View: ServiceView }),
  section({ name: 'speed', label: 'Speed and cost', block: 'head', firstRepeat: true, View: SpeedView }),
  section({ name: 'charts', label: 'Charts', block: 'charts', View: ChartsView }),
  section({ name: 'method', label: 'Method', block: 'method', View: MethodView }),
];

function section<Block extends keyof Blocks>(declared: Section<Block>): Section {
  // The page calls a view only with the data of its block.
  return declared as unknown as Section;
}
