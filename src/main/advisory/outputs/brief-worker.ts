// Works on jobs of kind `brief`: plans anew, has a model put it in order where one may, and keeps what came of it in the transaction that ends the job, so that each revision is made
// once. A refused brief is done, and kept as refused without a word of what was refused. Source: advisory, Profiles.

import { AppError } from '../../../shared/model/envelope.ts';
import type { BriefBody } from '../../../shared/model/evidence/brief.ts';
import { keepOutput, readNewestOf, readOutput } from '../../store/briefs/outputs.ts';
import type { ClaimedJob, Unfinished } from '../../store/jobs/job.ts';
import type { Finish, JobHandler } from '../../store/jobs/job-kind.ts';
import { canonicalText, manifestOf, outputHash, provenanceHash } from '../brief/brief-body.ts';
import { NOTHING } from '../brief/brief-sections.ts';
import { followUpsOf, stepsOf } from '../brief/remediation-steps.ts';
import type { Wording } from '../brief/wording.ts';
import { fallbackReasonOf } from '../brief/wording.ts';
import { type WrittenBrief, writeBrief } from '../brief/write-brief.ts';
import type { BriefPayload } from './brief-job.ts';
import { FOLLOW_UP } from './follow-up-job.ts';
import { followUpJobs } from './follow-up-worker.ts';
import { contextHashOf, rowOf } from './kept-brief.ts';
import { type PlannedBrief, planBrief } from './plan-brief.ts';
import type { BriefSpanName, BriefsParts } from './ports.ts';
import { subjectsOf } from './signatures.ts';
import { DIGEST_MISMATCH, refuseAnother } from './who-words.ts';

/** How a job says under which key its brief is kept, where evidence changed while it waited. */
export const MOVED = 'Evidence changed while it waited; it is kept as ';

export class BriefWorker implements JobHandler<BriefPayload> {
  readonly batch = 1;
  readonly #parts: BriefsParts;
  readonly #onKept: () => void;

  /** @param onKept told once a brief is there */
  constructor(parts: BriefsParts, onKept: () => void) {
    this.#parts = parts;
    this.#onKept = onKept;
  }

  async perform(
    [job]: readonly ClaimedJob<BriefPayload>[],
    finish: Finish,
    signal: AbortSignal,
  ): Promise<void> {
    if (!job) return;
    const { task, request } = job.payload;
    const about = { 'festinger.brief.task': task };
    await this.#parts.traces.trace(request.profile, `brief ${task}`, about, () =>
      this.#make(job, finish, signal),
    );
  }

  async #make(job: ClaimedJob<BriefPayload>, finish: Finish, signal: AbortSignal): Promise<void> {
    const { store, clock, queue, traces } = this.#parts;
    const { project, task, request, computed, cacheKey: asked, revision: wanted } = job.payload;
    const started = clock.monotonic();
    const spans = new Spans(clock, traces);
    const planned = await spans.of('retrieval', () =>
      planBrief(this.#parts, { project, task, request, computed }, signal),
    );
    const { cacheKey, subject } = planned;
    const newest = await readOutput(store.reader, project, cacheKey);
    const isSame = cacheKey === asked;
    const revision = isSame ? wanted : (newest?.revision ?? 0) + 1;
    const moved = isSame ? undefined : `${MOVED}${cacheKey}.`;
    if (isSame && (await readOutput(store.reader, project, cacheKey, revision)))
      return store.write((writer) => finish(writer));
    const written = await this.#write(planned, spans, signal);
    const before = await readNewestOf(store.reader, project, subject);
    const body = bodyOf(planned, written, { revision, before });
    const manifest = manifestOf(planned.context.pack, {
      inputDigest: planned.context.inputDigest,
      ...written,
    });
    const generatedAt = clock.now();
    const followUps = followUpJobs(body, generatedAt);
    const unsigned = rowOf(body, { subject, manifest, signatures: [], generatedAt, cameFrom: null });
    const signatures = await this.#sign(planned, body, contextHashOf(unsigned), signal);
    await spans.of('cache_write', () =>
      store.write(async (writer) => {
        await keepOutput(writer, { ...unsigned, signatures: canonicalText(signatures) });
        await queue.enqueue(writer, followUps);
        await finish(writer, moved ?? resultOf(body));
      }),
    );
    this.#count(body, written, (clock.monotonic() - started) / 1000);
    this.#tell(body, spans, written);
    if (followUps.length > 0) queue.wake(FOLLOW_UP.name);
    this.#onKept();
  }

  async #write(planned: PlannedBrief, spans: Spans, signal: AbortSignal): Promise<WrittenBrief> {
    const { canary, settings } = this.#parts;
    const { context, question, unread } = planned;
    const words = await this.#wording(planned, signal);
    const fallback = words.fallbackReason ?? unread;
    return writeBrief(context, {
      ...{ question, canary: canary(), wording: words.wording, strict: settings().brief_strict, signal },
      ...(fallback === null ? {} : { fallbackReason: fallback }),
      span: (name, work) => spans.of(name, work),
    });
  }

  /** @throws AppError UNAVAILABLE where it is another model now: nothing is made then */
  async #wording(
    { wordsmith, digest, profile }: PlannedBrief,
    signal: AbortSignal,
  ): Promise<{
    readonly wording: Wording | null;
    readonly fallbackReason: BriefBody['inference']['fallback_reason'] | null;
  }> {
    if (wordsmith.label === null || digest === null) return { wording: null, fallbackReason: null };
    const { models } = this.#parts;
    const { purpose } = wordsmith;
    try {
      await refuseAnother(this.#parts, wordsmith, profile, digest, signal);
    } catch (error) {
      if (error instanceof AppError && error.details?.reason === DIGEST_MISMATCH) throw error;
      return { wording: null, fallbackReason: fallbackReasonOf(error) };
    }
    return { wording: { ask: (turns, ended) => models.ask(purpose, turns, ended) }, fallbackReason: null };
  }

  #sign({ profile }: PlannedBrief, body: BriefBody, contextHash: string, signal: AbortSignal) {
    const { task, advisory_key, cache_key, revision, input_digest, provenance_hash } = body;
    const predicate = { task, advisory_key, cache_key, revision, input_digest, provenance_hash };
    const { signer, log } = this.#parts;
    const subjects = subjectsOf({ cache_key, revision, output_hash: outputHash(body) }, contextHash);
    const signing = signer.sign(profile, subjects, predicate, signal);
    // A key that cannot be opened here is another console's: the brief is kept without, and shown as it is. Who signs with a program of theirs wants its signature.
    return signing.catch((error: unknown) => {
      if (profile.signing === 'external' || !(error instanceof AppError) || error.code !== 'UNAVAILABLE')
        throw error;
      log.warn({ cache_key, revision, reason: error.message }, 'a brief is kept unsigned');
      return [];
    });
  }

  #count({ guardrail }: BriefBody, written: WrittenBrief, seconds: number): void {
    const { counters } = this.#parts;
    counters.took(seconds);
    counters.stored();
    if (written.kind === 'blocked' || written.wasReasked || guardrail.codes.length > 0)
      counters.validationFailed();
    if (written.kind === 'blocked') counters.blocked(guardrail.codes);
    counters.covered(written.coverage);
  }

  /** Digests and names, and no text: a log is read by others. */
  #tell(body: BriefBody, spans: Spans, { wasReasked }: WrittenBrief): void {
    const { project, task, profile, input_digest, cache_key, revision, artifact_id, inference, guardrail } =
      body;
    this.#parts.log.info(
      {
        ...{ output_hash: outputHash(body), input_digest, cache_key, revision, profile, project, task },
        ...{ model_id: inference.model_id ?? null, fallback_reason: inference.fallback_reason ?? null },
        ...{
          artifacts: artifact_id === null ? [] : [artifact_id],
          codes: guardrail.codes,
          reasked: wasReasked,
        },
        trace: { id: `${cache_key.slice(0, 16)}-${revision}`, spans: spans.all() },
      },
      'a brief was made',
    );
  }

  /** What is gone, or cannot be asked about, is no fault of a try: it is told as it is, and tried again when somebody asks again. */
  judge(error: unknown): Unfinished | undefined {
    if (!(error instanceof AppError)) return undefined;
    const { code, message, details } = error;
    if (code === 'CANCELLED') return { kind: 'wait', afterMs: 0, reason: message };
    const reason = typeof details?.reason === 'string' ? details.reason : code;
    if (code === 'NOT_FOUND' || code === 'BRIEF_REFUSED' || reason === DIGEST_MISMATCH)
      return { kind: 'dead', reason: `${reason}: ${message}` };
    return undefined;
  }
}

const resultOf = ({ guardrail, inference }: BriefBody): string =>
  guardrail.blocked
    ? `Refused: ${guardrail.codes.join(', ')}.`
    : inference.model_id === undefined
      ? `Written without a model${inference.fallback_reason === undefined ? '' : ` (${inference.fallback_reason})`}.`
      : `Written with ${inference.model_id}.`;

/** How long each stretch took, from the beginning, milliseconds. */
class Spans {
  readonly #clock: Pick<BriefsParts['clock'], 'monotonic'>;
  readonly #traces: BriefsParts['traces'];
  readonly #began: number;
  readonly #spans: { readonly name: BriefSpanName; readonly at: number; readonly ms: number }[] = [];

  constructor(clock: Pick<BriefsParts['clock'], 'monotonic'>, traces: BriefsParts['traces']) {
    this.#clock = clock;
    this.#traces = traces;
    this.#began = clock.monotonic();
  }

  of<T>(name: BriefSpanName, work: () => T): T {
    const from = this.#clock.monotonic();
    const end = () =>
      this.#spans.push({
        name,
        at: rounded(from - this.#began),
        ms: rounded(this.#clock.monotonic() - from),
      });
    const made = this.#traces.within(name, {}, work);
    if (made instanceof Promise) return made.finally(end) as T;
    end();
    return made;
  }

  all() {
    return this.#spans;
  }
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

function bodyOf(
  { context, cacheKey, profile, wordsmith }: PlannedBrief,
  written: WrittenBrief,
  {
    revision,
    before,
  }: {
    readonly revision: number;
    readonly before: { readonly cache_key: string; readonly revision: number } | undefined;
  },
): BriefBody {
  const { pack, inputDigest } = context;
  const isBrief = written.kind === 'brief';
  // What was refused leaves nothing behind but its codes.
  const nothing = { summary: NOTHING, conflicts: NOTHING, remediation: NOTHING, references: NOTHING };
  const sections = isBrief ? { ...written.sections } : nothing;
  const steps = isBrief && pack.task !== 'conflict' ? stepsOf(pack.findings) : [];
  const isComposed = isBrief ? written.isComposed : written.promptSha256 !== null && wordsmith.label !== null;
  return {
    ...{
      task: pack.task,
      project: pack.project,
      advisory_key: pack.advisory_key,
      artifact_id: pack.artifact,
    },
    ...{ policy_version: pack.policy_version, profile: profile.name, cache_key: cacheKey, revision },
    ...(before === undefined ? {} : { supersedes: `${before.cache_key}/${before.revision}` }),
    ...{ input_digest: inputDigest, provenance_hash: provenanceHash(pack), sections },
    coverage: written.coverage,
    citations: isBrief ? [...written.citations] : [],
    steps,
    follow_ups:
      pack.task === 'remediation'
        ? followUpsOf(steps, pack.findings).map((one) => ({
            ...one,
            at: one.at === null ? null : new Date(one.at).toISOString(),
          }))
        : [],
    guardrail: {
      blocked: !isBrief,
      codes: [...written.codes],
      redactions: Object.fromEntries(Object.entries(written.redactions).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    prompt_sha256: written.promptSha256,
    effective_mode: isComposed ? wordsmith.mode : 'Local',
    inference: {
      ...(isComposed && wordsmith.label !== null ? { model_id: wordsmith.label } : {}),
      ...(isBrief && written.fallbackReason !== undefined ? { fallback_reason: written.fallbackReason } : {}),
    },
  };
}
