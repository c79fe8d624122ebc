// Who words a brief of a profile: a model of the operator's own network, an inference tier, or nobody, with why. And whether it is still the very model it was. Never sends
// anything of a brief. Called by plan-brief.ts and brief-worker.ts. Source: advisory, Profiles.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { pinFirst, readPin } from '../../store/briefs/model-pins.ts';
import type { Profile } from '../brief/profiles.ts';
import type { BriefsParts, ModelKnown, Wordsmith } from './ports.ts';

/** @param known the model that the profile's purpose names */
export function whoWords(
  profile: Profile,
  known: ModelKnown,
  { brief_mode: mode }: Pick<Settings, 'brief_mode'>,
): Wordsmith {
  const { egress, providers, purpose } = profile;
  const effective = egress ? 'Remote' : mode;
  const nobody = (fallback: 'no_model' | 'egress_denied' | null): Wordsmith => ({
    label: null,
    mode: effective,
    fallback,
  });
  const { label, provider, isLocal, problem } = known;
  if (label === null || provider === null) return nobody(effective === 'Local' ? null : 'no_model');
  if (problem !== null) return nobody('no_model');
  if (!providers.includes(provider)) return nobody('egress_denied');
  if (!isLocal && !egress) return nobody('egress_denied');
  return { label, mode: effective, purpose };
}

/**
 * The weights that word briefs of a model: those first met, or taken by an operator since.
 * @throws AppError as the model's server fails, where nothing is known of it yet
 */
export async function pinnedDigest(
  { store, models, clock }: Pick<BriefsParts, 'store' | 'models' | 'clock'>,
  { label, purpose }: Extract<Wordsmith, { label: string }>,
  signal: AbortSignal,
): Promise<string> {
  const known = await readPin(store.reader, label);
  if (known !== null) return known;
  const digest = await models.digest(purpose, signal);
  await store.write((writer) => pinFirst(writer, { model: label, digest, by: 'first use', at: clock.now() }));
  return (await readPin(store.reader, label)) ?? digest;
}

/**
 * Read before each generation.
 * @throws AppError UNAVAILABLE with `details.reason` `model_digest_mismatch` where it is another model now, or one its profile does not have
 */
export async function refuseAnother(
  { models }: Pick<BriefsParts, 'models'>,
  { label, purpose }: Extract<Wordsmith, { label: string }>,
  { models: allowed, name }: Profile,
  pinned: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await models.digest(purpose, signal);
  if (found !== pinned)
    throw mismatch(
      `${label} has other weights than those that word briefs (${shown(found)} instead of ${shown(pinned)}). Take them in Briefs, or bring the others back.`,
      { model: label, expected: pinned, found },
    );
  if (allowed !== null && !allowed.includes(found))
    throw mismatch(
      `${label} (${shown(found)}) is none of the models that config.yaml allows the profile ${name}.`,
      { model: label, found },
    );
}

const shown = (digest: string): string => (digest.length <= 24 ? digest : `${digest.slice(0, 20)}…`);

export const DIGEST_MISMATCH = 'model_digest_mismatch';

const mismatch = (message: string, details: Readonly<Record<string, unknown>>): AppError =>
  new AppError('UNAVAILABLE', message, { reason: DIGEST_MISMATCH, ...details });
