// Briefs as the console sees them: which profiles there are and who words them, lines of lists, a brief beside its sources and its revisions, its signature, what would be sent,
// what a step comes to for the assistant. Makes nothing by itself. Called by api/briefs.ts. Source: advisory, Outputs, Profiles.

import { AppError } from '../../../shared/model/envelope.ts';
import {
  BRIEF_PROFILES,
  type BriefAnswer,
  type BriefDetail,
  type BriefPlan,
  type BriefPreview,
  type BriefProfile,
  type BriefProfileView,
  type BriefRow,
  type BriefsPage,
  type BriefsState,
  type BriefTask,
  type SigningKeyView,
  type StoredBrief,
} from '../../../shared/model/evidence/brief.ts';
import { isBriefOn } from '../../../shared/model/evidence/brief-flags.ts';
import { pinAnew, readPins } from '../../store/briefs/model-pins.ts';
import { countOutputs, type OutputFilter, readOutput } from '../../store/briefs/outputs.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import { LiveView } from '../../streams/live-view.ts';
import { unescaped } from '../brief/brief-sections.ts';
import { profileOf } from '../brief/profiles.ts';
import { promptOf } from '../brief/prompt-of.ts';
import { NO_CANARY } from '../brief/write-brief.ts';
import type { KeyAlgorithm } from '../signing/keys.ts';
import type { SigningKeys } from '../signing/signing-keys.ts';
import { BRIEF_JOB } from './brief-job.ts';
import {
  type AbsentBrief,
  type AskedBrief,
  type Briefs,
  isAbsence,
  type NamedBrief,
  refusalOf,
} from './briefs.ts';
import { briefOf } from './kept-brief.ts';
import { type BriefAsked, planBrief } from './plan-brief.ts';
import type { BriefsParts } from './ports.ts';
import type { Signatures } from './signatures.ts';
import { stepMessage } from './step-message.ts';
import { whoWords } from './who-words.ts';

export interface BriefDeskParts extends BriefsParts {
  readonly briefs: Briefs;
  readonly signatures: Signatures;
  readonly keys: SigningKeys;
  readonly jobs: Pick<JobQueue, 'counts' | 'onChange'>;
}

const TOLD_EVERY_MS = 500;
/** A model's server that is asked which model it has. */
const DIGEST_MS = 2000;
/** A program that is asked about a signature. */
const PROGRAM_MS = 30_000;
const SUMMARY_CHARACTERS = 240;

export class BriefDesk {
  readonly #parts: BriefDeskParts;
  readonly #views = new Set<LiveView<BriefsState>>();
  #made = 0;

  constructor(parts: BriefDeskParts) {
    this.#parts = parts;
    parts.briefs.watch(() => {
      this.#made++;
    });
  }

  async state(project: string): Promise<BriefsState> {
    const { store, settings, jobs } = this.#parts;
    const isOn = (task: string): boolean => isBriefOn(settings().ai_briefs_enabled, project, task);
    const [profiles, count, counts] = await Promise.all([
      this.#profiles(),
      countOutputs(store.reader, project),
      jobs.counts(),
    ]);
    const { waiting = 0, active = 0 } = counts[BRIEF_JOB.name] ?? {};
    return {
      profiles,
      tasks: { summary: isOn('summary'), conflict: isOn('conflict'), remediation: isOn('remediation') },
      count,
      waiting: waiting + active,
      made: this.#made,
    };
  }

  live(project: string): LiveView<BriefsState> {
    const { briefs, jobs, clock } = this.#parts;
    const view: LiveView<BriefsState> = new LiveView(
      () => this.state(project),
      TOLD_EVERY_MS,
      clock,
      () => {
        const stops = [briefs.watch(() => view.changed()), jobs.onChange(() => view.changed())];
        return () => {
          for (const stop of stops) stop();
          this.#views.delete(view);
        };
      },
    );
    this.#views.add(view);
    return view;
  }

  close(): void {
    for (const view of this.#views) view.close();
  }

  async list(filter: OutputFilter): Promise<BriefsPage> {
    const { briefs, total } = await this.#parts.briefs.list(filter);
    return { briefs: briefs.map(lineOf), total };
  }

  async ask(asked: BriefAsked, signal?: AbortSignal): Promise<BriefAnswer> {
    return told(() => this.#parts.briefs.ask(asked, signal));
  }

  /** @throws AppError as `Briefs.find` */
  find(asked: BriefAsked, signal?: AbortSignal): Promise<BriefAnswer> {
    const { briefs } = this.#parts;
    return told(() => briefs.find(asked, signal));
  }

  progress({ project, cacheKey, revision }: NamedBrief): Promise<BriefAnswer> {
    return this.#came(cacheKey, () => this.#parts.briefs.output(project, cacheKey, revision));
  }

  /** Ends the making of one, for all who wait for it. */
  cancel({ project, cacheKey, revision }: NamedBrief): Promise<BriefAnswer> {
    return this.#came(cacheKey, () => this.#parts.briefs.cancel(project, cacheKey, revision));
  }

  /** What could not be made, or was cancelled, is an answer here, and no failure of the call. */
  async #came(cacheKey: string, look: () => Promise<AskedBrief | AbsentBrief>): Promise<BriefAnswer> {
    try {
      return await told(look);
    } catch (error) {
      if (isAbsence(error)) return { state: 'absent', cacheKey };
      if (!(error instanceof AppError) || error.details?.job_id === undefined) throw error;
      return { state: 'failed', reason: String(error.details.reason ?? error.code), message: error.message };
    }
  }

  /** @throws AppError NOT_FOUND */
  async detail({ project, cacheKey, revision }: NamedBrief): Promise<BriefDetail> {
    const { briefs, signatures, store } = this.#parts;
    const { brief, manifest, contextHash, cameFrom } = await briefs.stored(project, cacheKey, revision);
    const history = await briefs.history(project, cacheKey);
    const state = await signatures.stateOf(brief, contextHash, AbortSignal.timeout(PROGRAM_MS));
    const [key = '', number = ''] = brief.supersedes?.split('/') ?? [];
    const before = key === '' ? undefined : await readOutput(store.reader, project, key, Number(number));
    return {
      brief,
      manifest,
      ...state,
      cameFrom,
      history: history.map(lineOf),
      before: before === undefined ? null : briefOf(before),
    };
  }

  /** @throws AppError NOT_FOUND, BRIEF_REFUSED (no evidence, or what the guard blocks) */
  async preview(
    {
      project,
      task,
      advisoryKey,
      profile,
    }: {
      readonly project: string;
      readonly task: BriefTask;
      readonly advisoryKey: string;
      readonly profile: BriefProfile;
    },
    signal: AbortSignal = new AbortController().signal,
  ): Promise<BriefPreview> {
    const request = { advisoryKey, profile, forceRefresh: false };
    const { context, question } = await planBrief(this.#parts, { project, task, request }, signal, false);
    const prompt = promptOf(context.pack, { question, canary: NO_CANARY, labels: context.labels });
    if (prompt.blocked !== null)
      throw new AppError(
        'BRIEF_REFUSED',
        `Nothing would be sent: the guard blocks the request (${prompt.blocked}).`,
        {
          codes: [prompt.blocked],
        },
      );
    const { model, modelIsLocal: isLocal, fallback } = await this.#profile(profile);
    const problem =
      model === null
        ? fallback === null
          ? 'No model is chosen for briefs.'
          : (WHY[fallback] ?? fallback)
        : null;
    return { text: prompt.prompt.text, sha256: prompt.prompt.sha256, model, isLocal, problem };
  }

  /** @throws AppError NOT_FOUND, BRIEF_REFUSED for a brief that is not what was signed, and for one of another host that nobody who is known vouches for */
  async plan({ finding, ...named }: NamedBrief & { readonly finding: string }): Promise<BriefPlan> {
    const { brief, isVouchedFor } = await this.#parts.briefs.sound(named, AbortSignal.timeout(PROGRAM_MS));
    if (!isVouchedFor) throw unknownSigner(brief);
    const step = brief.steps.find((one) => one.finding === finding);
    if (!step) throw new AppError('NOT_FOUND', 'This brief has no such step.');
    return stepMessage(brief, step);
  }

  /** Takes the weights that a profile's model has now. @throws AppError UNAVAILABLE, TIMEOUT, NOT_ALLOWED where nobody words its briefs */
  async pinModel(
    project: string,
    profile: BriefProfile,
    by: string,
    signal?: AbortSignal,
  ): Promise<BriefsState> {
    const { models, settings, profiles, store, clock, briefs } = this.#parts;
    const one = profileOf(profile, profiles());
    const words = whoWords(one, await models.about(one.purpose), settings());
    if (words.label === null)
      throw new AppError('NOT_ALLOWED', `No model is selected for the profile ${profile}.`);
    const { label: model, purpose } = words;
    const digest = await models.digest(
      purpose,
      AbortSignal.any([AbortSignal.timeout(10_000), ...(signal ? [signal] : [])]),
    );
    await store.write((writer) => pinAnew(writer, { model, digest, by, at: clock.now() }));
    briefs.changed();
    return this.state(project);
  }

  async keys(): Promise<SigningKeyView[]> {
    const { keys } = await this.#parts.keys.known();
    return keys.map(({ publicKey, createdAt, retiredAt, isOwn }) => ({
      ...{ keyId: publicKey.keyId, algorithm: publicKey.algorithm, publicPem: publicKey.pem },
      ...{ createdAt, retiredAt, isOwn },
    }));
  }

  /** @throws AppError STALE_VERSION */
  async rotateKey(algorithm: KeyAlgorithm, replaces: string | null): Promise<SigningKeyView[]> {
    await this.#parts.keys.rotate(algorithm, replaces);
    return this.keys();
  }

  #profiles(): Promise<BriefProfileView[]> {
    return Promise.all(BRIEF_PROFILES.map((name) => this.#profile(name)));
  }

  async #profile(name: BriefProfile): Promise<BriefProfileView> {
    const { models, settings, profiles, signatures, store } = this.#parts;
    const profile = profileOf(name, profiles());
    const known = await models.about(profile.purpose);
    const words = whoWords(profile, known, settings());
    const pinned =
      words.label === null
        ? null
        : ((await readPins(store.reader)).find(({ model }) => model === words.label)?.digest ?? null);
    const now =
      words.label === null || pinned === null
        ? null
        : await models.digest(words.purpose, AbortSignal.timeout(DIGEST_MS)).catch(() => null);
    return {
      ...{ name, title: profile.title, says: profile.says },
      isOn: !profile.isOptional || settings().brief_cloud_enabled,
      problem: signatures.problem(profile),
      ...{
        model: words.label,
        modelIsLocal: known.isLocal,
        fallback: words.label === null ? words.fallback : null,
      },
      ...{ digest: pinned, digestNow: now !== null && now !== pinned ? now : null },
    };
  }
}

const WHY: Readonly<Partial<Record<string, string>>> = {
  no_model: 'No model that can be asked is chosen for it.',
  egress_denied: 'The model that is chosen is outside of your network, and this profile sends nothing there.',
};

/** What asking came to; a refusal of a brief is an answer. */
async function told(ask: () => Promise<AskedBrief | AbsentBrief>): Promise<BriefAnswer> {
  try {
    const found = await ask();
    if (found.kind === 'absent') return { state: 'absent', cacheKey: found.cacheKey };
    if (found.kind === 'queued') {
      const { cacheKey, revision, jobId } = found;
      return { state: 'queued', cacheKey, revision, jobId };
    }
    return { state: 'there', cacheKey: found.brief.cache_key, revision: found.brief.revision };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return { state: 'refused', ...refusal };
  }
}

const lineOf = (brief: StoredBrief): BriefRow => ({
  ...{ task: brief.task, advisoryKey: brief.advisory_key, artifactId: brief.artifact_id },
  ...{ policyVersion: brief.policy_version, profile: brief.profile, cacheKey: brief.cache_key },
  ...{ revision: brief.revision, outputHash: brief.output_hash, generatedAt: Date.parse(brief.generated_at) },
  ...{ blocked: brief.guardrail.blocked, codes: brief.guardrail.codes },
  modelId: brief.inference.model_id ?? null,
  fallbackReason: brief.inference.fallback_reason ?? null,
  summary: brief.guardrail.blocked ? '' : plainly(brief.sections.summary),
  signed: brief.signatures.length > 0,
});

/** Without marks of markdown and citations, and short. */
const plainly = (markdown: string): string =>
  unescaped(markdown.slice(0, 4 * SUMMARY_CHARACTERS).replace(/\s?\[\^?\d[\d,; –-]{0,40}\]/g, ''))
    .replace(/[*_`#|]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^\s*(?:-|\d{1,9}\.)\s/, '')
    .trim()
    .slice(0, SUMMARY_CHARACTERS)
    .toWellFormed();

function unknownSigner({ cache_key, revision }: StoredBrief): AppError {
  return new AppError(
    'BRIEF_REFUSED',
    'This brief came from another host, and nobody who is known here vouches for it: no step of it is handed on. Take its bundle in with the public key of whoever made it, or ask for a brief here.',
    { reason: 'unknown_signer', cache_key, revision },
  );
}
