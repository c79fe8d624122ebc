// The first request over each wire: told by the path it asked for and by what its program calls itself, kept in the table of
// settings' notes so that a restart does not forget it. And who came over it last that had not come before, known until the program ends. Told by the
// proxy of every request it lets in, at the cost of a pattern and a look-up. Source: console, Overview.
import type { Clock } from '../../shared/model/clock.ts';
import { Caller, type FirstCall } from '../../shared/model/start/first-call.ts';
import { WIRES, type Wire } from '../../shared/model/start/wires.ts';
import { isSecretWord } from '../../shared/redact.ts';
import type { Store } from '../store/store.ts';
import { dropConfig, readAllConfig, writeConfig } from '../store/tables/config.ts';
import type { Log } from '../telemetry/log.ts';
import { TEST_CLIENT } from './test-prompt.ts';

/** A request as it was let in. */
export interface Called {
  readonly path: string;
  readonly userAgent: string | undefined;
  readonly client: string;
}

export interface FirstCallsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: () => void;
}

const KEY = 'first_call.';
/** Callers of a wire that are told apart; when there are more, all are new again. */
const MOST_CALLERS = 200;
/** The first word a program says of itself. */
const PROGRAM = /^[\w.+/-]{1,60}(?=$|[\s;(])/;

/** The wires a request came over: that of its path, and that of a program of its own. Pure; for the test, too. */
export function wiresOf({ path, userAgent = '' }: Omit<Called, 'client'>): Wire[] {
  const wires: Wire[] = [];
  if (path === '/v1/messages' || path.startsWith('/v1/messages/')) wires.push('anthropic');
  else if (path.startsWith('/v1/')) wires.push('openai');
  else if (path.startsWith('/api/')) wires.push('ollama');
  if (wires.length === 0) return wires;
  if (userAgent.startsWith('litellm/')) wires.push('agent_zero');
  if (userAgent.startsWith('curl/')) wires.push('curl');
  return wires;
}

export class FirstCalls {
  readonly #parts: FirstCallsParts;
  readonly #seen = new Map<Wire, FirstCall>();
  /** Who came since the program began. */
  readonly #callers = new Map<Wire, Set<string>>();
  #saving: Promise<void> = Promise.resolve();

  private constructor(parts: FirstCallsParts) {
    this.#parts = parts;
  }

  /** @throws AppError when the table cannot be read */
  static async open(parts: FirstCallsParts): Promise<FirstCalls> {
    const calls = new FirstCalls(parts);
    for (const [key, text] of await readAllConfig(parts.store.reader)) {
      const wire = WIRES.find((one) => key === KEY + one);
      const kept = wire === undefined ? undefined : read(text);
      if (wire && kept) calls.#seen.set(wire, { wire, ...kept, newest: null });
    }
    return calls;
  }

  /** In the order of `WIRES`. */
  all(): FirstCall[] {
    return WIRES.flatMap((wire) => this.#seen.get(wire) ?? []);
  }

  /** A request was let in. Never throws; what cannot be stored is known until the program ends. */
  note({ path, client, userAgent = '' }: Called): void {
    if (client === TEST_CLIENT) return;
    const wires = wiresOf({ path, userAgent });
    if (wires.length === 0) return;
    const caller = { at: this.#parts.clock.now(), client, program: programOf(userAgent) };
    for (const wire of wires) if (this.#isNew(wire, caller)) this.#meet(wire, caller);
  }

  #isNew(wire: Wire, { client, program }: Caller): boolean {
    const caller = `${client} ${program ?? ''}`;
    const known = this.#callers.get(wire);
    if (known?.has(caller)) return false;
    if (known === undefined || known.size >= MOST_CALLERS) this.#callers.set(wire, new Set([caller]));
    else known.add(caller);
    return true;
  }

  #meet(wire: Wire, caller: Caller): void {
    const first = this.#seen.get(wire);
    if (first === undefined) this.#turnOn(wire, caller);
    else if (first.client !== caller.client || first.program !== caller.program) {
      this.#seen.set(wire, { ...first, newest: caller });
      this.#parts.onChange();
    }
  }

  /** Forgets those of these clients: they are no agents of the operator's. */
  async forget(isGone: (client: string) => boolean): Promise<void> {
    const gone = this.all().filter(({ client }) => isGone(client));
    for (const { wire } of gone) {
      this.#seen.delete(wire);
      this.#callers.delete(wire);
    }
    for (const [wire, call] of this.#seen)
      if (call.newest && isGone(call.newest.client)) this.#seen.set(wire, { ...call, newest: null });
    this.#parts.onChange();
    await this.#saving;
    const keys = gone.map(({ wire }) => KEY + wire);
    if (keys.length > 0) await this.#parts.store.write((writer) => dropConfig(writer, keys));
  }

  /** Resolves when what was seen is stored, or could not be. */
  settled(): Promise<void> {
    return this.#saving;
  }

  #turnOn(wire: Wire, call: Caller): void {
    const { store, log, onChange } = this.#parts;
    this.#seen.set(wire, { wire, ...call, newest: null });
    onChange();
    this.#saving = this.#saving
      .then(() => store.write((writer) => writeConfig(writer, KEY + wire, JSON.stringify(call), call.at)))
      .catch((error: unknown) => log.warn({ err: error, wire }, 'the first request of a kind is not stored'));
  }
}

/** What a program may be called on the screen; null for what says nothing, or looks like a key. */
function programOf(userAgent: string): string | null {
  const program = PROGRAM.exec(userAgent)?.[0] ?? null;
  return program === null || isSecretWord(program.toLowerCase()) ? null : program;
}

function read(text: string): Caller | undefined {
  try {
    return Caller.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
