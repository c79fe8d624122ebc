// Reads where something is, or whose, after a cue: a name, or the head of the phrase. A list of places is a capability and no
// place (memory D20); where it hosts, owns or contains nothing, it is refused. Called by object.ts.
// Source: memory, Cue scanner, D18, D20.

import type { Lexicon } from '../types.ts';
import { type Conjunct, type CueObject, compoundOf } from './compound.ts';
import {
  canonicalOf,
  hasIdentifierShape,
  isCapitalised,
  isGerund,
  isNameLike,
  isNoise,
  isOrdinary,
  isTitleNoun,
} from './names.ts';
import { isCutShort, nameBeforeTitle, readPhrase } from './phrase.ts';
import { isNumbered, isPlural, isRefusedHead, isSpoilt, portions } from './refusals.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { PREPOSITIONS } from './words/function-words.ts';
import { isActivity, isKind, saysSomething } from './words/kinds.ts';
import { MANAGERS, TRADE_NOUNS } from './words/nouns.ts';
import { isPlace } from './words/places.ts';
import type { Cue } from './words/table.ts';

/** Where something is, or whose: a name, or the head of the phrase. */
export function readPlace(
  found: Conjunct,
  cue: Cue,
  indefinite: boolean,
  lexicon: Lexicon,
): CueObject | null {
  const { words, phrase, to, closedBy } = found;
  if (isCutShort(words, to, closedBy) || isSpoilt(phrase)) return null;
  const named = nameBeforeTitle(phrase, lexicon);
  const whole =
    isTitleOf(named, phrase) ||
    (WHOLE_DIMS.has(cue.dim) &&
      named.length === 1 &&
      !isAnnounced(phrase) &&
      (named[0] === phrase.at(-1) || isMatter(named[0])));
  const titled = NAMED_DIMS.has(cue.dim) ? beforeTitle(phrase, named, lexicon) : named;
  const head = whole && titled === named ? compoundOf(phrase, lexicon) : titled;
  if (isRefusedHead(head, cue, lexicon) || isNumbered(head, words[to], lexicon)) return null;
  if (portions(head) && words[to]?.lower === 'of') return null;
  // "part of composing mails": something done.
  if (found.determiner === null && head.length > 1 && isGerund(head[0] as Word, lexicon)) return null;
  if (phrase.some((word) => isNoise(word)) || (cue.dim === 'runs-on' && NO_HOST_TITLES.has(lastOf(phrase))))
    return null;
  const first = head[0];
  // "owned by `core`": who writes it as a name, means one.
  const isSpan = cue.dim === 'owned-by' && first?.code === true;
  // "written in rust": what nothing else is written in.
  const isLanguage = WRITTEN.test(cue.name) && head.length === 1 && LANGUAGES.has(lastOf(head));
  const isName = isSpan || isLanguage || head.some((word) => isNameLike(word, lexicon));
  if (cue.dim === 'owned-by' && (isSoftware(head) || (indefinite && !isName))) return null;
  // "deployed to manage", "runs on demand": no place without an article, unless it is of a kind that hosts.
  if (cue.dim === 'runs-on' && !isName && found.determiner === null && !isHost(head)) return null;
  // "runs on host networking": how, and not where.
  if (cue.dim === 'runs-on' && !isName && /^[a-z]{4,}ing$/.test(words[to]?.text ?? '')) return null;
  if (cue.name === 'runs in' && (!HOSTS.has(head[0]?.lower ?? '') || /^\p{N}/u.test(words[to]?.text ?? '')))
    return null;
  // "runs on Flux reconciliation": when, and not where.
  const last = phrase[phrase.length - 1];
  if (cue.dim === 'runs-on' && phrase.length > 1 && last !== undefined && isPlural(last, lexicon))
    return null;
  if (cue.dim === 'runs-on' && (isAbstract(lastOf(phrase)) || NO_SITES.has(lastOf(head)))) return null;
  if (cue.dim === 'runs-on' && !isName && indefinite && !saysSomething(lastOf(head), 0, false)) return null;
  if (isCutOff(head, words, to)) return null;
  if (
    cue.name === 'is maintained by' &&
    head.every((word) => hasIdentifierShape(word) && !isCapitalised(word))
  )
    return null;
  if (
    /^is built on/.test(cue.name) &&
    titled === named &&
    !(head[0] !== undefined && (isCapitalised(head[0]) || head[0].code)) &&
    !lexicon.isKnownConcept(canonicalOf(head))
  )
    return null;
  // "built using a Docker container": with one of them, and not with Docker.
  if (NAMED_DIMS.has(cue.dim) && indefinite && titled !== named) return null;
  if (NAMED_DIMS.has(cue.dim) && head.length > 1 && !head.every(isCapitalised)) return null;
  if (
    NAMED_DIMS.has(cue.dim) &&
    (!isName || (found.determiner !== null && head === named && head.length < 3))
  )
    return null;
  if (cue.dim === 'geography' && !isPlace(canonicalOf(head))) return null;
  // "written in `NewEntries`": there it gets its value.
  if (WRITTEN.test(cue.name) && head[0]?.code === true && !LANGUAGES.has(lastOf(head))) return null;
  // "developed in Rust", and in Japan, in containers and in the open.
  if (/developed in$/.test(cue.name) && !LANGUAGES.has(lastOf(head))) return null;
  return {
    token: canonicalOf(head),
    head: lastOf(head),
    isName,
    indefinite,
    isDescribed: head.length > 1,
    dim: null,
    to,
  };
}

/** "the package Quill": what it is stands before its name. */
function isAnnounced([title, name, more]: readonly Word[]): boolean {
  if (title === undefined || name === undefined || more !== undefined) return false;
  return isTitleNoun(title) && !isCapitalised(title) && isCapitalised(name);
}

/** "the Python programming language", "the powerful `crawl4` library": the name in front of what it is. */
function beforeTitle(phrase: readonly Word[], named: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const title = phrase[phrase.length - 1];
  if (title === undefined || isCapitalised(title) || !isTitle(title.lower)) return named;
  const isCode = (word: Word) => word.code && title.lower !== 'language';
  const isStrange = (word: Word) => isNameLike(word, lexicon) && !isOrdinary(word, lexicon);
  const isOwn = (word: Word) => isCapitalised(word) || isCode(word) || isStrange(word);
  const from = phrase.findIndex(isOwn);
  const behind = phrase.findIndex((word, at) => at > from && !isOwn(word));
  if (from === -1 || behind === -1) return named;
  // "the Django Python framework" is written in the second of them.
  const end =
    title.lower !== 'language' && LANGUAGES.has(phrase[behind - 1]?.lower ?? '') ? behind - 1 : behind;
  return phrase.slice(from, Math.max(end, from + 1));
}

const WRITTEN = /^(?:is )?(?:written|developed) in$/;

const LANGUAGES: ReadonlySet<string> = new Set(
  'python javascript typescript java go golang rust php ruby perl haskell erlang elixir scala kotlin swift'.split(
    ' ',
  ),
);

/** What a make is sold or seen as: "the Django framework", "Docker containers", "the Core offering". */
const isTitle = (lower: string): boolean => {
  const one = lower.replace(/s$/, '');
  return !OWN_TITLES.has(one) && (isKind(lower) || isKind(one) || SOLD_AS.has(one));
};
const SOLD_AS: ReadonlySet<string> = new Set(['offering', 'product', 'technology', 'project']);
/** "an LVM block device", "an OCI image": not the name, but what is made with it. */
const OWN_TITLES: ReadonlySet<string> = new Set(
  'device image node cluster format schema model board machine box specification spec environment pipeline template script'.split(
    ' ',
  ),
);

const lastOf = (words: readonly Word[]): string => words[words.length - 1]?.lower ?? '';

/** "maintained by Network to Code": a name that goes on. */
function isCutOff([only, more]: readonly Word[], words: readonly Word[], to: number): boolean {
  const next = words[to + 1];
  if (only === undefined || more !== undefined || next === undefined || !isCapitalised(only)) return false;
  const goesOn = words[to - 1] === only ? /^(?:to|of|for)$/ : /^(?:to|of)$/;
  return goesOn.test(words[to]?.lower ?? '') && isCapitalised(next);
}

const isAbstract = (lower: string): boolean =>
  /[a-z]{4}(?:ation|ization|ment|ness|ancy|ency)$/.test(lower) && !isKind(lower);

/** Who hosts, and no place: "hosted by the Foundation". */
const NO_SITES: ReadonlySet<string> = new Set(
  'foundation organization organisation association consortium committee council'.split(' '),
);

/** "runs on the `proxy` network": on it, and not there. */
const NO_HOST_TITLES: ReadonlySet<string> = new Set(
  'mode network networks vlan subnet interface port schedule'.split(' '),
);

/** "the backup stack": what the stack is for, not its name. */
const isMatter = (word: Word | undefined): boolean => word !== undefined && isActivity(word.lower);

/** "managed by Terraform" says how, not whose. */
function isSoftware(head: readonly Word[]): boolean {
  const [only, more] = head;
  if (
    /(?:controller|operator|scheduler|daemon|plugin|driver|script|playbook|workflow|pipeline)$/.test(
      lastOf(head),
    )
  )
    return true;
  return only !== undefined && more === undefined && (MANAGERS.has(only.lower) || RUNNERS.has(only.lower));
}

/** Makes that run what is handed to them; companies may own it. */
const RUNNERS: ReadonlySet<string> = new Set(
  'docker podman kubernetes k8s terraform ansible systemd jenkins traefik kvm qemu cron npm pip celery ollama'.split(
    ' ',
  ),
);

/** In what something is said to run, and is then there: "runs in Docker"; "runs in Python" and "in CI" say how. */
const HOSTS: ReadonlySet<string> = new Set(
  'docker podman kubernetes k8s k3s proxmox lxc lxd incus minikube nomad wsl wsl2 vmware virtualbox kvm qemu aws gcp azure'.split(
    ' ',
  ),
);

function isHost([first]: readonly Word[]): boolean {
  return first !== undefined && (isKind(first.lower) || TRADE_NOUNS.has(first.lower));
}

/** "the Docker project": a title behind a name of a make, which says whose it is. */
function isTitleOf([title, more]: readonly Word[], phrase: readonly Word[]): boolean {
  const before = phrase[phrase.length - 2];
  return (
    title === phrase[phrase.length - 1] && more === undefined && before !== undefined && isCapitalised(before)
  );
}

/** Dimensions in which the whole compound is meant: "the media stack", "the platform team". */
const WHOLE_DIMS: ReadonlySet<string> = new Set(['membership', 'owned-by']);

/** Dimensions in which a common noun says nothing ("powered by electricity"). */
const NAMED_DIMS: ReadonlySet<string> = new Set(['tech', 'geography']);

/** "runs on macOS, Windows and Linux": a list is a capability, not a place (memory D20). */
export function isListed({ words, to }: Conjunct, rest: readonly Chunk[], lexicon: Lexicon): boolean {
  const next = words[to];
  if (next?.lower === 'as' && words[to + 1]?.lower === 'well') return words[to + 2]?.lower === 'as';
  const [chunk] = rest;
  if (next !== undefined || chunk === undefined) return false;
  const joins = chunk.conjunction === null ? chunk.mark === ',' : /^(?:and|or)$/.test(chunk.conjunction);
  const [first] = chunk.words;
  if (!joins || first === undefined || !isNameLike(first, lexicon)) return false;
  const phrase = readPhrase(chunk.words, 0, lexicon);
  const after = phrase === null ? undefined : chunk.words[phrase.to];
  const ends =
    after === undefined || PREPOSITIONS.has(after.lower) || /^(?:too|alike|alone)$/.test(after.lower);
  if (phrase === null || !ends) return false;
  return phrase.words.every((word) => isCapitalised(word) || isNameLike(word, lexicon) || isNumberWord(word));
}

function isNumberWord(word: Word): boolean {
  return /^\p{N}/u.test(word.text);
}
