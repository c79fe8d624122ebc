// What can be asked of the assistant: sessions, what is said in them, what starts runs by itself. The doors (console, HTTP) call this and nothing else
// of the assistant. Types only; answered by assistant.ts. Source: agent, Over HTTP.
import type { AssistantState, Mentionable, SessionSnapshot } from '../../../shared/contract/assistant.ts';
import type { ChatEvent } from '../../../shared/model/assistant/events.ts';
import type { Schedule, ScheduleWish } from '../../../shared/model/assistant/schedule.ts';
import type { Mention, Session } from '../../../shared/model/assistant/transcript.ts';
import type { Profile } from '../../../shared/model/assistant/words.ts';
import type { Told } from '../../streams/ordered-events.ts';

export interface Said {
  /** Null begins a session. */
  readonly id: string | null;
  readonly message: string;
  readonly mentions: readonly Mention[];
  readonly profile?: Profile | undefined;
  /** Of the table of models; null is the one in Settings. */
  readonly modelId?: string | null | undefined;
  /** Writes need no discovery in this run, and why. */
  readonly looseBecause?: string | undefined;
  readonly by: string;
}

export interface Begun {
  readonly session: Session;
  readonly runId: string;
  /** The event before the first of this run. */
  readonly since: string;
}

export interface SessionChange {
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly profile?: Profile | undefined;
  readonly modelId?: string | null | undefined;
}

export interface AssistantDesk {
  state(asked: { readonly search: string; readonly limit: number }): Promise<AssistantState>;
  /** Calls back when `state` may be another. @returns stops */
  watch(hear: () => void): () => void;
  /** @throws AppError NOT_FOUND */
  session(id: string): Promise<SessionSnapshot>;
  /** @throws AppError NOT_FOUND */
  follow(
    id: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<Told<ChatEvent>, void, void>;
  /** Whether everything after an event is still kept. @throws AppError NOT_FOUND */
  holds(id: string, eventId: string): Promise<boolean>;
  /** Begins a run. @throws AppError NOT_FOUND, LOCKED while one is under way, INVALID_INPUT, UNAVAILABLE, NOT_ALLOWED for another host's */
  send(said: Said): Promise<Begun>;
  /** @returns how many wait. @throws AppError NOT_FOUND, NOT_ALLOWED when nothing runs, RATE_LIMITED past eight */
  steer(id: string, message: string, by: string): Promise<{ waiting: number }>;
  stop(id: string, by: string): Promise<Session>;
  /** @throws AppError NOT_FOUND, STALE_VERSION */
  answer(questionId: string, answer: string, by: string): Promise<void>;
  decidePlan(
    planId: string,
    word: {
      readonly planHash: string;
      readonly approve: boolean;
      readonly reason: string;
      readonly by: string;
    },
  ): Promise<void>;
  update(id: string, change: SessionChange, by: string): Promise<Session>;
  /** @throws AppError LOCKED while a run is under way */
  rewind(id: string, entryId: string, by: string): Promise<SessionSnapshot>;
  remove(id: string, by: string): Promise<void>;
  mentionables(text: string, limit: number): Promise<Mentionable[]>;
  setReadOnly(on: boolean, by: string): Promise<void>;
  schedules(): Promise<Schedule[]>;
  saveSchedule(id: string | null, wish: ScheduleWish, by: string): Promise<Schedule[]>;
  removeSchedule(id: string, by: string): Promise<Schedule[]>;
  runSchedule(id: string, by: string): Promise<Session>;
}
