import type { FieldRow, ReportModel } from '../../model/report/report-model.ts';
import type { ClassSection } from '../../model/report/report-sections.ts';
import type { ComparisonVerdict, PairedComparison } from '../../model/score/comparison.ts';
import {
  isWithinLabelNoise,
  type LabelCeilingFigure,
  type Measurement,
  withinLabelNoise,
} from '../../model/score/measurement.ts';
import type { RowColumn } from './document-row.ts';
import { sectionLink } from './page-link.ts';
import type { SheetCell } from './sheet-cell.ts';
import type { Sheet } from './write-workbook.ts';

/** A row of the sheet: a field, or a type of documents or pages. */
interface PartRow {
  readonly name: string;
  readonly link: string;
  readonly expected: number;
  readonly comparison: PairedComparison | null;
  readonly notComparable?: string;
  readonly precision: readonly Measurement[];
  readonly recall: readonly Measurement[];
  readonly f1: readonly Measurement[];
  readonly field?: FieldRow;
}

const verdicts: Readonly<Record<ComparisonVerdict, SheetCell>> = {
  improved: { value: '▲ better', style: 'better' },
  regressed: { value: '▼ worse', style: 'worse' },
  equivalent: '= same',
  inconclusive: '◇ inconclusive',
};

/** Returns the sheet with the fields or types. Returns `null` if the report has neither. */
export function fieldsSheet(model: ReportModel): Sheet | null {
  const names = model.versions.map(({ name }) => name);
  const fields = model.fields.filter(({ isLeaf }) => isLeaf);
  if (fields.length > 0)
    return partsSheet('Fields', fields.map(fieldPart), [
      ...fieldColumns(names),
      ...ceilingColumns(fields.map(fieldPart)),
    ]);
  if (model.classes === null) return null;
  const types = typeParts(model, model.classes);
  return partsSheet('Types', types, [...typeColumns(names, model.classes.unit), ...ceilingColumns(types)]);
}

function partsSheet(name: string, rows: readonly PartRow[], columns: readonly RowColumn<PartRow>[]): Sheet {
  const text = texts[name] ?? '';
  return {
    name,
    text,
    columns,
    above: [{ cells: [{ value: text, style: 'note' }] }],
    table: true,
    rows: rows.map((row) => ({ cells: columns.map(({ of }) => of(row)) })),
    count: rows.length,
  };
}

const texts: Readonly<Record<string, string>> = {
  Fields: 'One row per field, in the order of the schema. The sheet Summary explains the columns.',
  Types: 'One row per type. The sheet Summary explains the columns.',
};

function fieldPart(field: FieldRow): PartRow {
  return { ...field, name: field.field, link: sectionLink('fields'), expected: field.support, field };
}

function typeParts({ comparison }: ReportModel, { perClass }: ClassSection): PartRow[] {
  const compared = new Map(comparison?.classes.map((row) => [row.scope, row]));
  return perClass.map((row) => ({
    ...row,
    name: row.label,
    link: sectionLink('classes'),
    expected: row.support,
    comparison: compared.get(`class:${row.label}`) ?? null,
  }));
}

function fieldColumns(versions: readonly string[]): RowColumn<PartRow>[] {
  const last = versions.length - 1;
  const now = versions[last] ?? '';
  const count = (head: string, doc: string, of: (field: FieldRow) => number | undefined) => ({
    head: `${head}, ${now}`,
    width: 11,
    style: 'integer' as const,
    doc,
    of: ({ field }: PartRow) => (field && of(field)) ?? null,
  });
  return [
    nameColumn('Field', 'Name of the field in the schema. A click opens the fields in the report page.'),
    ...changeColumns(versions),
    {
      head: 'Documents with a value',
      width: 13,
      style: 'integer',
      doc: 'Number of documents in which the field has a value.',
      of: ({ expected }) => expected,
    },
    ...rateColumns(versions, {
      found: ['Values right', 'Share of the expected values that were read correctly.'],
      right: ['Answers that are right', 'Share of the answers that are right.'],
      both: ['Both together (F1)', 'Harmonic mean of the two shares before this column.'],
    }),
    count(
      'Wrong',
      'Number of values that differ from the expected value.',
      ({ counts }) => counts[last]?.incorrect,
    ),
    count('Missing', 'Number of expected values without an answer.', ({ counts }) => counts[last]?.missing),
    count(
      'Extra',
      'Number of values that the document does not have.',
      ({ counts }) => counts[last]?.spurious,
    ),
    {
      head: `Most frequent error, ${now}`,
      width: 48,
      style: 'text',
      doc: 'The most frequent pair of an expected value and a wrong answer.',
      of: ({ field }) => frequentError(field),
    },
  ];
}

function typeColumns(versions: readonly string[], unit: ClassSection['unit']): RowColumn<PartRow>[] {
  return [
    nameColumn('Type', 'Name of the type. A click opens the types in the report page.'),
    ...changeColumns(versions),
    {
      head: unit === 'pages' ? 'Pages of this type' : 'Documents of this type',
      width: 13,
      style: 'integer',
      doc: `Number of ${unit} whose correct type is this one.`,
      of: ({ expected }) => expected,
    },
    ...rateColumns(versions, {
      found: [
        `${unit === 'pages' ? 'Pages' : 'Documents'} of this type found`,
        `Share of the ${unit} of this type that were recognised.`,
      ],
      right: [
        'Answers of this type that are right',
        'Of the answers with this type, the share that is right.',
      ],
      both: ['Both together (F1)', 'Harmonic mean of the two shares before this column.'],
    }),
  ];
}

function nameColumn(head: string, doc: string): RowColumn<PartRow> {
  return { head, width: 30, style: 'link', doc, of: ({ name, link }) => ({ value: name, link }) };
}

/** Returns the columns of the comparison; empty if the report has only one version. */
function changeColumns(versions: readonly string[]): RowColumn<PartRow>[] {
  if (versions.length < 2) return [];
  const points = (head: string, doc: string, of: (change: Measurement) => number | null | undefined) => ({
    head,
    width: 11,
    style: 'change' as const,
    doc,
    of: ({ comparison }: PartRow) => hundredths(comparison && of(comparison.difference)),
  });
  return [
    {
      head: 'Verdict',
      width: 17,
      style: 'text',
      doc: 'Better or worse: the difference is larger than chance explains. Same: too small to matter. Inconclusive: too few documents to decide.',
      of: ({ comparison, notComparable }) =>
        notComparable !== undefined
          ? `not compared: ${notComparable}`
          : comparison
            ? verdicts[comparison.verdict]
            : '',
    },
    points(
      'Change, of 100',
      'Difference of "Both together (F1)" between the last and the earlier version, of 100.',
      ({ value }) => value,
    ),
    points(
      'Change at least',
      'Lower end of the range that contains the true change.',
      ({ interval }) => interval?.low,
    ),
    points(
      'Change at most',
      'Upper end of the range that contains the true change.',
      ({ interval }) => interval?.high,
    ),
  ];
}

type Measure = 'found' | 'right' | 'both';
const membersOf = { found: 'recall', right: 'precision', both: 'f1' } as const;

/** Returns one column for each measure and version. */
function rateColumns(
  versions: readonly string[],
  texts: Readonly<Record<Measure, readonly [head: string, doc: string]>>,
): RowColumn<PartRow>[] {
  return (['found', 'right', 'both'] as const).flatMap((measure) =>
    versions.map((version, i) => {
      const [head, doc] = texts[measure];
      const of = (row: PartRow) => row[membersOf[measure]][i]?.value ?? null;
      return { head: `${head}, ${version}`, width: 14, style: 'percent' as const, doc, of };
    }),
  );
}

/** Returns the columns with the label ceiling of F1; empty if no row has a label ceiling. */
function ceilingColumns(rows: readonly PartRow[]): RowColumn<PartRow>[] {
  const ceilingOf = ({ f1 }: PartRow) => f1.at(-1)?.labelCeiling;
  if (!rows.some(ceilingOf)) return [];
  const share = (head: string, doc: string, of: (ceiling: LabelCeilingFigure) => number) => ({
    head,
    width: 12,
    style: 'percent' as const,
    doc,
    of: (row: PartRow) => {
      const ceiling = ceilingOf(row);
      return ceiling === undefined ? null : of(ceiling);
    },
  });
  const both = '"Both together (F1)"';
  return [
    share(
      'A faultless reader reaches',
      `Value of ${both} that a reader without errors is expected to reach, because some labels are wrong.`,
      ({ value }) => value,
    ),
    share(
      'A faultless reader reaches, at least',
      'Lower end of the range that contains this value.',
      ({ low }) => low,
    ),
    share(
      'A faultless reader reaches, at most',
      'Upper end of the range that contains this value.',
      ({ high }) => high,
    ),
    {
      head: 'Documents annotated twice',
      width: 12,
      style: 'integer',
      doc: 'Number of documents that were labelled twice. Differences between the two labels show how many labels are wrong.',
      of: (row) => ceilingOf(row)?.documents ?? null,
    },
    {
      head: 'Reading',
      width: 30,
      style: 'text',
      doc: `"${withinLabelNoise}" if wrong labels alone can explain the errors of the last version.`,
      of: ({ f1 }) => {
        const last = f1.at(-1);
        return last !== undefined && isWithinLabelNoise(last) ? withinLabelNoise : '';
      },
    },
  ];
}

function hundredths(share: number | null | undefined): number | null {
  return share == null ? null : Math.round(share * 1e6) / 1e4;
}

function frequentError(field: FieldRow | undefined): string {
  const found = field?.confusions[0];
  if (found === undefined) return '';
  const times = found.times === 1 ? 'once' : `${found.times} times`;
  return `expected ${found.expected}, read ${found.predicted} (${times})`;
}
