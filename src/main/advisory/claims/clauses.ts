// The clauses of a sentence that state something each: `No source names a work-around, and attackers use it` states two things, `No source says whether and when it was
// used` one. By signs and joining words alone; what looks as if it had a subject of its own is a clause of its own. Pure; linear. Used by the files of this room.
// Source: advisory, Guardrails.

/** Between two clauses in any case. */
const PARTS =
  /[;:!?]\s|\s[–—-]{1,2}\s|—|\s(?:but|while|whilst|(?:even\s)?though|although|even\sif|however|whereas|yet|because|since|despite)\s/i;
/** Between clauses, or between parts of one. */
const MAY_PART = /,\s|\s(?=(?:and|or|nor|so)\s)/i;
const JOINED = /^(?:(?:and|or|nor|so|then|also|still|only|even|instead|meanwhile|although|though|while)\s)+/i;
const INDIRECT = /^(?:and|or|nor)\s(?:that|whether|how|who|whom|when|where|why|if|what|which|by)\b/i;
/** What a clause of its own begins with. */
const SUBJECT =
  /^(?:it|its|this|that|these|those|they|there|he|she|you|we|all|both|each|others?|every\w*|most|many|several|nobody|nothing|none|which|who|making|allowing|leaving|meaning|letting|giving|causing|attack\w*|criminal\w*|hacker\w*|threat|ransomware|malware|botnet\w*|actors?|exploit\w*|abuse\w*|upgrad\w*|updat\w*|patch\w*|\d\S*)\b/i;
/** `a fix` and `the people behind it` are parts of one. */
const LONG_ENOUGH = /^(?:the|an?|your|our|any\w*|some\w*|no)\s(?:\S{1,60}\s){2}\S/i;
const VERB_BEHIND =
  /^(?:\S{1,60}\s){1,6}(?:is|are|was|were|has|have|had|can|could|may|might|must|will|would|does|do|did|allows?|lets?|makes?|leads?|remains?|stays?|affects?|needs?|requires?)\b/i;

/** @param text a sentence in plain signs @returns in order, without the words that join them; none is empty */
export function clausesOf(text: string): string[] {
  return text.split(PARTS).flatMap((part) => {
    const clauses: string[] = [];
    for (const piece of part.split(MAY_PART)) {
      const isOwn = !INDIRECT.test(piece) && statesItself(piece.replace(JOINED, ''));
      const before = clauses.at(-1);
      if (before === undefined || isOwn) clauses.push(piece);
      else clauses[clauses.length - 1] = `${before}${/^(?:and|or|nor)\s/i.test(piece) ? '' : ','} ${piece}`;
    }
    return clauses.map((one) => one.replace(JOINED, '').trim()).filter((one) => /[\p{L}\p{N}]/u.test(one));
  });
}

const statesItself = (piece: string): boolean =>
  [SUBJECT, LONG_ENOUGH, VERB_BEHIND].some((begins) => begins.test(piece));
