// What a remediation leads to beside versions: packages by their names, and releases that are another one tomorrow (the latest, a branch). Knows no source, and judges
// nothing. Used by remediation.ts. Source: advisory, Guardrails.

/** A name with a sign in it that words do not have, or a hyphen. */
const NAME = '@?[A-Za-z][\\w.]{0,80}(?:[-/@:][\\w.@/:+-]{1,120})';
/** What may stand behind the name of a package and not behind the first half of a phrase (`vendor-supplied patches`). */
const BEHIND =
  '(?=\\s*(?:$|[,;()[\\].]|v?\\d)|\\s(?:to|at|from|instead|in|of|for|or|and|with|by|until|as)\\b)';
const THE = '(?:(?:the|an?|its?)\\s)?(?:(?:package|library|module|fork|image|crate|gem)\\s)?';
const TAKEN = new RegExp(
  `\\b(?:install|add|deploy|pull|use|adopt|upgrade|update|bump|pin|take|(?:switch|migrate|move|change|go)(?:\\s(?:over|back))?\\sto)\\s${THE}(${NAME})${BEHIND}`,
  'gi',
);
const INSTEAD = new RegExp(
  `\\b(?:replace|swap|substitute|exchange)\\b(?:[^.;!?\\n]|\\.(?=\\S)){1,120}?\\s(?:with|by|for)\\s${THE}(${NAME})${BEHIND}`,
  'gi',
);
/** Programs that install packages, and how they are told to. */
const MANAGED =
  /\b(?:npm|npx|pnpm|yarn|bun|pip3?|pipx|uv|poetry|conda|gem|bundle|cargo|go|apt|apt-get|apk|dnf|yum|zypper|brew|dotnet|nuget|composer)\s(?:(?:i|install|add|get|require|upgrade|update|download|dlx)\s)(?:package\s)?(@?[A-Za-z][\w.@/:+=~<>-]{0,120})/gi;
/** A plain word with a version behind it, or at the end of what is put in another's place. */
const VERSIONED =
  /\b(?:install|add|deploy|pull|adopt|(?:switch|migrate|move|change)\sto)\s([A-Za-z]\w{1,60})\sv?\d/gi;
const PUT_INSTEAD =
  /\b(?:replace|swap|substitute|exchange)\b(?:[^.;!?\n]|\.(?=\S)){1,120}?\s(?:with|by)\s([A-Za-z]\w{1,60})\s*(?:$|[.,;])/gi;
/** Words in such a place that name nothing. */
const NO_NAME = new Set(
  'version versions release build at least only any the exactly patch update upgrade revision tag it this that these those them from to up or and fixed patched both either another others something alternative alternatives one care caution downtime newer latest new'.split(
    ' ',
  ),
);
/** Words with a hyphen that name nothing. */
const PHRASE =
  /^(?:re|up|roll|back|follow|work|third|run|build|long|short|hot|drop|end|open|self|non|pre|post|well|known|most|least|in|on|off|out)-/i;
/** Files of a project that list what it needs. */
const MANIFEST = /(?:\.(?:json|xml|toml|ya?ml|txt|lock|mod|sum|gradle|csproj|lockfile)|file)$/i;

/** Names of packages that a sentence would have taken, without a version behind an `@`. @param text of a sentence, in plain signs and without emphasis */
export function namesIn(text: string): string[] {
  return [TAKEN, INSTEAD, MANAGED, VERSIONED, PUT_INSTEAD]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => bare(name)))
    .filter((name) => !NO_NAME.has(name.toLowerCase()))
    .filter((name) => name !== '' && !PHRASE.test(name) && !/^v?\d/i.test(name) && !MANIFEST.test(name));
}

/** Of a package URL the name alone: its version is judged as one. */
const bare = (name: string): string =>
  name
    .replace(/[.:,]+$/, '')
    .replace(/(?<=.)@v?\d.*$/, '')
    .replace(/[=~<>].*$/, '')
    .replace(/^pkg:/i, '');

const FLOATS =
  /\b(?:to|onto|at|on|use|using|install|track|follow|pull|deploy|add|take)\s(?:(?:the|an?|its|their|whatever is)\s)?(?:very\s)?(?:(?:latest|newest|most recent|nightly)\b|(?:main|master|trunk|head|edge|dev|develop|development|unstable|canary)\s(?:branch|build|version|release|line|tag|image)\b)|[:@](?:latest|main|master|nightly|edge|head)\b/gi;

/** What is no version, and is led to as if it were one. */
export const floatsIn = (text: string): string[] => [...text.matchAll(FLOATS)].map(([found]) => found);
