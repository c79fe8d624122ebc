// The one list of what the console can ask the core, through every door.
import { audit } from './audit.ts';
import { concepts } from './concepts.ts';
import { conflicts } from './conflicts.ts';
import { jobs } from './jobs.ts';
import { models } from './models.ts';
import { resolution } from './resolution.ts';
import { system } from './system.ts';
import { traffic } from './traffic.ts';
import { transfer } from './transfer.ts';

export const contract = {
  system,
  traffic,
  concepts,
  conflicts,
  resolution,
  jobs,
  models,
  audit,
  transfer,
};
export type Contract = typeof contract;
