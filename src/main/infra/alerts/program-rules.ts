// Alerts about this program's own work: an upstream that failed several times in a row, a model that was evicted while it was in use, failed jobs,
// old backups, notifications that fail, executions whose outcome is unknown. Pure but for the models seen at the look before. Called by
// alert-rules.ts.
// Source: agent, What it acts on (Alerts).
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { LoadedModel, UpstreamState } from '../../../shared/model/upstream.ts';
import { utcDay, utcMinute } from '../utc-words.ts';
import {
  alertKey,
  type Finding,
  findingAbout,
  type PlacedResource,
  type RuleFacts,
  type Standing,
} from './alert-facts.ts';

const HOUR = 3_600_000;
const BACKUP_MS = 26 * HOUR;
/** A model asked for within that time was wanted. */
const WANTED_MS = 10 * 60_000;

export function programFindings(facts: RuleFacts, standing: Standing): Finding[] {
  return [
    ...circuits(facts, standing),
    ...deadJobs(facts),
    ...oldBackup(facts),
    ...callouts(facts),
    ...unknown(facts),
    ...exploited(facts),
  ];
}

function circuits({ upstreams, resources }: RuleFacts, standing: Standing): Finding[] {
  return upstreams.flatMap((upstream): Finding[] => {
    const resource = upstreamResource(resources, upstream);
    const { name, circuit, url } = upstream;
    // While one request tries it, it is not well yet.
    const stood = standing.has(alertKey('circuit_open', name));
    const isOpen = circuit === 'open' || (circuit === 'half_open' && stood);
    // One alert for one cause: the upstream itself is known to be unreachable.
    const isTold = resource !== undefined && standing.has(alertKey('unreachable', resource.id));
    if (!isOpen || isTold) return [];
    const why = upstream.reason ? ` (${upstream.reason})` : '';
    const message = `${name} failed several times in a row and is asked last${why}: see whether it runs and answers at ${url}.`;
    return [findingAbout('circuit_open', 'critical', { about: name, name, resource }, message)];
  });
}

function deadJobs({ deadJobs: count }: RuleFacts): Finding[] {
  if (count <= 0) return [];
  const what = count === 1 ? 'A job was given up' : `${count} jobs were given up`;
  const message = `${what} after every try failed: look at Jobs for why, then try again or discard.`;
  return [aboutProgram('dead_job', 'warning', 'Jobs', message)];
}

function oldBackup({ newestBackupAt, programSince, now }: RuleFacts): Finding[] {
  const age = now - (newestBackupAt ?? programSince);
  if (age <= BACKUP_MS) return [];
  const hours = Math.floor(age / HOUR);
  const message =
    newestBackupAt === null
      ? `There is no backup, and the memory is ${hours} hours old: make one, or have one made every day.`
      : `The newest backup is ${hours} hours old: make one, and see why the daily one did not come.`;
  return [aboutProgram('backup_old', 'warning', 'Backups', message)];
}

function callouts({ callouts: failed }: RuleFacts): Finding[] {
  return failed.map(({ kind, message }) =>
    findingAbout('callout_failed', 'warning', { about: kind, name: 'Approvals' }, message),
  );
}

function unknown({ unknownOutcomes, resources }: RuleFacts): Finding[] {
  return unknownOutcomes.map(({ resourceId, resourceName: name, what, startedAt }) => {
    const resource = resources.find(({ id }) => id === resourceId);
    const message = `The outcome of this is unknown, begun at ${utcMinute(startedAt)}: ${what}. Check the resource and the history of Approvals, and request it again if it is still needed.`;
    return findingAbout('outcome_unknown', 'warning', { about: resourceId, name, resource }, message);
  });
}

function exploited({ exploited: found, resources, now }: RuleFacts): Finding[] {
  return found.map(({ key, project, vulnerability, component, product, resourceId, dueAt, fixedIn }) => {
    const resource = resources.find(({ id }) => id === resourceId);
    const due =
      dueAt === null
        ? ''
        : dueAt < now
          ? `, and was due on ${utcDay(dueAt)}`
          : `, and due on ${utcDay(dueAt)}`;
    const mend = fixedIn === null ? 'No fix is known: see' : `Update it to ${fixedIn}, or see`;
    const message = `${vulnerability} in ${component} is known to be exploited${due}. ${mend} Findings.`;
    return {
      ...findingAbout(
        'exploited',
        'critical',
        { about: key, name: resource?.name ?? product, resource },
        message,
      ),
      // The console shows the findings of one project.
      ...(project === DEFAULT_PROJECT ? { finding: key } : {}),
    };
  });
}

const aboutProgram = (
  rule: Finding['rule'],
  severity: Finding['severity'],
  name: string,
  message: string,
): Finding => findingAbout(rule, severity, { about: 'program', name }, message);

interface Held {
  readonly upstream: string;
  readonly model: LoadedModel;
}

/** Models that were loaded, are loaded no more before their time was up, and were asked for shortly before. */
export class WantedModels {
  #loaded: ReadonlyMap<string, Held> = new Map();
  #evicted = new Map<string, { upstream: string; model: string }>();

  findings(facts: RuleFacts): Finding[] {
    const loaded = new Map<string, Held>();
    const silent = new Set<string>();
    for (const upstream of facts.upstreams) {
      // One that does not answer says nothing of what it holds.
      if (!upstream.ok) silent.add(upstream.name);
      for (const model of upstream.loaded) {
        loaded.set(keyOf(upstream.name, model.name), { upstream: upstream.name, model });
      }
    }
    for (const [key, held] of this.#loaded) {
      const { upstream, model } = held;
      if (loaded.has(key)) continue;
      if (silent.has(upstream)) loaded.set(key, held);
      else if (isEarly(model, facts.now) && isWanted(facts, upstream, model.name)) {
        this.#evicted.set(key, { upstream, model: model.name });
      }
    }
    this.#loaded = loaded;
    return this.#still(facts, loaded);
  }

  /** Until it is loaded again, or nobody has asked for it for a while, or its upstream is no more. */
  #still(facts: RuleFacts, loaded: ReadonlyMap<string, Held>): Finding[] {
    const found: Finding[] = [];
    for (const [key, { upstream, model }] of this.#evicted) {
      const there = facts.upstreams.find(({ name }) => name === upstream);
      if (!there || loaded.has(key) || !isWanted(facts, upstream, model)) {
        this.#evicted.delete(key);
        continue;
      }
      const parent = upstreamResource(facts.resources, there)?.id;
      const resource = facts.resources.find(
        (each) => each.kind === 'model' && each.name === model && each.parent === parent,
      );
      const subject = { about: `${upstream}:${model}`, name: model, resource };
      const message = `${model} was put out of memory on ${upstream} while it was in use: another model took its place. Load fewer models there, or send one of them elsewhere.`;
      found.push(findingAbout('model_evicted', 'warning', subject, message));
    }
    return found;
  }
}

/** Ollama puts a model out when its time is up: nobody took that from it. */
function isEarly({ expiresAt }: LoadedModel, now: number): boolean {
  return expiresAt === null || expiresAt > now;
}

function isWanted({ askedAt, now }: RuleFacts, upstream: string, model: string): boolean {
  const at = askedAt(upstream, model);
  return at !== null && now - at <= WANTED_MS;
}

function upstreamResource(
  resources: readonly PlacedResource[],
  { name }: UpstreamState,
): PlacedResource | undefined {
  return resources.find((each) => each.kind === 'upstream' && each.name === name);
}

const keyOf = (upstream: string, model: string): string => JSON.stringify([upstream, model]);
