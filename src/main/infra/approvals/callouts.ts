// Notifies somebody who is not at the console: a signed POST to a webhook, a line in an ntfy topic. Of an approval it says its risk, until when it
// waits, and where the card is (of an alert: callout-letter.ts). Nothing can be approved from there. A receiver that is down,
// slow, leads elsewhere or answers without end changes nothing about the approval, and nobody waits for it. Called by core.
// Source: agent, Approvals.
import { createHmac } from 'node:crypto';
import type { Approval } from '../../../shared/model/approval.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { guardedAgent } from '../../outgoing/get.ts';
import { post } from '../../outgoing/post.ts';
import { Rate } from '../../outgoing/rate.ts';
import type { Log } from '../../telemetry/log.ts';
import { approvalLetter, type CalloutKind, type CalloutLetter } from './callout-letter.ts';

/** After a try that failed; as many tries as this has entries, and one. */
const PAUSES_MS = [2_000, 10_000] as const;
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
  /** Whether browsers are notified of approvals too: they keep to the same limit. */
  hasBrowsers(): boolean;
}

/** Something that somebody is told of, over every channel. */
export interface CalloutNotice {
  /** For the log. */
  readonly id: string;
  letter(kind: CalloutKind): CalloutLetter;
  /** Whether it still holds; asked before a try is repeated. */
  isCurrent(): Promise<boolean>;
}

type NoticeKind = 'approval' | 'alert';

/** Somebody is not told: the operator should know. */
export interface CalloutProblem {
  readonly kind: CalloutKind;
  /** Epoch milliseconds. */
  readonly since: number;
  /** A sentence, without the address. */
  readonly message: string;
}

export class Callouts {
  readonly #parts: CalloutParts;
  readonly #agent = guardedAgent();
  readonly #closing = new AbortController();
  readonly #under = new Set<Promise<void>>();
  readonly #problems = new Map<CalloutKind, CalloutProblem>();
  /** Each kind of notice has a limit of its own: many alerts hold back no approval. */
  readonly #rate: Rate;

  constructor(parts: CalloutParts) {
    this.#parts = parts;
    this.#rate = new Rate(parts.clock);
  }

  /** Returns at once, and never throws. @returns whether somebody is to be notified, within the limit: browsers keep to the same */
  tell(approval: Approval): boolean {
    const { clock, link, waits } = this.#parts;
    // One for every try: a receiver that took the first and answered late has the same link.
    const links = new Map<CalloutKind, string>();
    const linkOf = (kind: CalloutKind): string => {
      const known = links.get(kind) ?? link(approval, kind);
      links.set(kind, known);
      return known;
    };
    return this.send('approval', {
      id: approval.id,
      letter: (kind) => approvalLetter(kind, approval, linkOf(kind)),
      isCurrent: async () => clock.now() < approval.expiresAt && (await waits(approval.id)),
    });
  }

  /** Returns at once, and never throws. @returns whether somebody is to be notified, within the limit */
  send(about: NoticeKind, notice: CalloutNotice): boolean {
    const { settings, log, hasBrowsers } = this.#parts;
    const wanted = settings();
    const kinds = (['webhook', 'ntfy'] as const).filter((kind) => wanted[`approval_${kind}_url`] !== '');
    const isWanted = kinds.length > 0 || (about === 'approval' && hasBrowsers());
    if (this.#closing.signal.aborted || !isWanted) return false;
    if (this.#rate.take(about, MOST_A_MINUTE) > 0) {
      log.warn(
        { [about]: notice.id },
        `nobody is notified: ${MOST_A_MINUTE} notices were sent within a minute`,
      );
      return false;
    }
    for (const kind of kinds) {
      const under = this.#deliver(kind, notice).catch((error: unknown) =>
        this.#failed(kind, error instanceof Error ? error.message : String(error)),
      );
      this.#under.add(under);
      void under.finally(() => this.#under.delete(under));
    }
    return true;
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
      const why = await this.#try(kind, notice);
      if (this.#closing.signal.aborted) return;
      if (why === null) return void this.#problems.delete(kind);
      const pause = PAUSES_MS[n];
      if (pause === undefined) return this.#failed(kind, why);
      await this.#pause(pause);
      if (this.#closing.signal.aborted) return;
      if (!(await notice.isCurrent())) return this.#failed(kind, why);
    }
  }

  /** Settings are read for every try: who mended them is told at the next. @returns why it failed; null when it did not */
  async #try(kind: CalloutKind, notice: CalloutNotice): Promise<string | null> {
    const { settings, environment, refusal, clock } = this.#parts;
    const wanted = settings();
    const url = wanted[`approval_${kind}_url`];
    if (url === '') return null;
    const refused = await refusal(url);
    if (refused !== null) return `it is not sent: ${refused}`;
    const variable = kind === 'webhook' ? wanted.approval_webhook_secret_env : wanted.approval_ntfy_token_env;
    const secret = environment[variable] || null;
    if (kind === 'webhook' && secret === null)
      return `it is not sent: ${variable}, which holds the secret it is signed with, is not set`;
    const signed = withProof(kind, notice.letter(kind), secret, clock.now());
    const deps = { dispatcher: this.#agent, clock, signal: this.#closing.signal };
    const answer = await post(url, signed, deps);
    if (typeof answer === 'string') return `it ${answer}`;
    if (answer >= 200 && answer < 300) return null;
    const leads = answer >= 300 && answer < 400 ? ', which leads elsewhere and is not followed' : '';
    return `it answered ${answer}${leads}`;
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { signal } = this.#closing;
    const cancel = this.#parts.clock.after(ms, resolve);
    const over = () => resolve();
    signal.addEventListener('abort', over);
    return promise.finally(() => {
      cancel();
      signal.removeEventListener('abort', over);
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
