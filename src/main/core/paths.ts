// Where the built parts lie, seen from a source file or from a bundle.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
/** From source: src/main/core -> the checkout; bundled: out/main -> the checkout or the app. */
const root = import.meta.url.endsWith('.ts') ? join(here, '../../..') : join(here, '../..');

export const rendererDir = (): string => join(root, 'out', 'renderer');
export const preloadFile = (): string => join(root, 'out', 'preload', 'index.cjs');
/** The program's own list of components, which the build writes. */
export const ownSbomFile = (): string => join(root, 'out', 'festinger.cdx.json');
/** The file that GET /gutask gives out. */
export const gutaskFile = (): string => join(root, 'resources', 'gutask.sh');
