// Promise: whose words a turn holds is decided by the request: by instructions in front of it, and by what the turn before
// handed over.
import { describe, expect, it } from 'vitest';
import { indexOf } from '../testing/rig.ts';
import { promptTurns } from '../body/prompt-turns.ts';
import { segmentsOf } from './segments.ts';
