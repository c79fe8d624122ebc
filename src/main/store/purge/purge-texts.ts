// Takes secrets out of texts that lie in tables: sentences, reasons, payloads of jobs and events. A name that was given
// another word gets it wherever it is quoted. Knows what the columns hold, not what a secret is. Used by purge-secrets.ts.
import { isSecretWord, MARK_WORD, redact } from '../../../shared/redact.ts';
import { canonicalJson, type Json } from '../audit/canonical-json.ts';

/** What the purge decided about words. */
export interface PurgedWords {
  /** Token -> what it is called now. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Looks like a secret and stays: a person told a fact about it. */
  readonly kept: ReadonlySet<string>;
  /** Is no longer a word. */
  readonly forgotten: ReadonlySet<string>;
}

/** Members that hold what somebody wrote; others may hold hashes, which look like secrets and are none. */
const TEXTS = new Set([
  'sentence',
  'text',
  'reason',
  'reasoning',
  'summary',
  'detail',
  'note',
  'problem',
  'message',
]);
/** Members that hold the name of a concept. */
const NAMES = new Set([
  'concept',
  'parent',
  'dimension',
  'subject',
  'dim',
  'token',
  'existingDimension',
  'newDimension',
]);

/** A text without its secrets. */
export function purgedText(text: string, { renamed, kept }: PurgedWords): string {
  let result = text;
  for (const [token, name] of renamed) result = result.replaceAll(token, name);
  // A fact a person told is quoted by its name.
  for (const token of kept) if (result.includes(token)) return result;
  return redact(result);
}

/** JSON without the secrets in it; the text itself when there are none. */
export function purgedJson(json: string, words: PurgedWords): string {
  let value: Json;
  try {
    value = JSON.parse(json) as Json;
  } catch {
    return purgedText(json, words);
  }
  let isChanged = false;
  const visit = (node: Json, key: string): Json => {
    if (Array.isArray(node)) return node.map((one) => visit(one, key));
    if (typeof node === 'object' && node !== null) {
      return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, visit(one as Json, name)]));
    }
    if (typeof node !== 'string') return node;
    const next = TEXTS.has(key) ? purgedText(node, words) : NAMES.has(key) ? purgedName(node, words) : node;
    isChanged ||= next !== node;
    return next;
  };
  const next = visit(value, '');
  return isChanged ? canonicalJson(next) : json;
}

/** A list of names without those that are no longer words. */
export function purgedNames(json: string, words: PurgedWords): string {
  const names = JSON.parse(json) as string[];
  const next = names.filter((name) => !words.forgotten.has(name)).map((name) => purgedName(name, words));
  return next.every((name, i) => name === names[i]) && next.length === names.length
    ? json
    : JSON.stringify(next);
}

function purgedName(name: string, { renamed, kept }: PurgedWords): string {
  return renamed.get(name) ?? (isSecretWord(name) && !kept.has(name) ? MARK_WORD : name);
}
