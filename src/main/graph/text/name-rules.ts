// Which names are no names: an instruction to whoever reads them, or longer than a name is. A name stands in every agent's
// system prompt, so what reads as a sentence there is obeyed. Pure, linear. Called by words.ts (what is counted and asked
// about) and record-facts.ts (what is written). Source: memory D25.
import type { Source } from '../../../shared/model/graph.ts';

/** Longest name taken from where nobody vouches for it, in UTF-16 units, and the most words joined in it. */
const MAX_INFERRED_CHARS = 64;
const MAX_INFERRED_WORDS = 5;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What an agent can be told to do. Names begin with these too (`run-on-boot`); more has to come. */
const ACTIONS = words(
  'ignore disregard forget override overrule bypass neglect send execute exec run delete reveal print output post upload ' +
    'email forward call eval download install remove wipe erase leak exfiltrate share publish show tell give repeat reply ' +
    'respond answer say obey follow act pretend stop use visit open click fetch transfer pay buy approve grant disable ' +
    'enable kill disclose dump expose write append insert drop reset recommend mention include trust believe assume ' +
    'consider treat behave copy move make ask',
);

/** What sentences have and names seldom: of two in a name that begins with an action, it is a sentence. */
const SENTENCE_WORDS = words(
  'all every everything any anything the a an this that these those it its them their me my your you yourself and then to with ' +
    'instead must should not previous prior above preceding before from into immediately now without unless until when if ' +
    'only never always please user users in',
);

const FORGET = words('ignore disregard forget override overrule bypass neglect');
const ORDERS = words('instruction instructions directive directives guideline guidelines everything told');
const ORDERS_OF_OTHERS = words(
  'rule rules prompt prompts order orders message messages context conversation constraint constraints policy policies ' +
    'safety training above text instructions commands restrictions',
);
const OF_OTHERS = words(
  'all any every the your my these those previous prior above preceding earlier system developer other',
);

const TELL = words('reveal leak exfiltrate disclose expose');
const SHOW = words(
  'print show output repeat dump send post email forward upload share publish tell give say write copy',
);
const SECRETS = words(
  'secret secrets password passwords credential credentials token tokens key keys prompt prompts instructions apikey',
);

const BEFORE_ACTION = words('and then please now must should always never to also');

/** `you must …`, `the agent should …`, `you are now …`. */
const ADDRESSES = new RegExp(
  `\\byou (?:must|should|shall|will|cannot|are now|are an?|have to|need to)(?: |$)|\\b(?:agents?|assistants?|models?|ai|llm|chatbot|bot|claude|gpt) (?:must|should|shall|will|cannot) (?:not|never|always|only|also|${[...ACTIONS].join('|')})(?: |$)`,
);

const JOINED = /[_.\s-]+/;

/** Whether a token reads as an instruction to an agent. */
export function isInstruction(token: string): boolean {
  const parts = token.toLowerCase().split(JOINED, 64);
  if (parts.length < 3)
    return parts.length === 2 && FORGET.has(parts[0] as string) && ORDERS.has(parts[1] as string);
  return ADDRESSES.test(parts.join(' ')) || parts.some((word, at) => isTold(word, parts, at));
}

/** Whether the word at this place tells somebody to do something. */
function isTold(word: string, parts: readonly string[], at: number): boolean {
  if (!ACTIONS.has(word) || (at > 0 && !BEFORE_ACTION.has(parts[at - 1] as string))) return false;
  const rest = parts.slice(at + 1);
  if (FORGET.has(word) && isWhatWasTold(rest)) return true;
  const isSecret = rest.some((one) => SECRETS.has(one));
  if (TELL.has(word) && isSecret) return true;
  if (SHOW.has(word) && isSecret && rest.some((one) => OF_OTHERS.has(one))) return true;
  const [before, first] = [parts[at - 1], rest[0]];
  if ((before === 'always' || before === 'never') && parts.length > 3) return true;
  if (first !== undefined && rest.includes('your') && rest.length > 1) return true;
  return parts.length > 3 && parts.filter((one) => SENTENCE_WORDS.has(one)).length >= 2;
}

function isWhatWasTold(rest: readonly string[]): boolean {
  if (rest.some((one) => ORDERS.has(one))) return true;
  return rest.some((one) => ORDERS_OF_OTHERS.has(one)) && rest.some((one) => OF_OTHERS.has(one));
}

/** Whether a token is longer than a name nobody vouches for may be. Dots join no words: hosts have many. */
export function isOverlong(token: string): boolean {
  if (token.length > MAX_INFERRED_CHARS) return true;
  return (
    token.length > 2 * MAX_INFERRED_WORDS &&
    token.split(/[_-]+/, MAX_INFERRED_WORDS + 1).length > MAX_INFERRED_WORDS
  );
}

/** Whether a source may bring such a name: the operator any, who tells by `gutask` none that instructs. */
export function mayName(token: string, source: Source): boolean {
  if (source === 'operator') return true;
  if (isInstruction(token)) return false;
  return source === 'gutask' || !isOverlong(token);
}
