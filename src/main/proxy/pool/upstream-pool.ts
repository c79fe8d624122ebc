// The pool of upstreams: gives each request a seat at one of them, lets it wait where there is none, and looks after
// their health. The choice is choose.ts, the order of those who wait fair-queue.ts, an upstream pool-member.ts; here they
// meet. Whenever one may have come free, everything that can go goes: a request that finds one free overtakes nobody.
// Source: proxy, Upstreams. Opened by the composition root, asked by send.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { PoolState, UpstreamMode } from '../../../shared/model/upstream.ts';
import { Watched } from '../../streams/watched.ts';
import { type ChoiceWant, chooseUpstream } from './choose.ts';
import { FairQueue, type QueueClient, type Ticket } from './fair-queue.ts';
import { Guests } from './guests.ts';
import { LastUpstreams } from './last-upstreams.ts';
import { canonicalModel } from './model-name.ts';
import { PoolMember } from './pool-member.ts';
import type { PoolOptions, UpstreamFigures } from './pool-options.ts';
import type { OpenUpstream, Refusal, Seat, SeatEnd, UpstreamConfig, UpstreamWant, Waiting } from './port.ts';
import { Probe } from './probe.ts';
import { queueState } from './queue-state.ts';
import { CLOSING, draining, noneLeft, queueFull, unknownUpstream } from './refusals.ts';

const WATCH_MS = 500;

interface Waiter {
  readonly want: ChoiceWant;
  readonly client: string;
  readonly conversation: string | null;
  readonly since: number;
  readonly settle: (granted: Seat | Refusal | null) => void;
}

interface Entry {
  readonly member: PoolMember;
  readonly probe: Probe;
}

export class UpstreamPool {
  /** In the order of the configuration. */
  names: readonly string[] = [];
  /** Calls of our own, which take what agents leave. */
  readonly guests: Guests;
  readonly #options: PoolOptions;
  readonly #clock: Clock;
  readonly #queue: FairQueue<Waiter>;
  readonly #lastUpstreams = new LastUpstreams();
  readonly #shown: Watched<PoolState>;
  #entries = new Map<string, Entry>();
  /** The same members, as the choice takes them. */
  #members: readonly PoolMember[] = [];
  #retired = new Set<PoolMember>();
  #isClosed = false;
  /** Nobody may wait any more. */
  #isEmptied = false;

  /** @throws AppError INVALID_INPUT when there is no upstream, a name is there twice or a URL is none */
  constructor(options: PoolOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#queue = new FairQueue(options.limitOf ?? (() => null));
    this.#shown = new Watched(() => this.state(), WATCH_MS, options.clock);
    this.guests = new Guests({
      host: (name) => this.#entries.get(name)?.member,
      agentsWait: () => this.#queue.size > 0,
    });
    this.#open(options.upstreams);
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** The upstream at an address, whatever path follows its own; of several the one below the longest path. */
  nameAt(url: string): string | undefined {
    const there = this.#members.filter((member) => member.isAt(url));
    return there.toSorted((a, b) => b.upstream.basePath.length - a.upstream.basePath.length)[0]?.name;
  }

  /** A seat, at once where one is free. Nothing is awaited on the way of a request but `Waiting.granted`. */
  acquire(asked: UpstreamWant, signal: AbortSignal): Seat | Refusal | Waiting {
    const { client, conversation, tried, usesSlot, pinnedTo } = asked;
    if (this.#isClosed) return CLOSING;
    if (pinnedTo !== null && !this.#entries.has(pinnedTo)) return unknownUpstream(pinnedTo, this.names);
    const isAlone = this.#members.length === 1;
    const model = asked.model === null || isAlone ? null : canonicalModel(asked.model);
    const lastUpstream = isAlone ? null : this.#lastUpstreams.of(conversation);
    const want: ChoiceWant = { model, tried, usesSlot, pinnedTo, lastUpstream };
    // A circuit that fell due may have made room for somebody who waits.
    this.#dispatch();
    const choice = chooseUpstream(this.#members, want);
    if (choice === 'none' || choice === 'draining') return this.#refusal(choice, want);
    if (choice === 'wait' || (usesSlot && this.#queue.isAtLimit(client))) {
      return this.#wait(asked, want, signal);
    }
    return this.#seat(choice, usesSlot ? this.#queue.started(client) : null, conversation);
  }

  /** The context a model was loaded with at an upstream, tokens; null where nobody has seen that. */
  loadedContext(upstream: string, model: string): number | null {
    return this.#entries.get(upstream)?.member.contextOf(canonicalModel(model)) ?? null;
  }

  /** The same, asked of the upstream where it is not known. */
  async contextAfterLook(upstream: string, model: string): Promise<number | null> {
    const entry = this.#entries.get(upstream);
    if (!entry?.member.isOllama) return null;
    await entry.probe.look();
    return entry.member.contextOf(canonicalModel(model));
  }

  /** Those whose lists of models are worth asking for. */
  forLists(): readonly OpenUpstream[] {
    const open = this.#members.filter(({ mode }) => mode !== 'draining');
    const well = open.filter(({ isWell }) => isWell);
    return (well.length > 0 ? well : open).map(({ upstream }) => upstream);
  }

  /** A model was pulled, created, copied or deleted there: what it offers is unknown until it was asked again. */
  modelsChanged(upstream: string): void {
    const entry = this.#entries.get(upstream);
    entry?.member.forgetOffered();
    void entry?.probe.modelsChanged();
  }

  /** Takes another configuration over: what runs goes on, what is the same stays as it is. */
  configure(configs: readonly UpstreamConfig[]): void {
    this.#open(configs);
    this.#outlookChanged();
  }

  #open(configs: readonly UpstreamConfig[]): void {
    if (configs.length === 0) throw new AppError('INVALID_INPUT', 'no upstream is configured');
    const before = this.#entries;
    const after = new Map<string, Entry>();
    for (const config of configs) {
      if (after.has(config.name))
        throw new AppError('INVALID_INPUT', `upstream "${config.name}" is there twice`);
      after.set(config.name, this.#entryFor(config, before.get(config.name)));
    }
    this.#entries = after;
    this.#members = [...after.values()].map(({ member }) => member);
    this.names = [...after.keys()];
    for (const [name, entry] of before) if (after.get(name) !== entry) this.#retire(entry);
    for (const [name, { probe }] of after) {
      if (after.get(name) !== before.get(name) && this.#options.probes !== false) probe.start();
    }
  }

  /** Limits of clients have changed. */
  limitsChanged(): void {
    this.#queue.limitsChanged();
    this.#dispatch();
  }

  /** @throws AppError NOT_FOUND */
  setMode(name: string, mode: UpstreamMode): PoolState {
    const entry = this.#entries.get(name);
    if (!entry)
      throw new AppError('NOT_FOUND', `There is no upstream "${name}". There are: ${this.names.join(', ')}.`);
    entry.member.mode = mode;
    this.#outlookChanged();
    return this.state();
  }

  /** Asks every upstream how it is, now. */
  async look(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ probe }) => probe.look()));
  }

  state(): PoolState {
    return {
      upstreams: this.#members.map((member) => member.shown()),
      queue: queueState(this.#queue, this.#clock.monotonic()),
    };
  }

  figures(): UpstreamFigures[] {
    return this.#members.map((member) => {
      const { name, ok, circuit, running } = member.shown();
      return { name, up: ok, circuit, running, ended: member.counts };
    });
  }

  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: PoolState) => void): () => void {
    return this.#shown.watch(listener);
  }

  /** Refuses all that wait, and lets nothing wait any more. */
  stopWaiting(): void {
    this.#isEmptied = true;
    for (const { item } of this.#takeAll()) item.settle(CLOSING);
    this.guests.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#shown.close();
    this.stopWaiting();
    for (const { probe } of this.#entries.values()) probe.close();
    const all = [...this.#members, ...this.#retired];
    await Promise.all(all.map(({ upstream }) => upstream.dispatcher.destroy()));
  }

  #entryFor(config: UpstreamConfig, known: Entry | undefined): Entry {
    if (known?.member.isSameHost(config)) {
      known.member.reconfigure(config);
      return known;
    }
    const member = new PoolMember(config, this.#clock);
    if (known) member.mode = known.member.mode;
    const probe = new Probe({
      upstream: member.upstream,
      clock: this.#clock,
      onLook: (look) => {
        const { ok } = member.shown();
        if (look.ok !== ok) this.#options.onHealth?.(member.name, look.ok ? null : look.reason);
        if (member.learn(look)) this.#outlookChanged();
        else this.limitsChanged(); // circuits fall due as time passes, and limits may change unseen
      },
    });
    return { member, probe };
  }

  #retire({ member, probe }: Entry): void {
    probe.close();
    if (member.running > 0) this.#retired.add(member);
    member.retire();
  }

  #seat(member: PoolMember, client: QueueClient | null, conversation: string | null): Seat {
    const usesSlot = client !== null;
    const isTrial = member.begin(usesSlot);
    if (usesSlot) this.guests.crowded(member);
    if (usesSlot && conversation !== null && this.#members.length > 1) {
      this.#lastUpstreams.put(conversation, member.name);
    }
    this.#shown.changed();
    let isOver = false;
    return {
      kind: 'seat',
      upstream: member.upstream,
      release: (end) => {
        if (isOver) return;
        isOver = true;
        if (client) this.#queue.ended(client);
        this.#ended(member, usesSlot, isTrial, end);
      },
    };
  }

  #ended(member: PoolMember, usesSlot: boolean, isTrial: boolean, end: SeatEnd): void {
    const { standing } = member;
    member.end(usesSlot, isTrial, end);
    if (member.running === 0) this.#retired.delete(member);
    if (member.standing !== standing) this.#outlookChanged();
    else {
      this.#shown.changed();
      if (this.#queue.size > 0) this.#dispatch();
    }
    this.guests.admit();
  }

  #wait(asked: UpstreamWant, want: ChoiceWant, signal: AbortSignal): Refusal | Waiting {
    if (this.#isEmptied) return CLOSING;
    const most = this.#options.maxWaiting?.() ?? Number.POSITIVE_INFINITY;
    if (signal.aborted) return { kind: 'waiting', granted: Promise.resolve(null) };
    if (this.#queue.size >= most && !this.#makeRoom(asked.client)) return queueFull(this.#queue.size);
    const { promise: granted, resolve } = Promise.withResolvers<Seat | Refusal | null>();
    const { client, conversation, model } = asked;
    const since = this.#clock.monotonic();
    const settle: Waiter['settle'] = (result) => {
      signal.removeEventListener('abort', leave);
      this.#options.onWaited?.(this.#clock.monotonic() - since);
      resolve(result);
      this.#waitingChanged();
    };
    // The model counts once there are several upstreams, which may be before it goes.
    const named = { ...want, model: model === null ? null : canonicalModel(model) };
    const waiter: Waiter = { want: named, client, conversation, since, settle };
    const ticket = this.#queue.add(client, this.#groupOf(waiter), waiter);
    const leave = () => {
      this.#queue.remove(ticket);
      settle(null);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#waitingChanged();
    return { kind: 'waiting', granted };
  }

  /** One client cannot fill the queue for all: whoever has the most waiting gives the newest of it up. */
  #makeRoom(client: string): boolean {
    const ticket = this.#queue.longest(client);
    if (!ticket) return false;
    const refusal = queueFull(this.#queue.size);
    this.#queue.remove(ticket);
    ticket.item.settle(refusal);
    return true;
  }

  /** The same for requests that can go to the same upstreams. */
  #groupOf({ want: { model, pinnedTo, tried } }: Waiter): string {
    const known = model === null ? '' : this.#members.map((member) => member.knows(model)[0]).join('');
    return `${pinnedTo ?? ''}|${[...tried].join(',')}|${known}`;
  }

  /** Gives seats to whoever can go, in the queue's order. */
  #dispatch(): void {
    while (this.#queue.size > 0) {
      // A choice holds: made again, it may come out otherwise, since circuits fall due as time passes.
      const chosen = new Map<Waiter, PoolMember>();
      const next = this.#queue.next((waiter) => {
        const lastUpstream = this.#lastUpstreams.of(waiter.conversation);
        const choice = chooseUpstream(this.#members, { ...waiter.want, lastUpstream });
        if (typeof choice !== 'string') chosen.set(waiter, choice);
        return typeof choice !== 'string';
      });
      const member = next && chosen.get(next.item);
      if (!member) return;
      next.item.settle(this.#seat(member, next.client, next.item.conversation));
    }
  }

  /** What is known of the upstreams, or what they are told to do, is not what it was. */
  #outlookChanged(): void {
    if (this.#queue.size > 0) {
      this.#queue.limitsChanged();
      this.#queue.regroup((waiter) => this.#groupOf(waiter));
      this.#dispatch();
      this.#refuseHopeless();
    }
    this.guests.admit();
    this.#shown.changed();
    this.#options.onChange?.();
  }

  /** Nobody waits for what does not come. */
  #refuseHopeless(): void {
    for (const ticket of this.#queue.waiting()) {
      const choice = chooseUpstream(this.#members, ticket.item.want);
      if (choice !== 'none' && choice !== 'draining') continue;
      this.#queue.remove(ticket);
      ticket.item.settle(this.#refusal(choice, ticket.item.want));
    }
  }

  #refusal(why: 'none' | 'draining', { pinnedTo, tried }: ChoiceWant): Refusal {
    if (why === 'none') return noneLeft(this.names, pinnedTo);
    const asked = this.#members.filter(
      ({ name, mode }) => mode === 'draining' && !tried.has(name) && (pinnedTo ?? name) === name,
    );
    return draining(asked.map(({ name }) => name));
  }

  #takeAll(): Ticket<Waiter>[] {
    const all = this.#queue.waiting();
    for (const ticket of all) this.#queue.remove(ticket);
    return all;
  }

  #waitingChanged(): void {
    this.guests.admit();
    this.#shown.changed();
    this.#options.onChange?.();
  }
}
