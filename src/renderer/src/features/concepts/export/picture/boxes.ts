// The boxes of a picture with their names, as the canvas paints them: one look a kind, whatever differs by sign and border. Pure.

import type { ElementDefinition } from 'cytoscape';
import { showHidden } from '../../../../../../shared/hidden-characters.ts';
import { BOX_HEIGHT } from '../../layout/tree-layout.ts';
import { type BoxShape, type Paint, type Shape, type TextShape, text } from './shapes.ts';

interface Look {
  readonly fill: string;
  readonly border: string;
  readonly borderWidth: number;
  readonly dash: readonly number[];
  readonly text: string;
  readonly font: TextShape['font'];
  readonly weight: number;
  readonly isItalic: boolean;
}

const PLAIN: Look = {
  ...{ fill: '--n1', border: '--n7', borderWidth: 1, dash: [], text: '--n12' },
  ...{ font: 'mono', weight: 400, isItalic: false },
};
const DOTS: readonly number[] = [2, 2];
const ENDED: Partial<Look> = { border: '--bad-border', borderWidth: 2, dash: DOTS, text: '--n10' };

const BY_PLACE: Readonly<Record<string, Partial<Look>>> = {
  above: { fill: '--n3' },
  focus: { fill: '--accent-tint', border: '--accent-border', borderWidth: 2, weight: 600 },
  more: { fill: '--n2', dash: [4, 3], text: '--n10', font: 'text' },
  gone: ENDED,
};

const BY_CHANGE: Readonly<Record<string, Partial<Look>>> = {
  added: { border: '--ok-border', borderWidth: 2 },
  moved: { border: '--info-border', borderWidth: 2 },
  renamed: { border: '--info-border', borderWidth: 2 },
  gone: ENDED,
};

const ON_THE_WAY: Partial<Look> = { border: '--n6', text: '--n10', isItalic: true };

const lookOf = ({ place, change, way }: ElementDefinition['data']): Look => ({
  ...PLAIN,
  ...BY_PLACE[String(place)],
  ...BY_CHANGE[String(change)],
  ...(way === true ? ON_THE_WAY : {}),
});

export const isBox = ({ data, position }: ElementDefinition): boolean =>
  position !== undefined && data.place !== 'joint';

export function boxesOf(elements: readonly ElementDefinition[], paint: Paint): Shape[] {
  return elements.filter(isBox).flatMap(({ data, position = { x: 0, y: 0 } }): Shape[] => {
    const look = lookOf(data);
    const [width, label, id] = [Number(data.width), String(data.label), String(data.id)];
    const isCut =
      label.includes('…') && (data.place === 'focus' || data.place === 'below' || data.place === 'above');
    const box: BoxShape = {
      ...{
        kind: 'box',
        x: position.x - width / 2,
        y: position.y - BOX_HEIGHT / 2,
        width,
        height: BOX_HEIGHT,
      },
      ...{ radius: 6, fill: paint(look.fill), stroke: paint(look.border), strokeWidth: look.borderWidth },
      ...{ dash: look.dash, title: isCut ? showHidden(id) : null },
    };
    const { font, weight, isItalic } = look;
    return [box, text(label, position, { fill: paint(look.text), font, weight, isItalic })];
  });
}
