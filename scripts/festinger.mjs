// The `festinger` command from a checkout: builds what is stale, quietly, then runs the built command line.
import './preflight.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, root } from './build.mjs';

buildIfStale({ quiet: true });
await import(pathToFileURL(join(root, 'out', 'main', 'cli.js')).href);
