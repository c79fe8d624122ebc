// Asks the service of lists that config.yaml names: one GET, bounded in bytes and time, with the key in a header and nowhere else. Whatever it does, a brief goes on
// without it, and says why. After a failure it is left alone for a while. Called by the pipeline of briefs and by who tests the service. Source: advisory, Evidence.
import type { Agent } from 'undici';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { SbomServiceState, SbomServiceTest } from '../../../shared/model/evidence/sbom-service.ts';
import { hideSecret } from '../../../shared/redact.ts';
import { type Got, get, guardedAgent } from '../../outgoing/get.ts';
import { byCodePoint } from '../identity/code-points.ts';
import type { SbomContextAsked, SbomContextClient } from '../retrieval/sbom-service.ts';
import { ASKED, readAnswer, type SbomAnswer } from './answer.ts';
import type { SbomSetup } from './config.ts';

/** For a call and its one repetition together. */
const TOTAL_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** How long a service that failed is not asked by briefs. */
const REST_MS = 30_000;
const REPEATED = new Set([502, 503, 504]);

export interface SbomServiceParts {
  readonly clock: Clock;
  /** As it stands in config.yaml now; an edit gives another object. */
  readonly setup: () => SbomSetup | undefined;
  /** Where the key is; read at each call, so that a new one is taken up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Fault {
  readonly setup: SbomSetup;
  readonly words: string;
  readonly until: number;
}

const NOTHING: SbomAnswer = { lists: [], observations: [] };

export class SbomService implements SbomContextClient, AsyncDisposable {
  readonly #parts: SbomServiceParts;
  readonly #agent: Agent = guardedAgent();
  #fault: Fault | null = null;
  /** Taken out of whatever is logged, as long as it is in use. */
  #hidden: { readonly key: string; readonly letGo: () => void } | null = null;

  constructor(parts: SbomServiceParts) {
    this.#parts = parts;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.#hidden?.letGo();
    await this.#agent.destroy();
  }

  /** @returns null where none is set up */
  state(): SbomServiceState | null {
    const setup = this.#parts.setup();
    if (!setup) return null;
    const { url: address, tenant, keyEnv: keyFrom } = setup;
    return { address, tenant, keyFrom, fault: this.#faultOf(setup)?.words ?? null };
  }

  /**
   * What it has of an artifact or of packages.
   * @returns null where none is set up or it has nothing; `fault` says why it could not be asked
   * @throws AppError CANCELLED, or what the signal was aborted with; nothing else
   */
  async context(
    asked: SbomContextAsked,
    signal: AbortSignal,
  ): Promise<(SbomAnswer & { readonly fault?: string }) | null> {
    const setup = this.#parts.setup();
    if (!setup) return null;
    const fault = this.#faultOf(setup);
    if (fault && this.#parts.clock.monotonic() < fault.until) return { ...NOTHING, fault: fault.words };
    try {
      const answer = await this.#ask(setup, asked, signal);
      this.#fault = null;
      return answer;
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      const until = this.#parts.clock.monotonic() + REST_MS;
      this.#fault = { setup, words: error.message, until };
      return { ...NOTHING, fault: error.message };
    }
  }

  /**
   * Asks now, rested or not, and says what came back.
   * @throws AppError FEATURE_OFF where none is set up; CANCELLED
   */
  async check(
    asked: SbomContextAsked & { readonly artifact: string },
    signal: AbortSignal,
  ): Promise<SbomServiceTest> {
    const { clock } = this.#parts;
    const setup = this.#parts.setup();
    if (!setup)
      throw new AppError(
        'FEATURE_OFF',
        'No SBOM service configured. Add sbom: { base_url: https://… } to config.yaml.',
      );
    const begun = clock.monotonic();
    const reply: Reply = { status: null };
    let answer: SbomAnswer | null = null;
    let problem: string | null = null;
    try {
      answer = await this.#ask(setup, asked, signal, reply);
      this.#fault = null;
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      problem = error.message;
    }
    const { lists, observations } = answer ?? NOTHING;
    return {
      ...{ ok: problem === null, status: reply.status, artifact: asked.artifact, problem },
      ...{ lists: lists.length, observations: observations.length, ms: clock.monotonic() - begun },
    };
  }

  /** Of another setup than this one it tells nothing. */
  #faultOf(setup: SbomSetup): Fault | null {
    return this.#fault?.setup === setup ? this.#fault : null;
  }

  /** @returns null where it has nothing. @throws AppError UNAVAILABLE, CANCELLED */
  async #ask(
    setup: SbomSetup,
    asked: SbomContextAsked,
    signal: AbortSignal,
    reply: Reply = { status: null },
  ): Promise<SbomAnswer | null> {
    const { clock } = this.#parts;
    const begun = clock.monotonic();
    const headers = this.#headers(setup, asked);
    const url = new URL(`${setup.url}?${queryOf(asked)}`);
    const once = (): Promise<string | null> => {
      const totalMs = TOTAL_MS - (clock.monotonic() - begun);
      const getting = { dispatcher: this.#agent, clock, headers, silenceMs: totalMs, totalMs, redirects: 0 };
      return get(url, getting, signal, (got) => textOf(got, setup, reply));
    };
    const text = await once().catch((error: unknown) => {
      // At once where it broke; what was slow would be slow again.
      const isLate = clock.monotonic() - begun > TOTAL_MS / 2;
      if (signal.aborted || isLate || !(error instanceof AppError) || !error.retryable) throw error;
      return once();
    });
    return text === null ? null : readAnswer(text, asked);
  }

  #headers({ keyEnv, userAgent, tenant }: SbomSetup, { project }: SbomContextAsked): Record<string, string> {
    return {
      ...{ accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': userAgent },
      'x-stellaops-tenant': tenant ?? project,
      ...(keyEnv === null ? {} : { 'x-api-key': this.#key(keyEnv) }),
    };
  }

  #key(name: string): string {
    const key = this.#parts.env[name]?.trim() ?? '';
    const named = `The environment variable ${name}, which config.yaml names for the key of the SBOM service,`;
    if (key === '') throw new AppError('UNAVAILABLE', `${named} is not set.`);
    if (/[^\x21-\x7e]/.test(key)) throw new AppError('UNAVAILABLE', `${named} can’t be sent in a header.`);
    if (this.#hidden?.key !== key) {
      this.#hidden?.letGo();
      this.#hidden = { key, letGo: hideSecret(key) };
    }
    return key;
  }
}

interface Reply {
  /** Of the last answer; null while there was none. */
  status: number | null;
}

/** @returns null where it has nothing */
async function textOf(
  { status, headers, body }: Got,
  setup: SbomSetup,
  reply: Reply,
): Promise<string | null> {
  reply.status = status;
  if (status === 204 || status === 404) return null;
  if (status !== 200) throw refused(status, setup);
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== '')
    throw new AppError(
      'UNAVAILABLE',
      'The SBOM service sent a compressed answer, which Festinger didn’t accept.',
    );
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES)
      throw new AppError('UNAVAILABLE', `The SBOM service answered with more than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Nothing of what it says: it may repeat what it was given. */
function refused(status: number, { keyEnv }: SbomSetup): AppError {
  const words = `The SBOM service answers with status ${status}`;
  const why =
    status === 401 || status === 403
      ? keyEnv === null
        ? ': it wants a key; name its environment variable as sbom.api_key_env'
        : `: it does not take the key in ${keyEnv}, or not for this tenant`
      : status >= 300 && status < 400
        ? ': it leads elsewhere, which is not followed; give its last address as sbom.base_url'
        : '';
  return new AppError('UNAVAILABLE', `${words}${why}.`, undefined, REPEATED.has(status));
}

/** What is asked, the same for the same question whatever order it is put in. */
function queryOf({ artifact, packages, ids }: SbomContextAsked): URLSearchParams {
  const query = new URLSearchParams();
  const name = artifact?.trim();
  if (name) query.set('artifactId', name);
  for (const key of ordered(packages)) query.append('purl', purlOfKey(key));
  for (const id of ordered(ids)) query.append('vulnerability', id);
  query.set('maxTimelineEntries', String(ASKED.observations));
  query.set('maxDependencyPaths', String(ASKED.paths));
  // Both are computed here, from what runs here.
  query.set('includeEnvironmentFlags', 'false');
  query.set('includeBlastRadius', 'false');
  return query;
}

const ordered = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].sort(byCodePoint);

const purlOfKey = (key: string): string => `pkg:${key.split('/').map(encodeURIComponent).join('/')}`;
