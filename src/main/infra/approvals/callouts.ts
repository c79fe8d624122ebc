// Notifies somebody who is not at the console: a signed POST to a webhook, a line in an ntfy topic. Of an approval it says its risk, until when it
// waits, and where the card is (alerts: infra/alerts/alert-letter.ts). Nothing can be approved from there. A receiver that is down,
// slow, leads elsewhere or answers without end changes nothing about the approval, and nobody waits for it. Called by core.
// Source: agent, Approvals.
import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { Approval } from '../../../shared/model/approval.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { guardedAgent } from '../../outgoing/get.ts';
import type { Log } from '../../telemetry/log.ts';
import { type CalloutKind, type CalloutLetter, letterFor } from './callout-letter.ts';

const TRY_MS = 5_000;
/** After a try that failed; as many tries as this has entries, and one. */
const PAUSES_MS = [2_000, 10_000] as const;
const MINUTE_MS = 60_000;
/** A model in a loop asks often; a telephone that rings for each is not looked at any more. */
const MOST_A_MINUTE = 10;

type Wanted = Pick<
  Settings,
  'approval_webhook_url' | 'approval_webhook_secret_env' | 'approval_ntfy_url' | 'approval_ntfy_token_env'
>;

export interface CalloutParts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  settings(): Wanted;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the operator decides it. */
  link(approval: Approval, kind: CalloutKind): string;
  /** Why nothing is to be sent to an address, as a sentence; null when it may be. */
  refusal(url: string): Promise<string | null>;
  /** Whether it still waits: what is decided calls nobody. */
  waits(id: string): Promise<boolean>;
}

/** Something that somebody is told of, over every channel. */
export interface CalloutNotice {
  /** For the log. */
  readonly id: string;
  letter(kind: CalloutKind): CalloutLetter;
  /** Whether it still holds; asked before a try is repeated. */
  isCurrent(): Promise<boolean>;
}

/** Each kind of notice has a limit of its own: many alerts hold back no approval. */
type NoticeKind = 'approval' | 'alert';

/** Somebody is not told: the operator should know. */
export interface CalloutProblem {
  readonly kind: CalloutKind;
  /** Epoch milliseconds. */
  readonly since: number;
  /** A sentence, without the address. */
  readonly message: string;
}

type Tried = { readonly ok: true } | { readonly ok: false; readonly why: string };

export class Callouts {
  readonly #parts: CalloutParts;
  readonly #agent = guardedAgent();
  readonly #closing = new AbortController();
  readonly #under = new Set<Promise<void>>();
  readonly #problems = new Map<CalloutKind, CalloutProblem>();
  /** When the newest ones of each kind were sent, oldest first. */
  readonly #times = new Map<NoticeKind, number[]>();

  constructor(parts: CalloutParts) {
    this.#parts = parts;
  }

  /** Returns at once, and never throws. */
  tell(approval: Approval): void {
    const { clock, link, waits } = this.#parts;
    this.send('approval', {
      id: approval.id,
      letter: (kind) => letterFor(kind, approval, link(approval, kind)),
      isCurrent: async () => clock.now() < approval.expiresAt && (await waits(approval.id)),
    });
  }

  /** Returns at once, and never throws. */
  send(about: NoticeKind, notice: CalloutNotice): void {
    const { settings, clock, log } = this.#parts;
    const wanted = settings();
    const kinds = (['webhook', 'ntfy'] as const).filter((kind) => wanted[`approval_${kind}_url`] !== '');
    if (kinds.length === 0 || this.#closing.signal.aborted) return;
    const now = clock.now();
    const times = (this.#times.get(about) ?? []).filter((at) => at > now - MINUTE_MS);
    this.#times.set(about, times);
    if (times.length >= MOST_A_MINUTE) {
      log.warn(
        { [about]: notice.id },
        `nobody is notified: ${MOST_A_MINUTE} notices were sent within a minute`,
      );
      return;
    }
    times.push(now);
    for (const kind of kinds) {
      const under = this.#deliver(kind, notice).catch((error: unknown) => this.#failed(kind, words(error)));
      this.#under.add(under);
      void under.finally(() => this.#under.delete(under));
    }
  }

  /** What the operator should know, of those that are still wanted. */
  problems(): CalloutProblem[] {
    const wanted = this.#parts.settings();
    return [...this.#problems.values()].filter(({ kind }) => wanted[`approval_${kind}_url`] !== '');
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
    await this.#agent.destroy();
  }

  async #deliver(kind: CalloutKind, notice: CalloutNotice): Promise<void> {
    for (let n = 0; ; n++) {
      const tried = await this.#try(kind, notice);
      if (this.#closing.signal.aborted) return;
      if (tried.ok) return void this.#problems.delete(kind);
      const pause = PAUSES_MS[n];
      if (pause === undefined) return this.#failed(kind, tried.why);
      await this.#pause(pause);
      if (this.#closing.signal.aborted) return;
      if (!(await notice.isCurrent())) return this.#failed(kind, tried.why);
    }
  }

  /** Settings are read for every try: who mended them is told at the next. */
  async #try(kind: CalloutKind, notice: CalloutNotice): Promise<Tried> {
    const { settings, environment, refusal, clock } = this.#parts;
    const wanted = settings();
    const url = wanted[`approval_${kind}_url`];
    if (url === '') return { ok: true };
    const refused = await refusal(url);
    if (refused !== null) return { ok: false, why: `it is not sent: ${refused}` };
    const variable = kind === 'webhook' ? wanted.approval_webhook_secret_env : wanted.approval_ntfy_token_env;
    const secret = environment[variable] || null;
    if (kind === 'webhook' && secret === null)
      return {
        ok: false,
        why: `it is not sent: ${variable}, which holds the secret it is signed with, is not set`,
      };
    return await this.#send(url, withProof(kind, notice.letter(kind), secret, clock.now()));
  }

  /** The answer's body is not read. */
  async #send(url: string, { headers, body }: CalloutLetter): Promise<Tried> {
    const limit = new AbortController();
    const cancel = this.#parts.clock.after(TRY_MS, () => limit.abort());
    try {
      const signal = AbortSignal.any([limit.signal, this.#closing.signal]);
      const answer = await request(url, {
        method: 'POST',
        headers,
        body,
        dispatcher: this.#agent,
        signal,
      });
      answer.body.on('error', () => undefined).destroy();
      const { statusCode: status } = answer;
      if (status >= 200 && status < 300) return { ok: true };
      const leads = status >= 300 && status < 400;
      return {
        ok: false,
        why: `it answered ${status}${leads ? ', which leads elsewhere and is not followed' : ''}`,
      };
    } catch (error) {
      return {
        ok: false,
        why: limit.signal.aborted ? `no answer within ${TRY_MS / 1000} seconds` : words(error),
      };
    } finally {
      cancel();
    }
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const over = () => {
        cancel();
        signal.removeEventListener('abort', over);
        resolve();
      };
      const cancel = this.#parts.clock.after(ms, over);
      signal.addEventListener('abort', over);
    });
  }

  #failed(kind: CalloutKind, why: string): void {
    const { clock, log } = this.#parts;
    const message = `Notifications to the ${kind} fail: ${why}.`;
    log.warn({ kind }, message);
    this.#problems.set(kind, { kind, message, since: this.#problems.get(kind)?.since ?? clock.now() });
  }
}

/** Signed over its time too, so that whoever repeats it later is found out. */
function withProof(
  kind: CalloutKind,
  letter: CalloutLetter,
  secret: string | null,
  now: number,
): CalloutLetter {
  if (secret === null) return letter;
  if (kind === 'ntfy')
    return { ...letter, headers: { ...letter.headers, authorization: `Bearer ${secret}` } };
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${letter.body}`).digest('hex');
  const proof = { 'x-festinger-timestamp': timestamp, 'x-festinger-signature': `sha256=${signature}` };
  return { ...letter, headers: { ...letter.headers, ...proof } };
}

function words(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return error instanceof AppError || code === undefined ? message : `it could not be reached (${code})`;
}
