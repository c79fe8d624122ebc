// Every call of the contract, implemented.
import { api } from './base.ts';
import { concepts } from './concepts.ts';
import { conflicts } from './conflicts.ts';
import { system } from './system.ts';
import { traffic } from './traffic.ts';

export const router = api.router({ system, traffic, concepts, conflicts });
