// What a request for a brief comes to now: its evidence, who words it, and the key it is kept under. Reads, asks no model but for which it is, and keeps nothing but the
// first sight of it. Called by briefs.ts for the key, and by brief-worker.ts for the brief. Source: advisory, Outputs.
import type { BriefRequest, BriefTask, FallbackReason } from '../../../shared/model/evidence/brief.ts';
import { readPin } from '../../store/briefs/model-pins.ts';
import { cacheKeyOf, subjectOf } from '../brief/brief-body.ts';
import { narrowed, type Profile, preferring, profileOf } from '../brief/profiles.ts';
import { questionFor } from '../brief/prompt-of.ts';
import { fallbackReasonOf } from '../brief/wording.ts';
import type { ReadContext } from '../context/read-context.ts';
import type { BriefsParts, Wordsmith } from './ports.ts';
import { pinnedDigest, whoWords } from './who-words.ts';

export interface BriefAsked {
  readonly project: string;
  readonly task: BriefTask;
  readonly request: BriefRequest;
  /** Of what was computed alone, whoever words briefs: the console's, and no member of a request. */
  readonly computed?: boolean | undefined;
}

export interface PlannedBrief {
  readonly profile: Profile;
  readonly context: ReadContext;
  readonly question: string;
  readonly wordsmith: Wordsmith;
  /** The weights that are to word it; null where nobody does, and where they could not be read, for `unread`. */
  readonly digest: string | null;
  readonly unread: FallbackReason | null;
  readonly cacheKey: string;
  readonly subject: string;
}

/**
 * @param meets a model that was never met is asked which it is, and its answer kept; else nobody is asked
 * @throws AppError NOT_FOUND, BRIEF_REFUSED (`no_evidence`), CANCELLED
 */
export async function planBrief(
  parts: BriefsParts,
  { project, task, request, computed = false }: BriefAsked,
  signal: AbortSignal,
  meets = true,
): Promise<PlannedBrief> {
  const settings = parts.settings();
  const profile = profileOf(request.profile, parts.profiles());
  const { advisoryKey, artifactId = null, policyVersion = null, preferredSections } = request;
  const asked = {
    ...{ project, task, advisoryKey, artifact: artifactId, policyVersion },
    trusted: parts.trusted(),
  };
  const [context, words] = await Promise.all([
    parts.context(
      { ...asked, profile: preferring(narrowed(profile.pack, request), preferredSections) },
      signal,
    ),
    computed ? COMPUTED : wordedBy(parts, profile, signal, meets),
  ]);
  const { pack, inputDigest } = context;
  const question = questionFor(task, pack.advisory_key, pack.artifact);
  const cacheKey = cacheKeyOf(pack, {
    ...{ inputDigest, profile: profile.name, strict: settings.brief_strict, question },
    model: words.digest,
  });
  const subject = subjectOf({
    ...{ project, task, advisory_key: pack.advisory_key, artifact_id: pack.artifact },
    ...{ policy_version: pack.policy_version, profile: profile.name },
  });
  return { profile, context, question, ...words, cacheKey, subject };
}

type Words = Pick<PlannedBrief, 'wordsmith' | 'digest' | 'unread'>;

/** Nobody words it, and nobody was meant to. Its key is another than that of the worded one. */
const COMPUTED: Words = {
  wordsmith: { label: null, mode: 'Local', fallback: null },
  digest: null,
  unread: null,
};

async function wordedBy(
  parts: BriefsParts,
  profile: Profile,
  signal: AbortSignal,
  meets: boolean,
): Promise<Words> {
  const wordsmith = whoWords(profile, await parts.models.about(profile.purpose), parts.settings());
  if (wordsmith.label === null) return { wordsmith, digest: null, unread: wordsmith.fallback };
  if (!meets) return { wordsmith, digest: await readPin(parts.store.reader, wordsmith.label), unread: null };
  try {
    return { wordsmith, digest: await pinnedDigest(parts, wordsmith, signal), unread: null };
  } catch (error) {
    return { wordsmith, digest: null, unread: fallbackReasonOf(error) };
  }
}
