import type { PageCrop } from '../../model/report/summary.ts';
import { readImages } from '../state/blocks.ts';
import type { StoredImage } from '../state/report-source.ts';

/**
 * Space that a zoom leaves to the left and to the right of the boxes, in pixels. Above and below the boxes, it leaves a
 * quarter of this space.
 */
const margin = 40;

/** A page is drawn at most this many times as wide as the picture. */
const largestZoom = 4;

type Boxes = PageCrop['boxes'];

/** Draws a part of a page into each element of the class `crop`. Removes an element if its page has no image. */
export function drawCrops(root: Element, imagesOf: (position: number) => number): void {
  for (const element of root.querySelectorAll<HTMLElement>('.crop')) {
    const { position = '', page = '', boxes = '[]' } = element.dataset;
    readImages(Number(position), imagesOf(Number(position))).then((images) => {
      const image = images.find((one) => one.page === Number(page));
      if (image) drawCrop(element, image, JSON.parse(boxes) as Boxes);
      else element.remove();
    });
  }
}

/** Returns the size of an element. Returns no size if it is not yet laid out. */
function shownSize(element: HTMLElement): { readonly width?: number; readonly height?: number } {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 ? { width, height } : {};
}

/** Shows the part of a page around the boxes. Without boxes, shows the upper part of the page. */
function drawCrop(element: HTMLElement, image: StoredImage, boxes: Boxes): void {
  // Elements that are shown only in print have no size yet.
  const { width = 320, height = 80 } = shownSize(element);
  const ratio = image.height / image.width;
  const around = boxes.length === 0 ? { left: 0, top: 0, right: 1, bottom: 0 } : unionOf(boxes);
  const fit = Math.min(
    (width - 2 * margin) / Math.max(0.01, around.right - around.left),
    (height - margin / 2) / Math.max(0.005, (around.bottom - around.top) * ratio),
  );
  const shown = boxes.length === 0 ? width : Math.min(width * largestZoom, Math.max(width, fit));
  const left = clamp(((around.left + around.right) / 2) * shown - width / 2, shown - width);
  const top = clamp(((around.top + around.bottom) / 2) * shown * ratio - height / 2, shown * ratio - height);
  element.style.backgroundImage = `url(${image.address})`;
  element.style.backgroundSize = `${shown}px auto`;
  element.style.backgroundPosition = `${-left}px ${-top}px`;
  const marks = boxes.map((box) => {
    const mark = document.createElement('span');
    mark.className = box.version === 0 && boxes.some(({ version }) => version > 0) ? 'box before' : 'box now';
    mark.style.left = `${box.left * shown - left - 2}px`;
    mark.style.top = `${box.top * shown * ratio - top - 2}px`;
    mark.style.width = `${(box.right - box.left) * shown + 4}px`;
    mark.style.height = `${(box.bottom - box.top) * shown * ratio + 4}px`;
    return mark;
  });
  element.replaceChildren(...marks);
}

function unionOf(boxes: Boxes): { left: number; top: number; right: number; bottom: number } {
  // The picture shows the box of the last version. If the box of another version is near this box, the picture shows it
  // too. A picture of distant boxes would be too small to read.
  const last = boxes.at(-1) as Boxes[number];
  const near = boxes.filter(
    (box) => Math.abs(box.top - last.top) < 0.05 && Math.abs(box.left - last.left) < 0.3,
  );
  return {
    left: Math.min(...near.map((box) => box.left)),
    top: Math.min(...near.map((box) => box.top)),
    right: Math.max(...near.map((box) => box.right)),
    bottom: Math.max(...near.map((box) => box.bottom)),
  };
}

function clamp(value: number, largest: number): number {
  return Math.max(0, Math.min(value, Math.max(0, largest)));
}
