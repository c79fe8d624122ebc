// Profiles of briefs as data: what a pack has, where prompts may go, which models may word them, how they are signed. config.yaml narrows them; nothing widens what a
// profile is. Pure. Called by advisory/outputs. Source: advisory, Profiles.
import type { BriefProfile, BriefRequest } from '../../../shared/model/evidence/brief.ts';
import type { Provider } from '../../../shared/model/language-model.ts';
import { ORDINARY_SECTIONS, type PackProfile } from '../retrieval/pack-shape.ts';
import { EGRESS_PROFILES, type ProfileConfig } from './profile-config.ts';

export interface Profile {
  readonly name: BriefProfile;
  readonly title: string;
  readonly says: string;
  readonly pack: PackProfile;
  /** Whether prompts may go to models that are not in the operator's own network. */
  readonly egress: boolean;
  readonly providers: readonly Provider[];
  /** Which purpose's model and budgets it has. */
  readonly purpose: 'brief' | 'brief_cloud';
  readonly signing: 'ed25519' | 'ecdsa-p256' | 'external';
  /** Off until an operator turns it on. */
  readonly isOptional: boolean;
  /** Digests of the weights it may be worded by; null for those first met. */
  readonly models: readonly string[] | null;
  /** Null for the setting's. */
  readonly requestsPerMinute: number | null;
}

const HERE: readonly Provider[] = ['ollama', 'openai', 'claude'];

type Ordinary = Omit<Profile, 'name' | 'pack' | 'egress' | 'models' | 'requestsPerMinute'>;

const PROFILES: Readonly<Record<BriefProfile, Ordinary>> = {
  default: {
    title: 'Default',
    says: 'Stays in your network; signed with Ed25519.',
    ...{ providers: HERE, purpose: 'brief', signing: 'ed25519', isOptional: false },
  },
  'fips-local': {
    title: 'FIPS, local',
    says: 'Stays in your network; FIPS-approved algorithms only (SHA-256, ECDSA P-256). The module is not validated.',
    ...{ providers: HERE, purpose: 'brief', signing: 'ecdsa-p256', isOptional: false },
  },
  'gost-local': {
    title: 'GOST, local',
    says: 'Stays in your network; signed by the signer command in config.yaml.',
    ...{ providers: HERE, purpose: 'brief', signing: 'external', isOptional: false },
  },
  'cloud-openai': {
    title: 'Cloud, OpenAI',
    says: 'Its prompts leave this host; off until you turn it on.',
    ...{ providers: ['openai'], purpose: 'brief_cloud', signing: 'ed25519', isOptional: true },
  },
};

/** @param config `profiles` of config.yaml */
export function profileOf(
  name: BriefProfile,
  config: Readonly<Partial<Record<BriefProfile, ProfileConfig>>>,
): Profile {
  const own = config[name];
  const { environments = true, blastRadius = true, sbom = true, models = null } = own ?? {};
  return {
    ...PROFILES[name],
    name,
    egress: EGRESS_PROFILES.has(name),
    models,
    requestsPerMinute: own?.requestsPerMinute ?? null,
    pack: { name, sections: ORDINARY_SECTIONS, sbom, environments, blastRadius },
  };
}

/** What a request leaves out of a pack: a profile gives, a request only takes away. */
export const narrowed = (
  pack: PackProfile,
  { sbomContext = true, environments = true, blastRadius = true }: PackWishes,
): PackProfile => ({
  ...pack,
  sbom: pack.sbom && sbomContext,
  environments: pack.environments && sbomContext && environments,
  blastRadius: pack.blastRadius && sbomContext && blastRadius,
});

export type PackWishes = Pick<BriefRequest, 'sbomContext' | 'environments' | 'blastRadius'>;

/** Sections that are wanted most come first: they are shown first, and cut last. Equal wishes make one pack. */
export function preferring(pack: PackProfile, preferred: readonly string[] = []): PackProfile {
  const place = (section: string): number => {
    const at = preferred.indexOf(section);
    return at < 0 ? preferred.length : at;
  };
  return { ...pack, sections: pack.sections.toSorted((a, b) => place(a.section) - place(b.section)) };
}
