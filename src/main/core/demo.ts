// `--demo`: the scripted upstream, the story told once into an empty graph, six things to act on, two sessions of the assistant (not with
// `--no-sessions`), findings in invented packages (not with `--no-evidence`), and the scripted agents (not with `--no-agents`).
// Nothing in it is left to chance: every demo says the same.
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT, type Fact } from '../../shared/model/graph.ts';
import type { NewLanguageModel } from '../../shared/model/language-model.ts';
import type { SettingKey } from '../../shared/model/settings.ts';
import { startDemoAgents } from '../fixtures/agents.ts';
import {
  DEMO_CONFLICTS,
  DEMO_FACTS,
  DEMO_SETTLED,
  type DemoFact,
  demoProvenance,
} from '../fixtures/facts.ts';
import { type RecordedRequest, startDemoUpstream } from '../fixtures/upstream.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { parseFact } from '../graph/text/fact-grammar.ts';
import { DemoProvider } from '../infra/providers/demo/provider.ts';
import { World } from '../infra/providers/demo/world.ts';
import type { ModelsService } from '../llm/open-llm.ts';
import type { Memory } from '../memory/memory.ts';
import type { UpstreamSetting } from '../settings/config.ts';
import type { LiveSettings } from '../settings/settings-service.ts';
import type { Log } from '../telemetry/log.ts';
import { type DemoEvidenceParts, takeDemoEvidence } from './demo-evidence.ts';
import { type DemoStage, EXPIRY_MINUTES, EXPIRY_MS, MODEL, playSessions } from './demo-sessions.ts';

const TOKEN_MS = 25;
const PROMPT_TOKEN_MS = 0.4;
const PULL_MS = 6000;
/** It answers any number at once: more than its agents ask for are left to the assistant, which then gives way to none of them. */
const SLOTS = 16;
/** How long it takes to do something to one of the demo's things. */
const ACT_MS = 1200;
/** After what waits in the sessions is over. */
const AGAIN_MS = EXPIRY_MS + 60_000;
const AT_ONCE = { firstTokenMs: 0, tokenMs: 0 } as const;

/** Asked about conflicts, and reads statements in the prompts of the demo's agents; the scripted upstream plays it, so no address is given. */
const DEMO_MODEL: NewLanguageModel = {
  ...{ label: 'qwen2.5 (demo)', provider: 'ollama', baseUrl: null, modelName: 'qwen2.5:7b' },
  ...{ inputPrice: null, outputPrice: null, contextTokens: 32_768 },
};

/** By their labels: those that the demo adds. */
export const DEMO_MODELS: ReadonlySet<string> = new Set([DEMO_MODEL.label, MODEL.label]);

/** What the demo sets, but for the models. */
export const DEMO_SETTINGS: Readonly<Partial<Record<SettingKey, unknown>>> = {
  // The demo's prompts are nobody's; Traffic may show them whole.
  traffic_keep_bodies: true,
  // Its conflicts have waited for days; a run that was missed would decide them before anybody looks.
  resolution_paused: true,
  // Set with the sessions: their card is there for as long as somebody may look.
  approval_expiry_minutes: EXPIRY_MINUTES,
};

export interface Demo {
  /** False once it was removed. */
  readonly isOn: boolean;
  readonly upstream: UpstreamSetting;
  /** The six things there are to act on. */
  readonly home: DemoProvider;
  /** Tells the story to a memory that knows nothing yet. */
  tell(parts: DemoParts): Promise<void>;
  /** Plays the assistant's sessions where there are none. Never throws. */
  play(stage: Omit<DemoStage, 'signal' | 'hurry' | 'clock'>): void;
  /** Takes in evidence where there is none. Never throws. */
  takeEvidence(parts: Pick<DemoEvidenceParts, 'store' | 'evidence' | 'findings' | 'briefs'>): void;
  startAgents(baseUrl: string): void;
  /** Those, the sessions that are still played, and evidence that is still taken in. */
  stopAgents(): Promise<void>;
  /** It was removed: there is nothing to act on any more. */
  leave(): void;
  close(): Promise<void>;
}

export interface DemoParts {
  readonly memory: Memory;
  readonly graph: ConceptGraph;
  readonly settings: Pick<LiveSettings, 'set'>;
  readonly models: Pick<ModelsService, 'add'>;
}

export interface DemoOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** `person`: as fast as a small model writes; `none`: nobody waits for anything. */
  readonly pace: 'person' | 'none';
  /** Whether it has agents, in whose prompts its model reads. */
  readonly hasAgents: boolean;
}

export async function openDemo({ clock, log, pace, hasAgents }: DemoOptions): Promise<Demo> {
  const isForPerson = pace === 'person';
  const speed = isForPerson ? { tokenMs: TOKEN_MS, promptTokenMs: PROMPT_TOKEN_MS, pullMs: PULL_MS } : {};
  const upstream = await startDemoUpstream({ clock, speed });
  const world = new World({ clock, paceMs: isForPerson ? ACT_MS : 0 });
  const stopped = new AbortController();
  let playing: Promise<void> = Promise.resolve();
  let taking: Promise<void> = Promise.resolve();
  let later = () => {};
  let agents: { stop(): Promise<void> } | undefined;
  const home = new DemoProvider(world);
  let isOn = true;
  let closing: Promise<void> | undefined;
  const play: Demo['play'] = (stage) => {
    const { signal } = stopped;
    if (signal.aborted) return;
    const hurry = () => upstream.script({ when: isAssistants, behave: AT_ONCE });
    playing = playSessions({ ...stage, clock, signal, hurry }).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'the sessions of the demo could not be played');
    });
    later = clock.after(AGAIN_MS, () => play(stage));
  };
  return {
    upstream: { name: 'demo', url: upstream.url, weight: 1, headers: {}, slots: SLOTS },
    home,
    get isOn() {
      return isOn;
    },
    leave() {
      isOn = false;
      home.leave();
    },
    async tell({ memory, graph, settings, models }) {
      if (graph.edgeCount > 0) return;
      await tellStory(memory, clock.now());
      await chooseSettings(settings, models, hasAgents);
    },
    play,
    takeEvidence({ store, evidence, findings, briefs }) {
      const uuid = () => crypto.randomUUID();
      taking = takeDemoEvidence({ store, evidence, findings, briefs, clock, uuid }).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'the evidence of the demo could not be taken in');
        },
      );
    },
    startAgents(baseUrl) {
      agents = startDemoAgents({ baseUrl, clock, log });
    },
    async stopAgents() {
      stopped.abort();
      later();
      await playing;
      await taking;
      await agents?.stop();
    },
    close() {
      closing ??= upstream.close();
      return closing;
    },
  };
}

const isAssistants = (request: RecordedRequest): boolean =>
  request.body.includes('You are the assistant of Festinger Console');

async function chooseSettings(
  settings: DemoParts['settings'],
  models: DemoParts['models'],
  hasAgents: boolean,
): Promise<void> {
  await settings.set('traffic_keep_bodies', DEMO_SETTINGS.traffic_keep_bodies);
  await settings.set('resolution_paused', DEMO_SETTINGS.resolution_paused);
  const { id } = await models.add(DEMO_MODEL);
  await settings.set('resolve_model_id', id);
  if (hasAgents) await settings.set('reader_model_id', id);
}

async function tellStory(memory: Memory, now: number): Promise<void> {
  const tell = async (fact: DemoFact) =>
    (await memory.tell(DEFAULT_PROJECT, [factOf(fact)], demoProvenance(fact, now)))[0];
  for (const fact of DEMO_FACTS) await tell(fact);
  for (const { told, decision, reason } of DEMO_SETTLED) {
    const outcome = await tell(told);
    if (outcome?.conflictId === undefined) throw new Error(`the demo's fact "${told.fact}" met no conflict`);
    const { id, version } = await memory.read.conflict(outcome.conflictId);
    await memory.decisions.decide(id, decision, { actor: 'operator', reason, expectedVersion: version });
  }
  for (const fact of DEMO_CONFLICTS) await tell(fact);
}

function factOf(told: DemoFact): Fact {
  const parsed = parseFact(told.fact);
  if (!parsed.ok)
    throw new Error(
      `the demo's fact "${told.fact}" is malformed at column ${parsed.column}: ${parsed.message}`,
    );
  return { ...parsed.fact, confidence: told.confidence };
}
