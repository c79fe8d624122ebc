#!/usr/bin/env node
// The `festinger` command (and `gutask`, the same program). A process that is going to serve first gets the limits it needs.
import { runUnderMallocLimits } from './process/malloc-limits.ts';

const [word = 'serve'] = process.argv.slice(2);
if (word === 'serve' || word === 'start' || word.startsWith('-')) runUnderMallocLimits();
await import('./cli/main.ts');
