// Vitest's global setup: programs that tests start are the built one, which is what ships and starts faster than the sources.
import { buildIfStale } from './build.mjs';

export const setup = () => buildIfStale();
