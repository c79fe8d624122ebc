// A picture as a bitmap, sharp on fine screens and in print: painted here, so that it has the page's own letters, and needs no address.
import { FONTS, type Scene, type Shape } from './shapes.ts';

const SHARP = 2;
/** What browsers hold in a bitmap: pixels of a side, and of all of it. */
const MOST_SIDE = 16_000;
const MOST_PIXELS = 100_000_000;

/** How many pixels become of one: less where the picture is very large. */
export const sharpness = ({ width, height }: Pick<Scene, 'width' | 'height'>): number =>
  Math.min(SHARP, MOST_SIDE / width, MOST_SIDE / height, Math.sqrt(MOST_PIXELS / (width * height)));

function paint(on: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'text') {
    on.font = `${shape.isItalic ? 'italic ' : ''}${String(shape.weight)} ${String(shape.size)}px ${FONTS[shape.font]}`;
    on.textAlign = shape.anchor === 'start' ? 'left' : 'center';
    on.textBaseline = 'middle';
    on.fillStyle = shape.fill;
    on.fillText(shape.text, shape.x, shape.y);
    return;
  }
  const path = new Path2D(shape.kind === 'line' ? shape.path : undefined);
  if (shape.kind === 'box') path.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
  const [fill, stroke, width] =
    shape.kind === 'box'
      ? [shape.fill, shape.stroke, shape.strokeWidth]
      : shape.isFilled
        ? [shape.stroke, null, 0]
        : [null, shape.stroke, shape.width];
  on.globalAlpha = shape.kind === 'line' ? shape.opacity : 1;
  on.setLineDash([...shape.dash]);
  if (fill !== null) {
    on.fillStyle = fill;
    on.fill(path);
  }
  if (stroke !== null) {
    on.strokeStyle = stroke;
    on.lineWidth = width;
    on.stroke(path);
  }
  on.globalAlpha = 1;
}

/** @returns null where the browser has no room for a bitmap so large */
export async function pngOf(scene: Scene): Promise<Blob | null> {
  const scale = sharpness(scene);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(scene.width * scale));
  canvas.height = Math.max(1, Math.floor(scene.height * scale));
  const on = canvas.getContext('2d');
  await Promise.all(Object.values(FONTS).map((font) => document.fonts.load(`12px ${font}`)));
  if (!on) return null;
  on.fillStyle = scene.background;
  on.fillRect(0, 0, canvas.width, canvas.height);
  on.setTransform(scale, 0, 0, scale, -scene.x * scale, -scene.y * scale);
  for (const shape of scene.shapes) paint(on, shape);
  return new Promise((done) => {
    canvas.toBlob(done, 'image/png');
  });
}
