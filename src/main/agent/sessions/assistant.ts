// The assistant: its sessions, and the runs in them. One run a session at a time; what is said is checked before anything of it is kept. Called by the
// doors through desk.ts. Source: agent, The loop (sessions), Over HTTP.
import type { AssistantState, Mentionable, SessionSnapshot } from '../../../shared/contract/assistant.ts';
import type { ChatEvent } from '../../../shared/model/assistant/events.ts';
import type { Schedule, ScheduleWish } from '../../../shared/model/assistant/schedule.ts';
import type { Session } from '../../../shared/model/assistant/transcript.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  listSessions,
  readBrokenOff,
  readEntries,
  readSession,
  removeSession,
  type StoredSession,
} from '../../store/assistant/sessions.ts';
import type { Told } from '../../streams/ordered-events.ts';
import { Listeners } from '../../streams/watched.ts';
import { begin, lookedUp } from '../loop/begin.ts';
import { Closing, type RunEnv } from '../loop/env.ts';
import { stateOf } from '../loop/fsm.ts';
import type { ModelAbout } from '../loop/model-port.ts';
import type { LoopParts } from '../loop/parts.ts';
import { Repeats } from '../loop/repeats.ts';
import { TOOL_SPECS } from '../loop/request/prepare.ts';
import { roomOf } from '../loop/request/room.ts';
import { goOn } from '../loop/run.ts';
import { newRun, type RunState, readRunState } from '../loop/run-state.ts';
import type { AssistantDesk, Begun, Said, SessionChange } from './desk.ts';
import { type LiveParts, LiveSession } from './live-session.ts';
import { mentionables } from './mentionables.ts';
import { type Investigation, type ScheduleParts, Schedules } from './schedules.ts';
import { memoryFromJson, newMemory } from './session-memory.ts';
import { refreshStoppedWrites } from './stopped-writes.ts';
import { takeUp } from './take-up.ts';

/** Sessions nobody follows and nothing runs in are read anew when they are asked for. */
const MOST_LIVE = 40;
const TITLE_CHARS = 60;
/** Tools that a small model is not offered, by name. */
const MOST_NAMED = 3;
/** Where no model is chosen: nothing is sent then. */
const LEAST_CONTEXT_TOKENS = 8192;

export interface AssistantParts extends LiveParts {
  readonly loop: LoopParts;
  readonly alerts: ScheduleParts['alerts'];
  budget(): Promise<AssistantState['budget']>;
  setReadOnly(on: boolean, by: string): Promise<void>;
  investigationsPerHour(): number;
  /** Alerts begin investigations by themselves. */
  investigatesAlerts(): boolean;
}

export class Assistant implements AssistantDesk {
  readonly #parts: AssistantParts;
  readonly #live = new Map<string, LiveSession>();
  readonly #loading = new Map<string, Promise<LiveSession>>();
  readonly #listeners = new Listeners();
  readonly #schedules: Schedules;
  readonly #unhear: () => void;
  #closing = false;

  constructor(parts: Omit<AssistantParts, 'onChange'>) {
    this.#parts = { ...parts, onChange: () => this.#listeners.tell() };
    this.#schedules = new Schedules({
      ...{ store: parts.store, clock: parts.clock, ids: parts.loop.ids, host: parts.host },
      alerts: parts.alerts,
      resourceOf: (id) => parts.loop.known.resources().find((one) => one.id === id) ?? null,
      ...{ perHour: () => parts.investigationsPerHour(), watchesAlerts: () => parts.investigatesAlerts() },
      isBusy: () => [...this.#live.values()].some((one) => one.underWay?.state.profile === 'investigation'),
      investigate: (wish) => this.#investigate(wish),
      onFault: (error) => parts.loop.onFault(error),
    });
    this.#unhear = parts.loop.cards.onChange(() => {
      for (const session of this.#live.values()) this.#refresh(session);
    });
  }

  /** Takes up what was broken off, and follows the clock. Call it once, when everything else is there. */
  async start(): Promise<void> {
    for (const id of await readBrokenOff(this.#parts.store.reader, this.#parts.host)) {
      try {
        await this.#takeUp(await this.#session(id));
      } catch (error) {
        this.#parts.loop.onFault(error);
      }
    }
    this.#schedules.start();
  }

  /** Leaves every run as it is: the next start takes it up. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#unhear();
    this.#schedules.close();
    const running = [...this.#live.values()].flatMap(({ underWay }) => (underWay ? [underWay] : []));
    for (const { abort } of running) abort.abort(new Closing());
    await Promise.all(running.map(({ over }) => over));
    this.#listeners.clear();
  }

  get running(): number {
    return [...this.#live.values()].filter(({ underWay }) => underWay !== null).length;
  }

  async state({ search, limit }: { search: string; limit: number }): Promise<AssistantState> {
    const { store, loop } = this.#parts;
    const [{ sessions, total }, about, budget] = await Promise.all([
      listSessions(store, { search, limit }),
      loop.model.about(null),
      this.#parts.budget(),
    ]);
    const { id, label, isLocal, tools, contextTokens } = about;
    const problem = about.problem ?? limitOf(about);
    return {
      sessions: sessions.map((one) => this.#live.get(one.id)?.shown() ?? this.#shown(one)),
      ...{ total, budget, readOnly: loop.switches().readOnly },
      model: { id, label, isLocal, problem, tools, contextTokens },
    };
  }

  watch(hear: () => void): () => void {
    return this.#listeners.add(hear);
  }

  async session(id: string): Promise<SessionSnapshot> {
    const session = await this.#session(id);
    return { session: session.shown(), ...session.snapshot() };
  }

  async *follow(
    id: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<Told<ChatEvent>, void, void> {
    yield* (await this.#session(id)).follow(lastEventId, signal);
  }

  async holds(id: string, eventId: string): Promise<boolean> {
    return (await this.#session(id)).holds(eventId);
  }

  async send(said: Said): Promise<Begun> {
    this.#refuseClosing();
    const session = said.id === null ? this.#newSession(said) : await this.#own(said.id);
    // It has said its last word, and is only being written down.
    if (session.underWay?.ended) await session.underWay.over;
    refuseBusy(session);
    session.taking = true;
    try {
      const { loop } = this.#parts;
      const { profile = session.profile, modelId = session.modelId } = said;
      const about = await loop.model.about(modelId);
      if (about.problem !== null) throw new AppError('UNAVAILABLE', about.problem);
      const found = await lookedUp(
        loop,
        session.memory,
        { text: said.message, mentions: said.mentions },
        AbortSignal.timeout(10_000),
      );
      this.#live.set(session.id, session);
      const since = session.snapshot().lastEventId;
      session.change({ profile, modelId });
      const state = newRun({
        ...{ id: loop.ids(), by: said.by, profile, model: modelId, startedAt: loop.clock.now() },
        loose: said.looseBecause ?? null,
      });
      begin(loop, session, state, { text: said.message, mentions: said.mentions, found });
      await this.#run(session, state);
      return { session: session.shown(), runId: state.id, since };
    } finally {
      session.taking = false;
    }
  }

  async steer(id: string, message: string): Promise<{ waiting: number }> {
    this.#refuseClosing();
    const session = await this.#own(id);
    if (!session.underWay || session.underWay.ended)
      throw new AppError('NOT_ALLOWED', 'Nothing runs in this session: say it as a message.');
    return { waiting: session.steer(message) };
  }

  async stop(id: string): Promise<Session> {
    const session = await this.#own(id);
    const { underWay } = session;
    if (underWay) {
      underWay.abort.abort(new AppError('CANCELLED', 'The operator stopped it.'));
      await underWay.over;
    }
    return session.shown();
  }

  async answer(questionId: string, answer: string): Promise<void> {
    for (const session of this.#live.values()) if (session.answer(questionId, answer)) return;
    throw new AppError('NOT_FOUND', 'Nobody waits for an answer to that (any more).');
  }

  async decidePlan(
    planId: string,
    { planHash, ...word }: { planHash: string; approve: boolean; reason: string; by: string },
  ): Promise<void> {
    for (const session of this.#live.values()) if (session.decidePlan(planId, planHash, word)) return;
    throw new AppError('STALE_VERSION', 'Nobody waits for a word on that plan (any more).');
  }

  async update(id: string, change: SessionChange): Promise<Session> {
    const session = await this.#own(id);
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    session.change(Object.fromEntries(given));
    await session.keep();
    return session.shown();
  }

  async rewind(id: string, entryId: string): Promise<SessionSnapshot> {
    const session = await this.#own(id);
    refuseBusy(session);
    session.rewind(entryId);
    await session.keep();
    this.#listeners.tell();
    return await this.session(id);
  }

  async remove(id: string): Promise<void> {
    await this.#own(id);
    await this.stop(id);
    this.#live.delete(id);
    await this.#parts.store.write((writer) => removeSession(writer, id));
    this.#listeners.tell();
  }

  mentionables(text: string, limit: number): Promise<Mentionable[]> {
    return mentionables(this.#parts.loop, text, limit);
  }

  async setReadOnly(on: boolean, by: string): Promise<void> {
    await this.#parts.setReadOnly(on, by);
    this.#listeners.tell();
  }

  schedules(): Promise<Schedule[]> {
    return this.#schedules.list();
  }

  saveSchedule(id: string | null, wish: ScheduleWish, by: string): Promise<Schedule[]> {
    return this.#schedules.save(id, wish, by);
  }

  removeSchedule(id: string): Promise<Schedule[]> {
    return this.#schedules.remove(id);
  }

  async runSchedule(id: string): Promise<Session> {
    return (await this.session(await this.#schedules.runNow(id))).session;
  }

  async #investigate(wish: Investigation): Promise<string> {
    const { message, mentions, startedBy: by } = wish;
    const { session } = await this.send({
      ...{ id: null, message, mentions, profile: 'investigation', by },
    });
    await this.update(session.id, { title: wish.title });
    return session.id;
  }

  /** @returns when it is written down that it runs */
  async #run(session: LiveSession, state: RunState): Promise<void> {
    const env = await this.#env(session, state);
    session.changed();
    await session.keep();
    this.#letGo();
    if (session.underWay) session.underWay.over = this.#over(session, goOn(env));
  }

  /** A run that an earlier life of this process left behind. */
  async #takeUp(session: LiveSession): Promise<void> {
    const state = readRunState(session.brokenOff);
    session.brokenOff = null;
    if (!state) return await session.keep();
    const env = await this.#env(session, state);
    session.changed();
    if (session.underWay) session.underWay.over = this.#over(session, takeUp(env));
  }

  async #over(session: LiveSession, work: Promise<void>): Promise<void> {
    await work;
    if (this.#closing) return;
    session.underWay = null;
    session.changed();
    await session.keep().catch((error: unknown) => this.#parts.loop.onFault(error));
  }

  async #env(session: LiveSession, state: RunState): Promise<RunEnv> {
    const { loop } = this.#parts;
    const abort = new AbortController();
    session.underWay = { state, abort, over: Promise.resolve(), ended: false };
    const about = await loop.model.about(state.model);
    return {
      ...{ parts: loop, session, run: state, repeats: new Repeats(), signal: abort.signal },
      ...{ planned: [], recovering: [], provider: about.provider ?? 'none', model: about.label ?? 'none' },
      room: roomOf(about.contextTokens ?? LEAST_CONTEXT_TOKENS, TOOL_SPECS),
    };
  }

  #newSession({ message, profile = 'interactive', modelId = null, by }: Said): LiveSession {
    const { loop, host } = this.#parts;
    const now = loop.clock.now();
    const title = message.trim().replaceAll(/\s+/g, ' ').slice(0, TITLE_CHARS);
    return new LiveSession(
      this.#parts,
      {
        ...{ id: loop.ids(), host, title, pinned: false, profile, modelId },
        ...{ startedBy: by, createdAt: now, updatedAt: now },
      },
      newMemory(),
    );
  }

  #session(id: string): Promise<LiveSession> {
    const live = this.#live.get(id);
    if (live) return Promise.resolve(live);
    const loading = this.#loading.get(id) ?? this.#load(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #load(id: string): Promise<LiveSession> {
    const { reader } = this.#parts.store;
    const stored = await readSession(reader, id);
    if (!stored) throw new AppError('NOT_FOUND', `There is no session ${id.slice(0, 100)}.`);
    const entries = await readEntries(reader, id);
    const session = new LiveSession(this.#parts, stored, memoryFromJson(stored.state), entries);
    session.brokenOff = stored.run;
    this.#live.set(id, session);
    this.#letGo();
    this.#refresh(session);
    return session;
  }

  #refresh(session: LiveSession): void {
    const { cards, onFault } = this.#parts.loop;
    if (!session.shown().here) return;
    const keep = (isChanged: boolean) => {
      if (!isChanged || this.#live.get(session.id) !== session) return;
      session.changed();
      return session.keep();
    };
    refreshStoppedWrites(session, cards).then(keep).catch(onFault);
  }

  /** One that this host carries on. @throws AppError NOT_FOUND, NOT_ALLOWED */
  async #own(id: string): Promise<LiveSession> {
    const session = await this.#session(id);
    if (!session.shown().here)
      throw new AppError('NOT_ALLOWED', 'This session belongs to another host: go on with it there.');
    return session;
  }

  /** Those that nobody looks at go, the longest unused first. */
  #letGo(): void {
    if (this.#live.size <= MOST_LIVE) return;
    const idle = [...this.#live.values()]
      .filter((one) => !one.underWay && !one.taking && !one.isFollowed)
      .toSorted((a, b) => a.updatedAt - b.updatedAt);
    for (const { id } of idle.slice(0, this.#live.size - MOST_LIVE)) this.#live.delete(id);
  }

  #shown(stored: StoredSession): Session {
    const { fsm } = memoryFromJson(stored.state);
    const { id, title, pinned, profile, modelId, startedBy, createdAt, updatedAt } = stored;
    const run = stored.run as { id?: unknown } | null;
    return {
      ...{ id, title, pinned, profile, model_id: modelId, here: stored.host === this.#parts.host },
      ...{ state: stateOf(fsm), waits: null, unverified: fsm.unproven.map((one) => one.resourceName) },
      run_id: typeof run?.id === 'string' ? run.id : null,
      ...{ started_by: startedBy, created_at: createdAt, updated_at: updatedAt },
    };
  }

  #refuseClosing(): void {
    if (this.#closing) throw new AppError('UNAVAILABLE', 'Festinger is stopping.', undefined, true);
  }
}

/** What a model that can be asked lacks, as a sentence; null for nothing. */
function limitOf({ label, tools, contextTokens, isContextAssumed }: ModelAbout): string | null {
  if (tools === false) return `${label} cannot call tools: it can talk, and look at nothing.`;
  if (contextTokens === null) return null;
  const size = `${contextTokens.toLocaleString('en')} tokens`;
  const { leftOut } = roomOf(contextTokens, TOOL_SPECS);
  const named = leftOut.slice(0, MOST_NAMED).join(', ');
  const more = leftOut.length > MOST_NAMED ? ` and ${leftOut.length - MOST_NAMED} more` : '';
  const without = leftOut.length === 0 ? '' : ` There is no room for the tools ${named}${more}.`;
  if (isContextAssumed)
    return `The context of ${label} is not known; ${size} are assumed.${without} Test it in Settings, or set its context there.`;
  return leftOut.length === 0 ? null : `${label} holds ${size}.${without}`;
}

function refuseBusy(session: LiveSession): void {
  if (session.underWay || session.taking)
    throw new AppError(
      'LOCKED',
      'It is still at work in this session: wait, steer it, or stop it.',
      undefined,
      true,
    );
}
