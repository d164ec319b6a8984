import { NameTable } from '../../base/name-table.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { jsonLines } from '../../viewer/blocks/json-lines.ts';
import {
  type HeadBlock,
  imageAbsence,
  type OmittedContent,
  type PlacesBlock,
} from '../../viewer/blocks/report-blocks.ts';
import { buildDetails, detailBudget } from './build-details.ts';
import { encodeBlock } from './encode-block.ts';
import {
  collectPageImages,
  imageBudgetBytes,
  imagesOnRequest,
  type PageImage,
  type PageImageSource,
} from './page-images.ts';
import { sectionBlocks, sectionNames } from './section-blocks.ts';

export interface BlockOptions {
  /**
   * Source of the page images; `null` for a report page without page images. With `on-request`, no image is read now.
   * The report page requests the page images of a document when it shows the document.
   */
  readonly images: PageImageSource | 'on-request' | null;
  /** Maximum total size of the page images, in bytes of base64. */
  readonly imageBudget?: number;
  /** Maximum total size of the values of documents, in bytes of base64. */
  readonly detailBudget?: number;
}

/** The data of a report page. */
export interface ReportBlocks {
  readonly head: HeadBlock;
  /** All blocks except the first one (the head), by name, as base64 of deflated JSON. */
  readonly blocks: ReadonlyMap<string, string>;
  /** Page images by the position of their document in the record. */
  readonly images: ReadonlyMap<number, readonly PageImage[]>;
}

/**
 * Builds the data of a report page: one block per section, and the values and page images of the shown documents.
 * `codeSize` is the size of the page's scripts and styles in bytes. A larger `codeSize` leaves less space for values.
 */
export async function buildBlocks(
  model: ReportModel,
  options: BlockOptions,
  codeSize = 0,
): Promise<ReportBlocks> {
  const fields = new NameTable(model.fields.map((row) => row.field));
  const budget = options.imageBudget ?? imageBudgetBytes;
  const isLater = options.images === 'on-request';
  const images = isLater ? imagesOnRequest(model) : await collectPageImages(model, options.images, budget);
  const positionOf = (item: number) => model.items[item]?.position ?? -1;
  const blocks = new Map<string, string>();
  const add = async (values: Iterable<[name: string, value: unknown]>) => {
    const encoded = Array.from(
      values,
      async ([name, value]) => [name, await encodeBlock(JSON.stringify(value))] as const,
    );
    for (const [name, content] of await Promise.all(encoded)) blocks.set(name, content);
  };
  await add(sectionBlocks(model));
  blocks.set('index', await encodeBlock(jsonLines(model.index)));
  const size = [...blocks.values()].reduce((sum, content) => sum + content.length, codeSize);
  const details = await buildDetails(
    model.items,
    options.detailBudget ?? detailBudget(model.documents.planned, size),
    {
      fields,
      whole: model.documents.rule === null,
      hasImages: (item) => Number(images.of[item]) > 0,
      foundPlaces: images.places,
    },
  );
  const places: PlacesBlock = {
    fields: fields.names,
    positions: model.items.map(({ position }) => position),
    detail: details.of,
    images: images.of.map((image) => (typeof image === 'number' ? image : -imageAbsence.indexOf(image))),
    texts: Array.from(images.texts.keys(), positionOf),
  };
  await add([['places', places]]);
  details.blocks.forEach((content, number) => {
    blocks.set(`detail-${number}`, content);
  });
  await add(images.texts.entries().map(([item, text]) => [`text-${positionOf(item)}`, text]));
  const omitted: OmittedContent = {
    details: details.omitted,
    images: {
      inlined: images.images.size,
      overBudget: images.overBudget,
      budgetBytes: budget,
      isCropped: !isLater && options.images?.isCropped === true,
    },
  };
  return {
    head: headBlock(model, omitted, sectionNames(model)),
    blocks,
    images: new Map(Array.from(images.images, ([item, pages]) => [positionOf(item), pages])),
  };
}

function headBlock(model: ReportModel, omitted: OmittedContent, sections: HeadBlock['sections']): HeadBlock {
  const { versions, comparison } = model;
  return {
    title: model.title,
    kind: model.kind,
    createdAt: model.createdAt,
    tool: model.tool,
    processor: model.processor,
    dataset: model.dataset,
    rerun: model.rerun,
    documents: model.documents,
    versions,
    newErrors: model.changeCounts?.newErrors ?? 0,
    speed: model.speed,
    speedChanges: comparison?.speed ?? [],
    notComparable: comparison?.notComparable ?? [],
    restrictions: comparison?.restrictions ?? [],
    documentsNeeded: comparison?.documentsNeeded ?? null,
    sections,
    repeats: model.repeats ?? 1,
    omitted,
  };
}
