// The cues themselves, as data: which words state that X lies in Y, of which flavour, in which dimension
// and how sure the wording makes us. Read by match.ts; knows nothing about subjects or objects.
// Source: memory, Cue scanner, D9.

/** How much a cue demands of its subject: a keyword is explicit, a full cue has a finite verb, a bare one has none. */
export type CueStrength = 'keyword' | 'full' | 'bare';

export interface Cue {
  readonly name: string;
  /** Its words as pattern.ts reads them: `BE`, `ADV*` and `MOD*` are open classes, `W` is the place that is left. */
  readonly pattern: string;
  readonly isIsa: boolean;
  /** Dimension of the triple when no `of {Z}` names another. */
  readonly dim: string;
  readonly strength: CueStrength;
  /** A generic statement ("A node is part of a cluster") may use this cue. */
  readonly generic: boolean;
}

/** Confidence by strength of the wording (memory, Cue scanner). */
export const CONFIDENCE: Readonly<Record<CueStrength, number>> = {
  keyword: 0.9,
  full: 0.8,
  bare: 0.65,
};

/** What an assistant states is worth this share of what a user states. */
export const ASSISTANT_SHARE = 0.8;

/** The dimension of other names: the object of such a cue is another name of its subject. */
export const ALIAS = 'alias';

function isa(name: string, strength: CueStrength, pattern: string): Cue {
  return {
    name,
    pattern,
    isIsa: true,
    dim: 'type',
    strength,
    generic: true,
  };
}

function part(name: string, dim: string, strength: CueStrength, pattern: string): Cue {
  const generic = dim === 'membership' && strength === 'full';
  return {
    name,
    pattern,
    isIsa: false,
    dim,
    strength,
    generic,
  };
}

/** How a part comes with its whole. */
const DELIVERED = 'developed|provided|shipped|distributed|maintained|included|released|bundled|delivered';

/** Every cue. Order does not matter: the match that consumes most words wins. */
export const CUES: readonly Cue[] = [
  isa('ISA', 'keyword', 'ISA|isa'),
  isa('is a', 'full', 'BE ADV* a|an'),
  isa('is the', 'full', 'BE ADV* the'),
  isa('is our', 'full', 'BE ADV* our|my'),
  isa('is our', 'full', 'BE ADV* our|my own'),
  isa('is a kind of', 'full', 'BE ADV* a MOD* kind|type of'),
  isa('is an instance of', 'full', 'BE ADV* a|an MOD* instance of'),
  isa('kind of', 'bare', 'kind of'),
  isa('type of', 'bare', 'type of'),
  isa('instance of', 'bare', 'instance of'),

  part('ISPART', 'membership', 'keyword', 'ISPART|ispart'),
  part('is part of', 'membership', 'full', 'BE ADV* part|parts of'),
  part('is a part of', 'membership', 'full', 'BE ADV* a|an MOD* part of'),
  part('is a member of', 'membership', 'full', 'BE ADV* a|an MOD* member of'),
  part('belongs to', 'membership', 'full', 'belongs ADV* to'),
  part('has belonged to', 'membership', 'full', 'has ADV* belonged to'),
  part('is contained in', 'membership', 'full', 'BE ADV* contained in'),
  part('is part of', 'membership', 'full', `BE ADV* ${DELIVERED} as part of`),
  part('is owned by', 'owned-by', 'full', 'BE ADV* owned by'),
  part('runs on', 'runs-on', 'full', 'runs ADV* on'),
  part('runs in', 'runs-on', 'full', 'runs ADV* in'),
  part('runs in', 'runs-on', 'full', 'BE ADV* deployed in'),
  part('runs on top of', 'runs-on', 'full', 'runs ADV* on top of'),
  part('runs as', 'runs-on', 'full', 'runs ADV* as a|an MOD* on|in'),
  part('runs as', 'runs-on', 'full', 'BE ADV* running|deployed|hosted ADV* as a|an MOD* on|in'),
  part('runs in a container on', 'runs-on', 'full', 'runs ADV* in|inside|under|within a|an MOD* on'),
  part('runs in a container on', 'runs-on', 'full', 'BE ADV* in|inside a|an MOD* on'),
  part('has run on', 'runs-on', 'full', 'has ADV* run on'),
  part('is running on', 'runs-on', 'full', 'BE ADV* running ADV* on'),
  part('is hosted by', 'runs-on', 'full', 'BE ADV* hosted by'),
  part('is deployed on', 'runs-on', 'full', 'BE ADV* deployed on|to'),
  part('is hosted on', 'runs-on', 'full', 'BE ADV* hosted ADV* on|at|with'),
  part('moved to', 'runs-on', 'full', 'moved|migrated|relocated|went ADV* to'),
  part('moved from to', 'runs-on', 'full', 'moved|migrated|relocated from W to'),
  part('moved from to', 'runs-on', 'full', 'was|has|got ADV* moved|migrated|relocated from W to'),
  part('moved from to', 'runs-on', 'full', 'BE ADV* moved|migrated|relocated from W to'),
  part('is installed on', 'runs-on', 'full', 'BE ADV* installed ADV* on'),
  part('is on', 'runs-on', 'full', 'BE ADV* on'),
  part('lives on', 'runs-on', 'full', 'lives|sits|resides ADV* on'),
  part('lives in', 'runs-on', 'full', 'lives|sits|resides ADV* in'),
  part('is built with', 'tech', 'full', 'BE ADV* built|implemented|developed|made|created ADV* with|using'),
  part('is built on', 'tech', 'full', 'BE ADV* built|based ADV* on|upon|atop'),
  part('is written in', 'tech', 'full', 'BE ADV* written|rewritten|implemented|coded|programmed ADV* in'),
  part('is developed in', 'tech', 'full', 'BE ADV* developed|built ADV* in'),
  part('is powered by', 'tech', 'full', 'BE ADV* powered by'),
  part(
    'is located in',
    'geography',
    'full',
    'BE ADV* located|based|situated|hosted|mounted|standing|colocated in',
  ),
  part('is in', 'geography', 'full', 'BE ADV* in'),
  part('is maintained by', 'owned-by', 'full', 'BE ADV* maintained|managed|run|operated by'),
  part('is maintained by', 'owned-by', 'full', 'BE ADV* looked after by'),

  part('is renamed', ALIAS, 'full', 'was|got ADV* renamed to|as'),
  part('is renamed', ALIAS, 'full', 'BE ADV* renamed to|as'),
  part('is renamed', ALIAS, 'full', 'BE now called|named'),
  part('is renamed', ALIAS, 'full', 'BE now known as'),
  part('also known as', ALIAS, 'bare', 'aka|a.k.a'),
  part('also known as', ALIAS, 'bare', 'also known as'),

  part('part of', 'membership', 'bare', 'part of'),
  part('as part of', 'membership', 'bare', `${DELIVERED} as part of`),
  part('member of', 'membership', 'bare', 'member of'),
  part('contained in', 'membership', 'bare', 'contained in'),
  part('owned by', 'owned-by', 'bare', 'owned by'),
  part('hosted by', 'runs-on', 'bare', 'hosted by'),
  part('deployed on', 'runs-on', 'bare', 'deployed on|to'),
  part('hosted on', 'runs-on', 'bare', 'hosted|running on|at|with'),
  part('written in', 'tech', 'bare', 'written|rewritten|implemented ADV* in'),
  part('written in', 'tech', 'bare', 'written|rewritten|implemented|built from scratch in'),
  part('developed in', 'tech', 'bare', 'built|developed|coded|programmed ADV* in'),
  part('built with', 'tech', 'bare', 'built|implemented|made with|using'),
  part('is built on', 'tech', 'bare', 'built on|upon|atop'),
  part('based on', 'tech', 'bare', 'based on|upon'),
  part('is built on top of', 'tech', 'bare', 'built on top of'),
  part('powered by', 'tech', 'bare', 'powered by'),
  part('located in', 'geography', 'bare', 'located|based|standing|colocated in'),
  part('maintained by', 'owned-by', 'bare', 'maintained by'),
];
