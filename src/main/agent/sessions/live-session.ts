// A session while somebody follows it or a run is in it: its transcript, made of its events; what the model knows of it; what waits for the operator.
// What is another is written down with `keep`, whole or not at all. Knows nothing of models or tools. Called by assistant.ts; the loop has it as its
// SessionPort. Source: agent, The loop (sessions).
import { applyEvent } from '../../../shared/model/assistant/apply-event.ts';
import type { ChatEvent } from '../../../shared/model/assistant/events.ts';
import type { Entry, Session } from '../../../shared/model/assistant/transcript.ts';
import { MAX_STEERING } from '../../../shared/model/assistant/words.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  cutEntries,
  keepSession,
  type StoredEntry,
  type StoredSession,
} from '../../store/assistant/sessions.ts';
import type { Store } from '../../store/store.ts';
import { OrderedEvents, type Told } from '../../streams/ordered-events.ts';
import { stateOf } from '../loop/fsm.ts';
import type { ModelMessage } from '../loop/model-port.ts';
import type { LoopMemory, PlanWord, SessionPort } from '../loop/parts.ts';
import type { RunState } from '../loop/run-state.ts';
import { memoryToJson } from './session-memory.ts';

const KEPT_EVENTS = 10_000;
/** Followers hear so often at most. */
const TELL_MS = 30;

export interface LiveParts {
  readonly store: Pick<Store, 'dialect' | 'write' | 'reader'>;
  readonly clock: Clock;
  /** Names this run of the program. */
  readonly epoch: string;
  readonly host: string;
  /** Lists show something else by now. */
  onChange(): void;
}

export interface UnderWay {
  readonly state: RunState;
  readonly abort: AbortController;
  over: Promise<void>;
  /** Its end was told. */
  ended: boolean;
}

type About = Omit<StoredSession, 'state' | 'run' | 'updatedAt'>;

export class LiveSession implements SessionPort {
  readonly #parts: LiveParts;
  readonly #events: OrderedEvents<ChatEvent>;
  readonly memory: LoopMemory;
  #about: About;
  #updatedAt: number;
  #entries: readonly Entry[] = [];
  readonly #sent = new Map<string, ModelMessage>();
  /** As they were last written down, by place. */
  #kept: { entry: Entry; sent: ModelMessage | undefined }[] = [];
  #writing: Promise<void> = Promise.resolve();
  #steering: string[] = [];
  #waits: Session['waits'] = null;
  readonly #questions = new Map<string, (answer: string) => void>();
  readonly #plans = new Map<string, { readonly hash: string; readonly say: (word: PlanWord) => void }>();
  underWay: UnderWay | null = null;
  /** A run that was under way when it was last written down, and is not taken up yet. */
  brokenOff: unknown = null;
  /** A message is being taken. */
  taking = false;

  constructor(
    parts: LiveParts,
    about: About & { readonly updatedAt: number },
    memory: LoopMemory,
    stored: readonly StoredEntry[] = [],
  ) {
    this.#parts = parts;
    const { updatedAt, ...others } = about;
    this.#about = others;
    this.#updatedAt = updatedAt;
    this.memory = memory;
    this.#events = new OrderedEvents({
      epoch: parts.epoch,
      keep: KEPT_EVENTS,
      everyMs: TELL_MS,
      clock: parts.clock,
    });
    for (const { entry, sent } of stored) {
      this.#entries = [...this.#entries, entry];
      if (sent !== null) this.#sent.set(entry.id, sent as ModelMessage);
      this.#kept.push({ entry, sent: sent === null ? undefined : (sent as ModelMessage) });
    }
  }

  get id(): string {
    return this.#about.id;
  }

  get profile() {
    return this.#about.profile;
  }

  get modelId() {
    return this.#about.modelId;
  }

  get updatedAt(): number {
    return this.#updatedAt;
  }

  get isFollowed(): boolean {
    return this.#events.followers > 0;
  }

  shown(): Session {
    const { id, title, pinned, host, profile, modelId, startedBy, createdAt } = this.#about;
    return {
      ...{ id, title, pinned, here: host === this.#parts.host, profile, model_id: modelId },
      ...{ state: stateOf(this.memory.fsm), run_id: this.underWay?.state.id ?? null, waits: this.#waits },
      unverified: this.memory.fsm.unproven.map(({ resourceName }) => resourceName),
      ...{ started_by: startedBy, created_at: createdAt, updated_at: this.#updatedAt },
    };
  }

  tell(event: ChatEvent): void {
    this.#entries = applyEvent(this.#entries, event);
    this.#updatedAt = this.#parts.clock.now();
    if (event.type === 'done' && this.underWay?.state.id === event.run_id) this.underWay.ended = true;
    this.#events.add(event);
  }

  entries(): readonly Entry[] {
    return this.#entries;
  }

  /** All of it, and the id of the event it is as new as. */
  snapshot(): { entries: Entry[]; steering: string[]; lastEventId: string } {
    return { entries: [...this.#entries], steering: [...this.#steering], lastEventId: this.#events.lastId };
  }

  follow(lastEventId: string | undefined, signal: AbortSignal): AsyncGenerator<Told<ChatEvent>, void, void> {
    return this.#events.follow(lastEventId, signal);
  }

  holds(eventId: string): boolean {
    return this.#events.holds(eventId);
  }

  say(entryId: string, message: ModelMessage): void {
    this.#sent.set(entryId, message);
  }

  unsay(entryId: string): void {
    this.#sent.delete(entryId);
  }

  history(): readonly { readonly entryId: string; readonly message: ModelMessage }[] {
    return this.#entries.flatMap(({ id }) => {
      const message = this.#sent.get(id);
      return message ? [{ entryId: id, message }] : [];
    });
  }

  waits(what: Session['waits']): void {
    if (this.#waits === what) return;
    this.#waits = what;
    this.changed();
  }

  /** Its line in lists is another. */
  changed(): void {
    this.tell({ type: 'session', session: this.shown() });
    this.#parts.onChange();
  }

  change(change: Partial<Pick<About, 'title' | 'pinned' | 'profile' | 'modelId'>>): void {
    this.#about = { ...this.#about, ...change };
    this.changed();
  }

  keep(): Promise<void> {
    const write = () => this.#write();
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }

  async #write(): Promise<void> {
    const now = this.#entries.map((entry) => ({ entry, sent: this.#sent.get(entry.id) }));
    const dirty = now.flatMap(({ entry, sent }, seq) => {
      const was = this.#kept[seq];
      return was?.entry === entry && was.sent === sent ? [] : [{ seq, entry, sent: sent ?? null }];
    });
    const cutFrom = now.length < this.#kept.length ? now.length : null;
    const row: StoredSession = {
      ...this.#about,
      state: memoryToJson(this.memory),
      run: this.underWay?.state ?? this.brokenOff,
      updatedAt: this.#updatedAt,
    };
    await this.#parts.store.write(async (writer) => {
      if (cutFrom !== null) await cutEntries(writer, row.id, cutFrom);
      await keepSession(writer, row, dirty);
    });
    this.#kept = now;
  }

  /** Takes back everything from one of the operator's messages on. @throws AppError NOT_FOUND */
  rewind(entryId: string): void {
    const at = this.#entries.findIndex(({ id, kind }) => id === entryId && kind === 'user');
    if (at < 0)
      throw new AppError('NOT_FOUND', 'There is no such message of yours in this session (any more).');
    for (const { id } of this.#entries.slice(at)) this.#sent.delete(id);
    this.tell({ type: 'rewound', from_id: entryId });
  }

  /** @returns how many wait. @throws AppError RATE_LIMITED past eight */
  steer(text: string): number {
    if (this.#steering.length >= MAX_STEERING)
      throw new AppError(
        'RATE_LIMITED',
        `${MAX_STEERING} messages wait already: they are read at its next turn.`,
        undefined,
        true,
      );
    this.#steering.push(text);
    return this.#steering.length;
  }

  get isSteered(): boolean {
    return this.#steering.length > 0;
  }

  takeSteering(): readonly string[] {
    return this.#steering.splice(0);
  }

  /** @throws what aborted it */
  answerTo(questionId: string, signal: AbortSignal): Promise<string> {
    return this.#waitFor(signal, (say: (answer: string) => void) => {
      this.#questions.set(questionId, say);
      return () => {
        this.#questions.delete(questionId);
        const open = this.#entries.some(
          (entry) => entry.id === questionId && entry.kind === 'question' && entry.open,
        );
        if (open) this.tell({ type: 'answered', question_id: questionId, answer: null });
      };
    });
  }

  /** @returns whether it was this session's question, and open */
  answer(questionId: string, answer: string): boolean {
    const say = this.#questions.get(questionId);
    if (!say) return false;
    this.tell({ type: 'answered', question_id: questionId, answer });
    say(answer);
    return true;
  }

  async wordOn(planId: string, planHash: string, ms: number, signal: AbortSignal): Promise<PlanWord | null> {
    let cancel = () => {};
    const word = this.#waitFor(signal, (say: (word: PlanWord | null) => void) => {
      this.#plans.set(planId, { hash: planHash, say });
      cancel = this.#parts.clock.after(ms, () => say(null));
      return () => this.#plans.delete(planId);
    });
    return await word.finally(() => cancel());
  }

  /** @returns whether it was this session's plan, and open. @throws AppError STALE_VERSION for another plan than the one that was seen */
  decidePlan(planId: string, planHash: string, word: PlanWord): boolean {
    const plan = this.#plans.get(planId);
    if (!plan) return false;
    if (plan.hash !== planHash)
      throw new AppError('STALE_VERSION', 'The plan is another than the one you saw. Look at it again.', {
        plan_hash: plan.hash,
      });
    plan.say(word);
    return true;
  }

  #waitFor<T>(signal: AbortSignal, listen: (say: (value: T) => void) => () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => {
        signal.removeEventListener('abort', stopped);
        stop();
      };
      const stopped = () => {
        end();
        reject(signal.reason);
      };
      const stop = listen((value) => {
        end();
        resolve(value);
      });
      if (signal.aborted) stopped();
      else signal.addEventListener('abort', stopped);
    });
  }
}
