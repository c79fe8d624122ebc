// Which words say what of two names: for each dimension its verbs, its prepositions and its labels. Data, and the plain form of a verb.
// Used by relation.ts and plain-facts.ts. Source: structure S2, decision 080.

import { PREPOSITIONS } from '../../graph/cues/words/function-words.ts';
import { GROUPS } from '../../graph/cues/words/nouns.ts';

export const listed = (text: string): readonly string[] => text.split(' ');

/** They belong to the verb ("set up", "ended up") and to no noun behind them. */
const PARTICLES = new Set(listed('up down out off back away together ahead along again apart'));

/** Whether a word puts something into a place, time or relation. */
export function isPreposition(lower: string): boolean {
  return PREPOSITIONS.has(lower) && !PARTICLES.has(lower);
}

export interface Relation {
  /** Verbs in their plain form where the parent hangs on a preposition: "lives on nas01", "is owned by Ada". */
  readonly verbs: readonly string[];
  /** Prepositions of the parent, and those that say it without a verb: "is on nas01". */
  readonly prepositions: readonly string[];
  readonly bare: readonly string[];
  /** Verbs whose subject is the parent: "nas01 hosts jellyfin". */
  readonly ofParent: readonly string[];
  /** Verbs whose object is the parent: "gnommoweb uses React". */
  readonly ofConcept: readonly string[];
}

/** Dimensions of the operator's own making are not here: they say themselves what belongs to them. */
export const RELATIONS: Readonly<Record<string, Relation>> = {
  'runs-on': {
    verbs: listed(
      'run host self-host selfhost deploy install serve spin migrate carry containerise containerize dockerise dockerize virtualise ' +
        'virtualize launch start boot switch pin live sit stand put keep move place set stay reside go went end land work',
    ),
    prepositions: listed('on in at onto into inside within under to from upon atop via through over by with'),
    bare: listed('on in inside under at'),
    ofParent: listed('run host self-host serve carry house hold have has power'),
    ofConcept: listed('share'),
  },
  geography: {
    verbs: listed(
      'locate situate rack colocate base host live sit stand hang mount hide put keep move place set stay reside go end land',
    ),
    prepositions: listed(
      'in at on near inside outside behind beside under above over atop by between into to',
    ),
    bare: listed('in at near inside outside behind beside under above over atop by between on'),
    ofParent: listed('house host hold have has'),
    ofConcept: [],
  },
  membership: {
    verbs: listed('part member belong contain include group join consist component'),
    prepositions: listed('of to in on inside within under into from'),
    bare: listed('of within'),
    ofParent: listed('include contain comprise group'),
    ofConcept: listed('form join'),
  },
  tech: {
    verbs: listed(
      'write written wrote rewrite rewrote rewritten build built make made done power base code implement develop use using program compile port back drive',
    ),
    prepositions: listed('with in on by using upon from atop for'),
    bare: [],
    ofParent: listed('power back drive'),
    ofConcept: listed('use using run'),
  },
  'owned-by': {
    verbs: listed('own maintain manage administer operate look care handle responsible run belong'),
    prepositions: listed('by of to from under'),
    bare: [],
    ofParent: listed('own maintain manage administer admin operate look care handle responsible run keep'),
    ofConcept: [],
  },
};

/** Before "of", they say what something is or is called. */
export const KINDS_OF: ReadonlySet<string> = new Set(
  listed('kind type sort instance class form copy version one'),
);

/** Nouns that say of a value what it is: "owner: Ingrid". */
export const LABELS: Readonly<Record<string, readonly string[]>> = {
  'runs-on': listed('host server runtime os hardware platform'),
  geography: listed('place location site rack room'),
  membership: listed('project cluster stack'),
  tech: listed('language stack framework backend frontend tech engine firmware'),
  type: listed('role kind purpose'),
  'owned-by': listed('owner owners admin maintainer contact responsible'),
};

/** What things are "on" without running there. */
export const NETWORKS: ReadonlySet<string> = new Set(
  listed('network networks net vlan dmz mesh wifi lan subnet vpn tailnet'),
);

/** What holds things without hosting them: "in the guest network", "on the mesh". */
export const HOLDERS: ReadonlySet<string> = new Set([
  ...GROUPS,
  ...NETWORKS,
  ...listed('project namespace environment programme set repo monorepo'),
]);

/** Groups of people and those of a house: what one of them runs is theirs. */
export const PEOPLE: ReadonlySet<string> = new Set(
  listed(
    'team group firm agency institute operations ops squad guild tribe crew department dept family people guys folks company office consultancy club wife husband partner son daughter ' +
      'brother sister mother father mum mom dad papa grandma grandpa uncle aunt cousin friend boss colleague secretary neighbour',
  ),
);

const VERBS = [...new Set(Object.values(RELATIONS).flatMap(({ verbs }) => verbs))];
const IRREGULAR: Readonly<Record<string, string>> = {
  ran: 'run',
  running: 'run',
  sitting: 'sit',
  stood: 'stand',
  kept: 'keep',
  gone: 'go',
  goes: 'go',
  held: 'hold',
  had: 'have',
  putting: 'put',
  setting: 'set',
  spun: 'spin',
};

/** The plain form of a verb that some dimension knows; null for any other word. */
export function verbOf(lower: string): string | null {
  return plainForm(lower, VERBS);
}

export function plainForm(lower: string, verbs: readonly string[]): string | null {
  const plain = IRREGULAR[lower] ?? lower;
  const bare = plain.replace(/(?:e?s|ed|ing|ied)$/, '');
  const candidates = [plain, plain.replace(/s$/, ''), bare, `${bare}e`, bare.replace(/(.)\1$/, '$1')];
  return candidates.find((form) => verbs.includes(form)) ?? null;
}
