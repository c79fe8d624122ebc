// The end of the demo, as one: its agents and its upstream stop, what they told is taken out of the memory as an action that can be
// undone, and its requests, sessions, documents, models and settings go for good. What an operator or another agent told stays. That it
// was removed is kept in the database, so that `--demo` does not bring it back there. Assembled by wire.ts. Source: console, First run.
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import { DEFAULT_SETTINGS, type SettingKey } from '../../shared/model/settings.ts';
import type { DemoRemoved } from '../../shared/model/start/first-run.ts';
import type { Evidence } from '../advisory/evidence/evidence.ts';
import type { Findings } from '../advisory/findings/findings.ts';
import type { Cards } from '../agent/loop/parts.ts';
import type { AssistantDesk } from '../agent/sessions/desk.ts';
import { TEST_CLIENT } from '../console/test-prompt.ts';
import { isDemoAgent } from '../fixtures/agents/names.ts';
import { isDemoTold } from '../fixtures/facts.ts';
import type { ModelsService } from '../llm/open-llm.ts';
import type { Memory } from '../memory/memory.ts';
import type { ProxyService } from '../proxy/proxy.ts';
import type { TrafficLog } from '../proxy/traffic/traffic-log.ts';
import type { LiveSettings } from '../settings/settings-service.ts';
import { dropOutputsAbout } from '../store/briefs/outputs.ts';
import { removeEcosystems } from '../store/evidence/ecosystems.ts';
import type { Store } from '../store/store.ts';
import { readConfig, writeConfig } from '../store/tables/config.ts';
import { DEMO_MODELS, DEMO_SETTINGS, type Demo } from './demo.ts';
import { DEMO_ORIGIN, demoDocuments } from './demo-evidence.ts';
import { BY } from './demo-sessions.ts';

const KEY = 'demo_removed';
const REASON = 'The demo was removed.';
const PAGE = 100;

/** `begun`: it was to be removed, and not all of it could be; then it brings nothing more, and can be removed again. */
export type RemovalState = 'none' | 'begun' | 'done';

/** How far its removal from this database has come. */
export async function removalState(store: Store): Promise<RemovalState> {
  const text = await readConfig(store.reader, KEY);
  return text === undefined ? 'none' : text === 'done' ? 'done' : 'begun';
}

export interface DemoRemovalParts {
  readonly demo: Demo;
  readonly store: Store;
  readonly clock: Clock;
  readonly memory: Pick<Memory, 'graphEdits' | 'idle' | 'reader'>;
  readonly traffic: Pick<TrafficLog, 'forgetOf'>;
  readonly proxy: Pick<ProxyService, 'idle' | 'forget'>;
  readonly settings: Pick<LiveSettings, 'current' | 'set' | 'rows'>;
  readonly models: Pick<ModelsService, 'list' | 'remove'>;
  readonly assistant: AssistantDesk;
  readonly cards: Pick<Cards, 'lastOf' | 'deny'>;
  readonly evidence: Pick<Evidence, 'documents' | 'remove'>;
  readonly findings: Pick<Findings, 'list' | 'match'>;
  /** The upstreams are others now. */
  readonly upstreamsChanged: () => Promise<void>;
  /** What is counted and listed of clients that are gone. */
  readonly forgetClients: (isGone: (client: string) => boolean) => Promise<void>;
  /** Nothing is known and nothing was asked: the first run is offered. */
  readonly beginAnew: () => Promise<void>;
}

/** Once; a repeat finds nothing more to do. @throws AppError UNAVAILABLE; what was done by then stays done, and a repeat does the rest */
export async function removeDemo(parts: DemoRemovalParts, actor: string): Promise<DemoRemoved> {
  const { demo, store, clock, memory, proxy, traffic } = parts;
  const note = (state: RemovalState) => store.write((writer) => writeConfig(writer, KEY, state, clock.now()));
  // First of all, so that a start after a crash half way does not tell it again.
  await note('begun');
  await demo.stopAgents();
  await proxy.idle();
  await memory.idle();
  const isGone = (client: string) => isDemoAgent(client) || client === TEST_CLIENT;
  // Before their facts go: a model that is reading what they said finds its job gone, and adds none.
  await memory.reader.forgetOf(isGone);
  const isTheirs = isDemoTold;
  const taken = await memory.graphEdits.takeOut({
    project: DEFAULT_PROJECT,
    isTheirs,
    actor,
    reason: REASON,
  });
  const sessions = await removeSessions(parts);
  const documents = await removeEvidence(parts);
  demo.leave();
  await parts.upstreamsChanged();
  await demo.close();
  await resetSettings(parts);
  const requests = traffic.forgetOf(isGone);
  proxy.forget();
  await parts.forgetClients(isGone);
  await parts.beginAnew();
  await note('done');
  const { facts, conflicts, action } = taken;
  return { facts, conflicts, sessions, documents, requests, actionId: action?.id ?? null };
}

async function removeSessions({ assistant, cards }: DemoRemovalParts): Promise<number> {
  const { sessions } = await assistant.state({ search: '', limit: 200 });
  const own = sessions.filter(({ started_by: by }) => by === BY);
  for (const { id } of own) {
    const card = await cards.lastOf(id);
    if (card?.status === 'pending') await cards.deny(card.id, REASON, BY);
    await assistant.remove(id, BY);
  }
  return own.length;
}

async function removeEvidence({ evidence, findings, store }: DemoRemovalParts): Promise<number> {
  const project = DEFAULT_PROJECT;
  const { findings: found } = await findings.list({ project, view: 'all', offset: 0, limit: PAGE });
  const isDemos = await demoDocuments(store);
  let removed = 0;
  for (let offset = 0; ; ) {
    const { documents } = await evidence.documents({ project, offset, limit: PAGE });
    if (documents.length === 0) break;
    const own = documents.filter(({ sha256 }) => isDemos.has(sha256));
    for (const { id } of own) await evidence.remove(project, id);
    removed += own.length;
    // What stays is behind us; what comes next has moved up by what went.
    offset += documents.length - own.length;
  }
  if (removed === 0) return 0;
  await store.write((writer) => removeEcosystems(writer, project, DEMO_ORIGIN));
  await findings.match(project);
  const { findings: left } = await findings.list({ project, view: 'all', offset: 0, limit: PAGE });
  const staying = new Set(left.map(({ vulnerability }) => vulnerability));
  const gone = [...new Set(found.map(({ vulnerability }) => vulnerability))].filter(
    (one) => !staying.has(one),
  );
  await store.write((writer) => dropOutputsAbout(writer, project, gone));
  return removed;
}

/** What the demo had chosen and nobody has chosen otherwise since. */
async function resetSettings({ settings, models }: DemoRemovalParts): Promise<void> {
  const own = (await models.list()).filter(({ label }) => DEMO_MODELS.has(label));
  const ids = new Set(own.map(({ id }) => id));
  for (const { key, value, setBy } of settings.rows()) {
    const isDemos = DEMO_SETTINGS[key as SettingKey] === value || ids.has(String(value));
    if (isDemos && setBy === 'console')
      await settings.set(key as SettingKey, DEFAULT_SETTINGS[key as SettingKey]);
  }
  for (const { id, version } of own) await models.remove(id, version);
}
