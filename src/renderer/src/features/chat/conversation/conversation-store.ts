// The open session as this window holds it: the transcript as it stands and as it goes on, what waits to be handed over, what was just said. Read once,
// then followed from where that ends; after a gap it is read anew, so that no word is lost or there twice. Events are taken together, at a pace the page can hold.
// Fed by `assistant.session|follow`; everything that changes a session goes through here. Source: console, Chat.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChatEvent } from '../../../../../shared/model/assistant/events.ts';
import type { Entry, EntryOf, Mention, Session } from '../../../../../shared/model/assistant/transcript.ts';
import { attempt } from '../../../session/ask.ts';
import { type Api, api, connection, describeFailure, follow } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';
import { beforeNextPicture, type Schedule } from './pace.ts';
import { type Held, told } from './told.ts';

type Calls = Pick<
  Api['assistant'],
  'session' | 'follow' | 'send' | 'steer' | 'stop' | 'answer' | 'decidePlan' | 'rewind' | 'update'
>;
export type Said = Parameters<Calls['send']>[0];
export type SessionPart = Omit<Parameters<Calls['update']>[0], 'id'>;

export interface Conversation extends Held {
  /** The one that is open; null for one that does not exist yet. */
  readonly id: string | null;
  /** Entries are what they were at some time, not merely none yet. */
  readonly isRead: boolean;
  readonly failure: Failure | null;
  /** On its way: what is said, until it stands in the transcript. */
  readonly sending: { readonly text: string; readonly runId: string | null } | null;
  /** Stop was asked for and the run has not ended yet. */
  readonly isStopping: boolean;
  /** Holds the session until the signal ends. */
  watch(id: string | null, signal: AbortSignal): Promise<void>;
  /** @returns the session it was said in, or why it was not */
  send(said: Said): Promise<Session | Failure>;
  /** Says it while it works; where that ended just before, as what comes next. */
  steer(said: { text: string; mentions: Mention[] }): Promise<Failure | null>;
  stop(): Promise<Failure | null>;
  answer(questionId: string, answer: string): Promise<Failure | null>;
  decidePlan(id: string, planHash: string, approve: boolean, reason: string): Promise<Failure | null>;
  /** Takes back everything from this message on. */
  rewind(entryId: string): Promise<Failure | null>;
  update(part: SessionPart): Promise<Failure | null>;
}

const RETRY_MS = { least: 1000, most: 15_000 } as const;
/** Nothing changes about these by asking again. */
const FINAL = new Set(['NOT_FOUND', 'INVALID_INPUT', 'NOT_ALLOWED']);

const NOTHING = {
  ...{ session: null, entries: [], steering: [], roomTokens: null, ended: null },
  ...{ isRead: false, failure: null, sending: null, isStopping: false },
} as const satisfies Partial<Conversation>;

export const isFailure = (answer: Session | Failure): answer is Failure => 'message' in answer;

export function createConversationStore(calls: () => Calls, schedule: Schedule): StoreApi<Conversation> {
  return createStore<Conversation>()((set, get) => {
    const here = (): string => {
      const { id } = get();
      if (id === null) throw new Error('no session is open');
      return id;
    };

    function take(events: readonly ChatEvent[]): void {
      const before = get();
      const held = told(before, events);
      if (held === before) return;
      set({ ...held, ...settled({ ...before, ...held }) });
    }

    async function read(id: string, signal: AbortSignal): Promise<string | null> {
      for (let pause: number = RETRY_MS.least; !signal.aborted; pause = Math.min(RETRY_MS.most, pause * 2)) {
        await connection.whenOpen(signal);
        try {
          const { lastEventId, ...snapshot } = await calls().session({ id }, { signal });
          if (signal.aborted) return null;
          const ended = endedMeanwhile(get().sending?.runId, snapshot.entries) ?? get().ended;
          set({ ...snapshot, ended, isRead: true, failure: null, ...settled({ ...get(), ...snapshot }) });
          return lastEventId;
        } catch (thrown) {
          if (signal.aborted) return null;
          const failure = describeFailure(thrown);
          set({ failure });
          if (FINAL.has(failure.code)) return null;
          await waited(pause, signal);
        }
      }
      return null;
    }

    /** To the next gap or the signal's end. */
    async function goOn(id: string, from: string, signal: AbortSignal): Promise<void> {
      const gap = new AbortController();
      const until = AbortSignal.any([signal, gap.signal]);
      let at = from;
      let gathered: ChatEvent[] = [];
      let cancel: (() => void) | null = null;
      const flush = () => {
        cancel = null;
        const events = gathered;
        gathered = [];
        if (!signal.aborted) take(events);
      };
      await follow(
        (inner) => calls().follow({ id, lastEventId: at }, { signal: inner }),
        ({ id: next, events }) => {
          if (events === null) return gap.abort();
          at = next;
          gathered.push(...events);
          cancel ??= schedule(flush);
        },
        until,
      );
      (cancel as (() => void) | null)?.();
      flush();
    }

    return {
      id: null,
      ...NOTHING,

      async watch(id, signal) {
        // What was just said here stands until the new session is read.
        const { sending } = get();
        set({ id, ...NOTHING, sending: sending?.runId ? sending : null });
        while (id !== null && !signal.aborted) {
          const from = await read(id, signal);
          if (from === null) return;
          await goOn(id, from, signal);
        }
      },

      async send(said) {
        set({ sending: { text: said.message, runId: null } });
        try {
          const { session, runId } = await calls().send(said);
          set({ sending: { text: said.message, runId } });
          set(settled(get()));
          return session;
        } catch (thrown) {
          set({ sending: null });
          return describeFailure(thrown);
        }
      },

      async steer({ text: message, mentions }) {
        const id = here();
        set({ steering: [...get().steering, message] });
        const failure = await attempt(() => calls().steer({ id, message }));
        if (!failure) return null;
        if (get().id === id) {
          const { steering } = get();
          const at = steering.lastIndexOf(message);
          set({ steering: at < 0 ? steering : steering.toSpliced(at, 1) });
        }
        if (failure.code !== 'NOT_ALLOWED') return failure;
        const said = { id, message, mentions };
        if (get().id !== id) return await attempt(() => calls().send(said));
        const answer = await get().send(said);
        return isFailure(answer) ? answer : null;
      },

      async stop() {
        set({ isStopping: true });
        const failure = await attempt(() => calls().stop({ id: here() }));
        if (failure) set({ isStopping: false });
        return failure;
      },

      answer: (id, answer) => attempt(() => calls().answer({ id, answer })),
      decidePlan: (id, planHash, approve, reason) =>
        attempt(() => calls().decidePlan({ id, planHash, approve, reason })),
      rewind: (entryId) => attempt(() => calls().rewind({ id: here(), entryId })),
      update: (part) =>
        attempt(async () => {
          const session = await calls().update({ id: here(), ...part });
          if (get().id === session.id) set({ session });
        }),
    };
  });
}

/** What was said here a moment ago may have been answered before the session was read. */
const endedMeanwhile = (runId: string | null | undefined, entries: readonly Entry[]): EntryOf<'end'> | null =>
  (entries.find((entry) => entry.kind === 'end' && entry.run_id === runId) as EntryOf<'end'> | undefined) ??
  null;

/** What was under way and is over by what is held now. */
function settled({ sending, entries, session, isStopping }: Conversation): Partial<Conversation> {
  const stands = sending?.runId != null && entries.some(({ run_id }) => run_id === sending.runId);
  return {
    ...(stands ? { sending: null } : {}),
    ...(isStopping && session?.run_id === null ? { isStopping: false } : {}),
  };
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}

export const conversationStore = createConversationStore(() => api.assistant, beforeNextPicture);
