// Evidence on its way into a pack: its secrets taken out, by type and counted, and what reads like instructions neutralised and said to be suspicious. What is taken
// out is found in whole texts, before anything is cut; in one order, so that marks are the same wherever the evidence is. Never logs or throws what it takes out.
// Called by read-context.ts. Source: advisory, Guardrails.

import { guardText } from '../guard/guard.ts';
import {
  Labels,
  type Range,
  type RedactedType,
  type Redactions,
  redactTyped,
} from '../guard/redact-typed.ts';
import { byCodePoint } from '../identity/code-points.ts';
import { textHash } from '../retrieval/chunks.ts';
import type { PackChunk } from '../retrieval/pack.ts';
import type { ContextPack } from '../retrieval/pack-shape.ts';
import { neutralised } from './neutralised.ts';

/** A piece in which something reads like instructions, for the banner. */
export interface SuspiciousSource {
  readonly sourceId: string;
  /** Rules that found it, each once, in code-point order. */
  readonly rules: readonly string[];
}

/** Counts up what was taken out. */
export class Tally {
  readonly #counts = new Map<RedactedType, number>();

  add(redactions: Redactions): void {
    for (const [type, count] of Object.entries(redactions) as [RedactedType, number][])
      this.#counts.set(type, (this.#counts.get(type) ?? 0) + count);
  }

  /** By type, in code-point order. */
  sum(): Redactions {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => byCodePoint(a, b)));
  }
}

export interface GuardedChunks {
  readonly chunks: readonly PackChunk[];
  readonly suspicious: readonly SuspiciousSource[];
}

/**
 * Texts of pieces without secrets, the best piece first, whatever order they come in. Where something was taken out, the hash of the text is of what is left: that of
 * a short text would tell a guesser whether he is right.
 * @param labels of the pack
 */
export function guardedChunks(given: readonly PackChunk[], labels: Labels, tally: Tally): GuardedChunks {
  const suspicious: SuspiciousSource[] = [];
  const ordered = given.toSorted(
    (a, b) => a.rank - b.rank || byCodePoint(a.sourceId, b.sourceId) || byCodePoint(a.text, b.text),
  );
  const chunks = ordered.map((chunk) => {
    const contacts = contactsIn(chunk);
    const verdict = guardText({ scope: 'evidence', text: chunk.text, contacts }, labels);
    tally.add(verdict.redactions);
    const rules = [...new Set(verdict.suspicious.map(({ rule }) => rule))].sort(byCodePoint);
    if (rules.length > 0) suspicious.push({ sourceId: chunk.sourceId, rules });
    return {
      ...{ ...chunk, text: neutralised(verdict), suspicious: rules.length > 0 },
      textHash: verdict.text === chunk.text ? chunk.textHash : textHash(verdict.text),
    };
  });
  return { chunks, suspicious };
}

/** Who issued a statement is meant to be known, by address too. */
const contactsIn = ({ kind, issuer, text }: PackChunk): readonly Range[] =>
  kind === 'vex' && issuer !== '' && text.startsWith(issuer) ? [{ start: 0, end: issuer.length }] : [];

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Members whose text was guarded before the pack was built, and is marked where it was. */
const GUARDED: ReadonlySet<string> = new Set(['text']);
/** Words of pieces, whose secrets are counted where the pieces are. */
const COUNTED: ReadonlySet<string> = new Set(['details', 'sentence']);
/** Who may be written to. */
const CONTACTS: ReadonlySet<string> = new Set(['issuer']);

/**
 * Everything else in a pack that evidence or operators named: names, package URLs, issuers, addresses, versions. Member by member in code-point order.
 * @param labels those with which the pieces were guarded
 */
export function guardedPack(pack: ContextPack, labels: Labels, tally: Tally): ContextPack {
  return guarded(pack as unknown as Value, '', labels, tally) as unknown as ContextPack;
}

/** In an address a secret may stand behind escapes: then what is asked for by it goes, and all of it where that is not enough. */
function addressOf(address: string, labels: Labels, tally: Tally): string | null {
  const { text, redactions } = redactTyped(address, labels);
  tally.add(redactions);
  const isOpen = (one: string): boolean => redactTyped(unescaped(one), new Labels()).taken.length === 0;
  if (isOpen(text)) return text;
  const bare = text.split(/[?#]/, 1)[0] ?? '';
  return isOpen(bare) ? bare : null;
}

/** As the address means it; as it is where its escapes are none. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    return address;
  }
}

/** As deep as a pack is, which is a few steps. */
function guarded(value: Value, name: string, labels: Labels, tally: Tally): Value {
  if (typeof value === 'string') {
    if (GUARDED.has(name)) return value;
    if (name === 'source_url') return addressOf(value, labels, tally);
    const contacts = CONTACTS.has(name) ? [{ start: 0, end: value.length }] : [];
    const { text, redactions } = redactTyped(value, labels, contacts);
    if (!COUNTED.has(name)) tally.add(redactions);
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Value) => guarded(item, name, labels, tally));
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([member, item]) => [member, guarded(item, member, labels, tally)]),
  );
}
