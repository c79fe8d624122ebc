// The one list of what the console can ask the core, through every door.
import { concepts } from './concepts.ts';
import { conflicts } from './conflicts.ts';
import { system } from './system.ts';
import { traffic } from './traffic.ts';

export const contract = { system, traffic, concepts, conflicts };
export type Contract = typeof contract;
