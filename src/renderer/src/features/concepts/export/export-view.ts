// Takes out what is looked at in Concepts: reads what is shown, has the file made, and hands it to the browser's own download. Loaded when
// it is first wanted. What goes wrong is said.
import type { ElementDefinition } from 'cytoscape';
import { api, describeFailure } from '../../../session/client.ts';
import { saveFile } from '../../../session/files/save-file.ts';
import { i18n } from '../../../session/i18n.ts';
import { DEFAULT_PROJECT } from '../../../session/project.ts';
import { routeNow } from '../../../session/router.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { dimensionHue } from '../../../ui/hue.ts';
import { aroundElements, forceInput } from '../around/around-elements.ts';
import { openLayoutThread } from '../around/around-layout.ts';
import { aroundStore } from '../around/around-store.ts';
import { shiftsOf } from '../arrange/places-store.ts';
import { canvasElements } from '../canvas/canvas-elements.ts';
import { resolver } from '../canvas/canvas-style.ts';
import { compareStore } from '../compare/compare-store.ts';
import { type Around, conceptsStore } from '../concepts-store.ts';
import { draftStore } from '../draft/draft-store.ts';
import { handStore } from '../draft/hand-store.ts';
import { drawnOf } from '../draft/use-drawn.ts';
import { looksOf } from '../filter/looks.ts';
import { captionsOf } from './captions.ts';
import { fileName } from './file-name.ts';
import type { Format } from './formats.ts';
import { graphMl, jsonOfView } from './graph-files.ts';
import { pngOf } from './picture/png.ts';
import { sceneOf } from './picture/scene.ts';
import type { Scene } from './picture/shapes.ts';
import { svgOf } from './picture/svg.ts';
import { csvOfBetween, csvOfChanges, csvOfView } from './tables.ts';
import { type Viewed, viewedAround, viewedTree } from './viewed.ts';

/** What is looked at, in each of the ways it can be taken out. */
interface Taken {
  readonly viewed: Viewed;
  readonly elements: () => ElementDefinition[] | Promise<ElementDefinition[]>;
  readonly csv: () => string | Promise<string>;
}

const about = (now: number) => ({ project: DEFAULT_PROJECT, looks: looksOf(routeNow().query), now });

/** Laid out as on the screen: the same input always stands the same way. */
async function placedAround(around: Around, only: string | null): Promise<ElementDefinition[]> {
  const thread = openLayoutThread();
  try {
    return aroundElements(around, (await thread.place(forceInput(around))) ?? [], only);
  } finally {
    thread.close();
  }
}

function takenAround(now: number): Taken | null {
  const { around, hops, only } = aroundStore.getState();
  if (around === null || around.focus !== routeNow().id) return null;
  const viewed = viewedAround(around, hops, only, about(now));
  return { viewed, elements: () => placedAround(around, only), csv: () => csvOfView(viewed) };
}

function takenTree(now: number): Taken | null {
  const { neighbourhood } = conceptsStore.getState();
  if (neighbourhood === null) return null;
  const { view } = routeNow().query;
  const isPast = looksOf(routeNow().query).at !== null;
  const { difference } = compareStore.getState();
  const isEdited = handStore.getState().isEditing && !isPast;
  const edges = isEdited ? (draftStore.getState().look?.edges ?? []) : null;
  const drawn = drawnOf(neighbourhood, edges, difference);
  const isCompared = !isEdited && difference?.dimension === neighbourhood.dimension;
  const against = { isDraft: isEdited, since: isCompared ? difference.from : null };
  const viewed = viewedTree(neighbourhood, drawn, { ...about(now), ...against });
  const csv = async () => {
    const { over, dimension } = neighbourhood;
    if (view === 'table' && over !== null)
      return csvOfBetween(await api.concepts.between({ dimension, other: over.dimension }));
    if (view === 'table' && !isPast && difference !== null) return csvOfChanges(difference);
    return csvOfView(viewed);
  };
  const more = (count: number) => i18n.t('concepts.moreChildren', { count });
  return { viewed, elements: () => canvasElements(neighbourhood, more, drawn, shiftsOf(neighbourhood)), csv };
}

async function pictureOf({ viewed, elements }: Taken): Promise<Scene> {
  const hue = viewed.view === 'around' ? null : dimensionHue(viewed.dimension ?? '');
  return sceneOf(await elements(), captionsOf(viewed), hue, resolver());
}

const TYPES: Readonly<Record<Format, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  csv: 'text/csv;charset=utf-8',
  graphml: 'application/xml',
  json: 'application/json',
};

async function bitmapOf(taken: Taken): Promise<Blob> {
  const bitmap = await pngOf(await pictureOf(taken));
  if (bitmap === null) throw new Error(i18n.t('concepts.export.tooLarge'));
  return bitmap;
}

const MADE: Readonly<Record<Format, (taken: Taken) => BlobPart | Promise<BlobPart>>> = {
  svg: async (taken) => svgOf(await pictureOf(taken)),
  png: bitmapOf,
  csv: (taken) => taken.csv(),
  graphml: ({ viewed }) => graphMl(viewed),
  json: ({ viewed }) => jsonOfView(viewed),
};

export async function exportView(format: Format): Promise<void> {
  const now = Date.now();
  const { query } = routeNow();
  const { at } = looksOf(query);
  const taken = query.view === 'around' && at === null ? takenAround(now) : takenTree(now);
  if (taken === null) return sayFailed(i18n.t('concepts.export.notYet'));
  const { focus: concept, dimension } = taken.viewed;
  const name = fileName({ concept, dimension, at, now }, format);
  try {
    saveFile(new Blob([await MADE[format](taken)], { type: TYPES[format] }), name);
    say(i18n.t('concepts.export.saved', { name }));
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}
