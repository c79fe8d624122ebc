// Briefs as the program has them: asked for, answered where they are there, queued where they are not, listed, compared. Reading makes none. Everything is of one project:
// what is another's is not there. Called by http and api. Source: advisory, Outputs, Profiles.

import { AppError } from '../../../shared/model/envelope.ts';
import {
  BRIEF_TASKS,
  type Brief,
  type BriefCode,
  type BriefManifest,
  type BriefTask,
  type SignatureState,
  type StoredBrief,
} from '../../../shared/model/evidence/brief.ts';
import { isBriefOn } from '../../../shared/model/evidence/brief-flags.ts';
import { openName } from '../../../shared/open-name.ts';
import { settingTitle } from '../../../shared/setting-titles.ts';
import { Rate } from '../../outgoing/rate.ts';
import { type FoundJob, findJob } from '../../store/briefs/brief-jobs.ts';
import {
  listOutputs,
  type OutputFilter,
  type OutputRow,
  readHistory,
  readOutput,
} from '../../store/briefs/outputs.ts';
import { Listeners } from '../../streams/watched.ts';
import { type Profile, profileOf } from '../brief/profiles.ts';
import { promptOf } from '../brief/prompt-of.ts';
import { NO_CANARY } from '../brief/write-brief.ts';
import { CONCEPT_KEY } from '../context/concept-chunks.ts';
import { BRIEF_JOB, type BriefPayload, jobKeyOf } from './brief-job.ts';
import { MOVED } from './brief-worker.ts';
import { briefOf, contextHashOf, manifestIn } from './kept-brief.ts';
import { type BriefAsked, planBrief } from './plan-brief.ts';
import { type PlanKey, PlanMemo } from './plan-memo.ts';
import type { BriefsParts } from './ports.ts';
import { DIGEST_MISMATCH, pinnedDigest, refuseAnother, whoWords } from './who-words.ts';

export type AskedBrief =
  | { readonly kind: 'there'; readonly brief: Brief }
  | { readonly kind: 'queued'; readonly jobId: string; readonly cacheKey: string; readonly revision: number };

/** Nobody asked for it yet. */
export interface AbsentBrief {
  readonly kind: 'absent';
  readonly cacheKey: string;
}

export interface NamedBrief {
  readonly project: string;
  readonly cacheKey: string;
  /** The newest, where it is left out. */
  readonly revision?: number | undefined;
}

const HOUR_MS = 3_600_000;
/** What came of a failure is not kept for a day: the next who asks may be luckier. */
const SHORT_LIFE_MS = 300_000;
/** Consoles of one database may have clocks that differ. */
const CLOCKS_APART_MS = 60_000;
/** A model's server that is asked which model it has. */
const DIGEST_MS = 5000;

export class Briefs {
  readonly #parts: BriefsParts;
  readonly #rate: Rate;
  readonly #memo: PlanMemo;
  readonly #listeners = new Listeners();

  constructor(parts: BriefsParts) {
    this.#parts = parts;
    this.#rate = new Rate(parts.clock);
    this.#memo = new PlanMemo(parts.clock);
  }

  /**
   * Answers what is there, else queues it.
   * @throws AppError FEATURE_OFF, NOT_FOUND, BRIEF_REFUSED (no evidence, or a brief that was refused), PAYLOAD_TOO_LARGE, RATE_LIMITED and BUDGET_EXCEEDED with
   *   `details.retryAfterMs`, UNAVAILABLE with `details.reason` `model_digest_mismatch`
   */
  async ask(given: BriefAsked, signal: AbortSignal = new AbortController().signal): Promise<AskedBrief> {
    const asked = withoutSecrets(given);
    const { project, task, request, computed = false } = asked;
    const { includePrompt = false } = given.request;
    this.#parts.counters.requested(request.profile, task);
    const profile = this.#allowed(asked);
    const { cacheKey } = await this.#key(asked, signal);
    const newest = await readOutput(this.#parts.store.reader, project, cacheKey);
    if (newest && !request.forceRefresh && this.#isFresh(newest) && (await this.#answers(newest)))
      return { kind: 'there', brief: await this.#withPrompt(newest, includePrompt ? asked : null, signal) };
    this.#refuseTooMany(project, profile);
    if (!computed) {
      await this.#refuseUsedUp(profile);
      await this.#refuseAnotherModel(profile, signal);
    }
    const revision = (newest?.revision ?? 0) + 1;
    const jobId = await this.#enqueue({
      ...{ project, task, request, cacheKey, revision },
      ...(computed && { computed }),
    });
    return { kind: 'queued', jobId, cacheKey, revision };
  }

  /** Whether what would be asked for is there, or on its way; makes nothing. @throws AppError as `ask`, but for limits */
  async find(
    given: BriefAsked,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<AskedBrief | AbsentBrief> {
    const asked = withoutSecrets(given);
    this.#allowed(asked);
    const { cacheKey } = await this.#key(asked, signal, false);
    const { project } = asked;
    try {
      return await this.output(project, cacheKey);
    } catch (error) {
      // Who asks has another made of one that was changed.
      const isAbsent =
        error instanceof AppError && (error.code === 'NOT_FOUND' || error.details?.reason === CHANGED);
      if (isAbsent) return { kind: 'absent', cacheKey };
      throw error;
    }
  }

  /**
   * What is kept under a key, or on its way there.
   * @param revision the newest, where it is left out
   * @throws AppError NOT_FOUND, also for another project's; BRIEF_REFUSED or PAYLOAD_TOO_LARGE for one that was refused; UNAVAILABLE for one that could not be made
   */
  async output(project: string, cacheKey: string, revision?: number): Promise<AskedBrief> {
    const { store } = this.#parts;
    const row = await readOutput(store.reader, project, cacheKey, revision);
    if (row) return this.#there(row);
    const wanted = revision ?? 1;
    const job = await findJob(
      store.reader,
      BRIEF_JOB.name,
      jobKeyOf({ project, cacheKey, revision: wanted }),
    );
    if (!job) throw notThere(cacheKey, revision);
    if (job.status === 'dead') throw failed(job);
    if (job.status !== 'done') return { kind: 'queued', jobId: job.id, cacheKey, revision: wanted };
    // It may have been kept between the two looks.
    const late = await readOutput(store.reader, project, cacheKey, revision);
    if (late) return this.#there(late);
    const moved = movedTo(job);
    if (moved === null) throw notThere(cacheKey, revision);
    return this.output(project, moved);
  }

  /**
   * Ends the making of a revision, whoever asked for it and wherever it is worked on: nothing of it is kept, and whoever waits finds it absent, as before anybody had
   * asked. A revision that is there by then stays.
   * @param revision the first, where it is left out
   * @returns what is there, where there was nothing to end
   * @throws AppError as `output`, but NOT_FOUND
   */
  async cancel(project: string, cacheKey: string, revision = 1): Promise<AskedBrief | AbsentBrief> {
    const { store, queue } = this.#parts;
    const key = jobKeyOf({ project, cacheKey, revision });
    const ended = await store.write((writer) => queue.cancel(writer, BRIEF_JOB.name, key, CANCELLED));
    if (ended.length > 0) {
      queue.breakOff(BRIEF_JOB.name, ended);
      return { kind: 'absent', cacheKey };
    }
    return this.output(project, cacheKey, revision).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
      return { kind: 'absent' as const, cacheKey };
    });
  }

  /** A stored brief with what it was made from; one that was refused, too. @throws AppError NOT_FOUND */
  async stored(
    project: string,
    cacheKey: string,
    revision?: number,
  ): Promise<{
    readonly brief: StoredBrief;
    readonly manifest: BriefManifest;
    readonly contextHash: string;
    /** The bundle it came in; null for one that was made here. */
    readonly cameFrom: string | null;
  }> {
    const row = await readOutput(this.#parts.store.reader, project, cacheKey, revision);
    if (!row) throw notThere(cacheKey, revision);
    return {
      ...{ brief: briefOf(row), manifest: manifestIn(row) },
      ...{ contextHash: contextHashOf(row), cameFrom: row.came_from },
    };
  }

  /**
   * The same, if it is what was signed: what is handed on has to be.
   * @param signal ends a program that is asked about a signature
   * @throws AppError NOT_FOUND, BRIEF_REFUSED
   */
  async sound(
    { project, cacheKey, revision }: NamedBrief,
    signal: AbortSignal,
  ): Promise<{
    readonly brief: StoredBrief;
    readonly manifest: BriefManifest;
    /** Made here, or signed by a key that is known here. */
    readonly isVouchedFor: boolean;
  }> {
    const { brief, manifest, contextHash, cameFrom } = await this.stored(project, cacheKey, revision);
    const { intact, signature } = await this.#parts.signer.stateOf(brief, contextHash, signal);
    if (!intact || signature === 'invalid') throw changed(brief);
    return { brief, manifest, isVouchedFor: vouches(signature, cameFrom) };
  }

  /** The newest of each subject. */
  async list(filter: OutputFilter): Promise<{ readonly briefs: StoredBrief[]; readonly total: number }> {
    const { rows, total } = await listOutputs(this.#parts.store.reader, filter);
    return { briefs: rows.map(briefOf), total };
  }

  /** Every revision of what was asked for there, the newest first. @throws AppError NOT_FOUND */
  async history(project: string, cacheKey: string): Promise<StoredBrief[]> {
    const row = await readOutput(this.#parts.store.reader, project, cacheKey);
    if (!row) throw notThere(cacheKey);
    return (await readHistory(this.#parts.store.reader, project, row.subject, MOST_REVISIONS)).map(briefOf);
  }

  /** Calls back when a brief was made, here or by another process that tells. @returns stops */
  watch(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** A brief is there. */
  kept(): void {
    this.#listeners.tell();
  }

  /** Settings or models changed. */
  changed(): void {
    this.#memo.clear();
    this.#listeners.tell();
  }

  /** The prompt is put together anew from the evidence the brief is of: what is stored holds none. */
  async #withPrompt(row: OutputRow, asked: BriefAsked | null, signal: AbortSignal): Promise<Brief> {
    const brief = answered(row, this.#parts.clock.now(), true);
    if (asked === null) return brief;
    const { context, question } = await planBrief(this.#parts, asked, signal, false);
    const made = promptOf(context.pack, { question, canary: NO_CANARY, labels: context.labels });
    return made.blocked === null ? { ...brief, prompt: made.prompt.text } : brief;
  }

  /** @throws AppError FEATURE_OFF */
  #allowed({ project, task, request }: BriefAsked): Profile {
    const settings = this.#parts.settings();
    if (!isBriefOn(settings.ai_briefs_enabled, project, task))
      throw new AppError(
        'FEATURE_OFF',
        `Briefs of the kind ${task} are off for the project ${project}. Change “${settingTitle('ai_briefs_enabled')}” in Settings to turn them on.`,
        { feature: `ai.${task}.enabled`, project },
      );
    const profile = profileOf(request.profile, this.#parts.profiles());
    if (profile.isOptional && !settings.brief_cloud_enabled)
      throw new AppError(
        'FEATURE_OFF',
        `The profile ${profile.name} is off: its prompts leave this host. Turn it on in Briefs.`,
        { feature: profile.name },
      );
    const problem = this.#parts.signer.problem(profile);
    if (problem !== null) throw new AppError('FEATURE_OFF', problem, { feature: profile.name });
    return profile;
  }

  #key(asked: BriefAsked, signal: AbortSignal, meets = true): Promise<PlanKey> {
    const { store, settings } = this.#parts;
    const { brief_strict, brief_mode, brief_model_id, brief_cloud_model_id, evidence_trusted_issuers } =
      settings();
    const decides = JSON.stringify([
      meets,
      brief_strict,
      brief_mode,
      brief_model_id,
      brief_cloud_model_id,
      evidence_trusted_issuers,
    ]);
    // The graph leaves no trace in the state of evidence.
    if (CONCEPT_KEY.test(asked.request.advisoryKey)) return planBrief(this.#parts, asked, signal, meets);
    return this.#memo.keyOf(store.reader, asked, decides, () => planBrief(this.#parts, asked, signal, meets));
  }

  #isFresh({ generated_at: at, fallback_reason: fallback, guardrail_blocked: blocked }: OutputRow): boolean {
    const { clock, settings } = this.#parts;
    const ordinary = settings().brief_cache_hours * HOUR_MS;
    const lives = fallback !== null || blocked === 1 ? Math.min(ordinary, SHORT_LIFE_MS) : ordinary;
    const age = clock.now() - at;
    // A clock may go a little before another; what is of a later day is of no day.
    return age > -CLOCKS_APART_MS && age < lives;
  }

  /**
   * Whether a brief that is there may answer: it is what was signed, by a key that is known here, or was made here. One that came in a bundle nobody vouched for is read, and
   * answers nobody who asked this host.
   */
  async #answers(row: OutputRow): Promise<boolean> {
    const { intact, signature } = await this.#parts.signer.stateOf(briefOf(row), contextHashOf(row));
    return intact && vouches(signature, row.came_from);
  }

  /** @throws AppError BRIEF_REFUSED where it is not what was kept; as `answered` */
  async #there(row: OutputRow): Promise<AskedBrief> {
    const brief = briefOf(row);
    const { intact, signature } = await this.#parts.signer.stateOf(brief, contextHashOf(row));
    if (!intact || signature === 'invalid') throw changed(brief);
    return { kind: 'there', brief: answered(row, this.#parts.clock.now(), true) };
  }

  /** @throws AppError RATE_LIMITED */
  #refuseTooMany(project: string, profile: Profile): void {
    const most = profile.requestsPerMinute ?? this.#parts.settings().brief_requests_per_minute;
    const retryAfterMs = this.#rate.take(`${project}\n${profile.name}`, most);
    if (retryAfterMs > 0)
      throw new AppError(
        'RATE_LIMITED',
        `The profile ${profile.name} is limited to ${most} new briefs a minute. Retry in ${Math.ceil(retryAfterMs / 1000)} s.`,
        { retryAfterMs, code: 'quota_exceeded' },
        true,
      );
  }

  /** @throws AppError BUDGET_EXCEEDED */
  async #refuseUsedUp(profile: Profile): Promise<void> {
    const { models, settings, clock } = this.#parts;
    const words = whoWords(profile, await models.about(profile.purpose), settings());
    const until = words.label === null ? null : await models.usedUpUntil(profile.purpose);
    if (until === null) return;
    const ms = Math.max(1000, until - clock.now());
    throw new AppError(
      'BUDGET_EXCEEDED',
      `What models may take of a day is used up: “${settingTitle('brief_daily_tokens')}”, “${settingTitle('budget_daily_tokens')}” or “${settingTitle('budget_daily_cost')}” in Settings gives more.`,
      { retryAfterMs: ms, resetsAt: until, code: 'quota_exceeded' },
      true,
    );
  }

  /** A model that cannot be asked which it is is no reason to refuse: the brief is made without it. @throws AppError UNAVAILABLE */
  async #refuseAnotherModel(profile: Profile, signal: AbortSignal): Promise<void> {
    const { models, settings } = this.#parts;
    const words = whoWords(profile, await models.about(profile.purpose), settings());
    if (words.label === null) return;
    const ended = AbortSignal.any([signal, AbortSignal.timeout(DIGEST_MS)]);
    try {
      await refuseAnother(this.#parts, words, profile, await pinnedDigest(this.#parts, words, ended), ended);
    } catch (error) {
      if (!(error instanceof AppError) || error.details?.reason === DIGEST_MISMATCH || signal.aborted)
        throw error;
    }
  }

  /** @returns the id of the job that makes it, whoever asked first */
  async #enqueue(payload: BriefPayload): Promise<string> {
    const { store, queue, ids } = this.#parts;
    const key = jobKeyOf(payload);
    const job = { kind: BRIEF_JOB.name, key, payload: JSON.stringify(payload) };
    const id = await store.write(async (writer) => {
      await queue.enqueue(writer, [job]);
      const found = await findJob(writer.reader, BRIEF_JOB.name, key);
      if (!found) throw new AppError('INTERNAL', 'A job that was just queued is missing.');
      if (found.status === 'dead') await queue.retry(writer, found.id);
      if (found.status !== 'done') return found.id;
      // It was made once, and what it made is gone, as after a restore.
      const again = `${key}/${ids()}`;
      await queue.enqueue(writer, [{ ...job, key: again }]);
      return (await findJob(writer.reader, BRIEF_JOB.name, again))?.id ?? found.id;
    });
    queue.wake(BRIEF_JOB.name);
    return id;
  }
}

const MOST_REVISIONS = 100;
/** What is said of a job that was ended. */
const CANCELLED = 'Cancelled by an operator.';

/** As it is kept, logged and sent: a key of an advisory has no secret in it. What is asked of the answer alone is no part of it. */
const withoutSecrets = ({ request: { includePrompt: _, ...request }, ...asked }: BriefAsked): BriefAsked => ({
  ...asked,
  request: { ...request, advisoryKey: openName(request.advisoryKey).toWellFormed() },
});

function answered(row: OutputRow, now: number, hit: boolean): Brief {
  const brief = briefOf(row);
  if (brief.guardrail.blocked) throw refused(brief);
  return { ...brief, cache: { hit, age_s: Math.max(0, Math.floor((now - row.generated_at) / 1000)) } };
}

const CHANGED = 'changed';

/** It was changed behind our back: its words are nobody's now, and the next who asks has another made. */
/** What came from elsewhere counts by its signature alone. */
const vouches = (signature: SignatureState, cameFrom: string | null): boolean =>
  signature === 'valid' ||
  (cameFrom === null && (signature === 'unsigned' || signature === 'not_verifiable'));

function changed({ cache_key, revision }: StoredBrief): AppError {
  return new AppError(
    'BRIEF_REFUSED',
    'This brief or its sources were changed in the database after it was signed. Request it again to create another one.',
    { reason: CHANGED, cache_key, revision },
  );
}

function refused({ guardrail, cache_key, revision, advisory_key, output_hash }: StoredBrief): AppError {
  const { codes, redactions } = guardrail;
  const details = { codes, redactions, guardrail_blocked: true, cache_key, revision, output_hash };
  return new AppError(
    codes.length === 1 && codes[0] === 'prompt_too_long' ? 'PAYLOAD_TOO_LARGE' : 'BRIEF_REFUSED',
    `The brief on ${openName(advisory_key).slice(0, 200).toWellFormed()} is refused: ${codes.join(', ')}.`,
    details,
  );
}

/** What a refusal of a brief is of; null for any other error. */
export function refusalOf(
  error: unknown,
): { readonly cacheKey: string; readonly revision: number; readonly codes: BriefCode[] } | null {
  if (!(error instanceof AppError) || error.details?.guardrail_blocked !== true) return null;
  const { cache_key, revision, codes } = error.details;
  return { cacheKey: String(cache_key), revision: Number(revision), codes: codes as BriefCode[] };
}

/** Nothing is there and nothing on its way; where a job came to nothing, that is said instead. */
export const isAbsence = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'NOT_FOUND' && error.details?.job_id === undefined;

const notThere = (cacheKey: string, revision?: number): AppError =>
  new AppError(
    'NOT_FOUND',
    `There is no brief ${cacheKey.slice(0, 64)}${revision === undefined ? '' : ` in revision ${revision}`}.`,
  );

/** Why a job came to nothing, as its worker told it: a reason and a sentence. */
function failed({ lastError, id }: FoundJob): AppError {
  const [, reason = 'failed', message = lastError ?? ''] =
    /^([a-z_A-Z]{1,40}): ([\s\S]*)$/.exec(lastError ?? '') ?? [];
  const details = { reason, job_id: id };
  if (reason === 'NOT_FOUND') return new AppError('NOT_FOUND', message, details);
  if (reason === 'no_evidence') return new AppError('BRIEF_REFUSED', message, details);
  return new AppError('UNAVAILABLE', message === '' ? 'The brief failed; see Jobs.' : message, details, true);
}

const movedTo = ({ result }: FoundJob): string | null => {
  const key = result?.startsWith(MOVED) ? result.slice(MOVED.length, MOVED.length + 64) : '';
  return /^[0-9a-f]{64}$/.test(key) ? key : null;
};

export const isBriefTask = (text: string): text is BriefTask =>
  (BRIEF_TASKS as readonly string[]).includes(text);
