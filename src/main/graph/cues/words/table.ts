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

const row = (name: string, dim: string, strength: CueStrength, pattern: string): Cue => ({
  ...{ name, dim, strength, pattern, isIsa: dim === 'type' },
});

/** Every cue. Order does not matter: the match that consumes most words wins. */
export const CUES: readonly Cue[] = [
  row('ISA', 'type', 'keyword', 'ISA|isa'),
  row('is a', 'type', 'full', 'BE ADV* a|an'),
  row('is the', 'type', 'full', 'BE ADV* the'),
  row('is our', 'type', 'full', 'BE ADV* our|my'),
  row('is our', 'type', 'full', 'BE ADV* our|my own'),
  row('is a kind of', 'type', 'full', 'BE ADV* a MOD* kind|type of'),
  row('is an instance of', 'type', 'full', 'BE ADV* a|an MOD* instance of'),
  row('kind of', 'type', 'bare', 'kind of'),
  row('type of', 'type', 'bare', 'type of'),
  row('instance of', 'type', 'bare', 'instance of'),

  row('ISPART', 'membership', 'keyword', 'ISPART|ispart'),
  row('is part of', 'membership', 'full', 'BE ADV* part|parts of'),
  row('is a part of', 'membership', 'full', 'BE ADV* a|an MOD* part of'),
  row('is a member of', 'membership', 'full', 'BE ADV* a|an MOD* member of'),
  row('belongs to', 'membership', 'full', 'belongs ADV* to'),
  row('is contained in', 'membership', 'full', 'BE ADV* contained in'),
  row('is owned by', 'owned-by', 'full', 'BE ADV* owned by'),
  row('runs on', 'runs-on', 'full', 'runs ADV* on'),
  row('runs in', 'runs-on', 'full', 'runs ADV* in'),
  row('runs as', 'runs-on', 'full', 'runs ADV* as a|an MOD* on|in'),
  row('runs in a container on', 'runs-on', 'full', 'runs ADV* in|inside|under|within a|an MOD* on'),
  row('runs in a container on', 'runs-on', 'full', 'BE ADV* in|inside a|an MOD* on'),
  row('is running on', 'runs-on', 'full', 'BE ADV* running ADV* on'),
  row('is hosted by', 'runs-on', 'full', 'BE ADV* hosted by'),
  row('is deployed on', 'runs-on', 'full', 'BE ADV* deployed on|to'),
  row('is hosted on', 'runs-on', 'full', 'BE ADV* hosted ADV* on|at|with'),
  row('moved to', 'runs-on', 'full', 'moved|migrated|relocated|went ADV* to'),
  row('moved from to', 'runs-on', 'full', 'moved|migrated|relocated from W to'),
  row('moved from to', 'runs-on', 'full', 'was|has|got ADV* moved|migrated|relocated from W to'),
  row('moved from to', 'runs-on', 'full', 'BE ADV* moved|migrated|relocated from W to'),
  row('is installed on', 'runs-on', 'full', 'BE ADV* installed ADV* on'),
  row('is on', 'runs-on', 'full', 'BE ADV* on'),
  row('lives on', 'runs-on', 'full', 'lives|sits|resides ADV* on'),
  row('lives in', 'runs-on', 'full', 'lives|sits|resides|stands|hangs ADV* in'),
  row('is built with', 'tech', 'full', 'BE ADV* built|implemented|developed|made|created ADV* with|using'),
  row('is built on', 'tech', 'full', 'BE ADV* built|based ADV* on|upon|atop'),
  row('is written in', 'tech', 'full', 'BE ADV* written|rewritten|implemented|coded|programmed ADV* in'),
  row('is developed in', 'tech', 'full', 'BE ADV* developed|built ADV* in'),
  row('is powered by', 'tech', 'full', 'BE ADV* powered by'),
  row(
    'is located in',
    'geography',
    'full',
    'BE ADV* located|based|situated|hosted|mounted|standing|colocated in',
  ),
  row('is in', 'geography', 'full', 'BE ADV* in'),
  row('is maintained by', 'owned-by', 'full', 'BE ADV* maintained|managed|run|operated by'),
  row('is maintained by', 'owned-by', 'full', 'BE ADV* looked after by'),

  row('is renamed', ALIAS, 'full', 'was|got ADV* renamed to|as'),
  row('is renamed', ALIAS, 'full', 'BE ADV* renamed to|as'),
  row('is renamed', ALIAS, 'full', 'BE now called|named'),
  row('is renamed', ALIAS, 'full', 'BE now known as'),
  row('also known as', ALIAS, 'bare', 'aka|a.k.a'),
  row('also known as', ALIAS, 'bare', 'also known as'),

  row('part of', 'membership', 'bare', 'part of'),
  row('member of', 'membership', 'bare', 'member of'),
  row('contained in', 'membership', 'bare', 'contained in'),
  row('owned by', 'owned-by', 'bare', 'owned by'),
  row('hosted by', 'runs-on', 'bare', 'hosted by'),
  row('deployed on', 'runs-on', 'bare', 'deployed on|to'),
  row('hosted on', 'runs-on', 'bare', 'hosted|running on|at|with'),
  row('written in', 'tech', 'bare', 'written|rewritten|implemented ADV* in'),
  row('developed in', 'tech', 'bare', 'built|developed|coded|programmed ADV* in'),
  row('built with', 'tech', 'bare', 'built|implemented|made with|using'),
  row('is built on', 'tech', 'bare', 'built on|upon|atop'),
  row('based on', 'tech', 'bare', 'based on|upon'),
  row('powered by', 'tech', 'bare', 'powered by'),
  row('maintained by', 'owned-by', 'bare', 'maintained by'),
];
