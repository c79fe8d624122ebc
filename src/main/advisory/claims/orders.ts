// What a brief tells somebody to do beside going to a version: to switch something off, to send something, to close a finding; and what it tells of its own instructions.
// Called by claim-faults.ts. Source: advisory, Guardrails.
import type { ClaimFault, HeldWords, ToldSentence } from './held-words.ts';

type Order = Pick<ClaimFault, 'code' | 'what' | 'words'>;

/** At the head of a sentence, or behind a word of duty. */
const BEGINS =
  '(?:^|[.;:,!]\\s|\\b(?:must|should|please|and|then|first|to|can|may)\\s|\\b(?:step|\\d{1,2})[.:)]?\\s)';
/** Who tells it, and the stem without which no source cited does. */
const ORDERS: readonly (readonly [RegExp, RegExp])[] = [
  [
    new RegExp(
      `${BEGINS}(?:disable|turn(?:ing)?\\soff|switch(?:ing)?\\soff|deactivate|stop\\susing|block|open\\s(?:the\\s|an?\\s)?(?:ports?|firewall|access))\\b`,
      'i',
    ),
    /disabl|turn(?:ed|ing)? off|switch(?:ed|ing)? off|deactivat|block|filter|restrict|opened|without/i,
  ],
  [
    new RegExp(`${BEGINS}(?:bypass|skip|whitelist|allowlist|suppress|expose)\\b`, 'i'),
    /bypass|skip|whitelist|allowlist|suppress|expos/i,
  ],
  [
    new RegExp(`${BEGINS}(?:send|mail|e-mail|upload|post|forward|share|publish)\\s`, 'i'),
    /\b(?:send|mail|upload|post|forward|share|publish)\b/i,
  ],
  [
    new RegExp(
      `${BEGINS}(?:set|add|create|define|configure|edit|change)\\s(?:the\\s)?(?:environment|variable|option|flag|setting|parameter|firewall|port)\\b`,
      'i',
    ),
    /\b(?:set|add|configure|option|flag|setting|environment)\b/i,
  ],
  [
    /\b(?:mark|close|dismiss|resolve)\s(?:this|the|it|all)\b(?:\s(?:finding|ticket|issue|alert|case)s?\b)?|\bi\s(?:close|mark|dismiss|resolve|approve)\b/i,
    /\b(?:mark|clos|dismiss)\w{0,3}\s/i,
  ],
];

/** Talk of its own orders, or in the place of somebody else. */
const SELF =
  /\b(?:my|these|the\ssystem|hidden)\s(?:instructions?|system\s(?:prompt|text|message)|guidelines|directives)\b|\bI\s(?:was|am|have\sbeen|['’]ve\sbeen)\s(?:told|instructed|asked|ordered|programmed)\b|\bas\s(?:instructed|ordered|requested|told)\sby\b|\bas\san\s(?:AI|assistant|language\smodel)\b|^(?:system|assistant|user|developer)\s?:/i;

/** Null where it tells nothing, or what a source cited tells. */
export function orderOf({ text, ids, isRemedy }: ToldSentence, held: HeldWords): Order | null {
  const self = SELF.exec(text)?.[0];
  if (self !== undefined)
    return { code: 'prompt_injection', what: self, words: 'Speaks of instructions instead of the sources' };
  for (const [tells, needed] of ORDERS) {
    const what = tells.exec(text)?.[0];
    if (what !== undefined && !held.matches(needed, ids))
      return {
        ...{ code: isRemedy ? 'remediation_unapproved' : 'entity_unsupported', what },
        words: 'Tells to do what no source cited tells',
      };
  }
  return null;
}
