// Every call of the contract, implemented.
import { approvals, notifications } from './approvals.ts';
import { assistant } from './assistant.ts';
import { audit } from './audit.ts';
import { api } from './base.ts';
import { briefs } from './briefs.ts';
import { bundles } from './bundles.ts';
import { clients } from './clients.ts';
import { concepts } from './concepts.ts';
import { conflicts } from './conflicts.ts';
import { edits } from './edits.ts';
import { evidence } from './evidence.ts';
import { findings } from './findings.ts';
import { jobs } from './jobs.ts';
import { loops } from './loops.ts';
import { models, reader } from './models.ts';
import { resolution } from './resolution.ts';
import { alerts, resources } from './resources.ts';
import { start, system } from './system.ts';
import { traffic } from './traffic.ts';
import { transfer } from './transfer.ts';
import { upstreams } from './upstreams.ts';

export const router = api.router({
  system,
  traffic,
  upstreams,
  resources,
  alerts,
  approvals,
  assistant,
  clients,
  loops,
  concepts,
  edits,
  conflicts,
  resolution,
  jobs,
  models,
  reader,
  notifications,
  audit,
  transfer,
  evidence,
  findings,
  briefs,
  bundles,
  start,
});
