// What the text of a command may be made of before a shell grammar reads it: how long, which characters, no expansion, a bounded
// number of parts. One pass, so that no hostile text reaches the parser; it never decides that something is fine. Also
// contains the only call of the parser. Called by parse-command.ts, policy.ts and the other readers of commands.
// Source: decision 051.
import { forEachChild, parse, type SyntaxNode } from 'unbash';

/** Characters of a command, at most. */
export const LONGEST = 16_384;
/** Operators, redirections and brackets outside quotes, at most: more is no command a person reads. */
const MOST_MARKS = 96;

export interface TextProblem {
  /** `hidden`: what is shown is not what would run. `size`: too much to look at. `shell`: a shell would put something in. */
  readonly kind: 'size' | 'hidden' | 'shell';
  readonly reason: string;
}

const problem = (kind: TextProblem['kind'], reason: string): TextProblem => ({ kind, reason });

/** Letters and numbers of other scripts may stand in quotes; what looks like nothing, or like a sign, may not. */
const OTHER_LETTERS = /^[\p{L}\p{M}\p{N}]$/u;

/** @returns what is wrong with its characters, whoever reads them; null when nothing is */
export function hiddenIn(text: string): TextProblem | null {
  if (text.length > LONGEST) return problem('size', `longer than ${LONGEST} characters`);
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 0x0a || code === 0x09 || (code >= 0x20 && code < 0x7f)) continue;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    if (code < 0xa0) return problem('hidden', `control character ${name}`);
    if (!OTHER_LETTERS.test(char))
      return problem('hidden', `character ${name}, which can be mistaken for another`);
  }
  return null;
}

/** @returns why a shell may make something else of this text than stands there; null when it may not */
export function expandedIn(text: string): TextProblem | null {
  let quote: '' | "'" | '"' = '';
  let marks = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const next = text[at + 1] ?? '';
    if (quote === "'") {
      if (char === "'") quote = '';
      continue;
    }
    if (char === '\\') {
      at++;
      continue;
    }
    if (char === '`') return problem('shell', 'a command in backquotes');
    if (char === '$' && expands(next, quote)) return problem('shell', `an expansion: $${next}`);
    if (char === '"') quote = quote === '"' ? '' : '"';
    else if (quote === '"') continue;
    else if (char === "'") quote = "'";
    else if (char === '#' && (at === 0 || /[\s;&|()]/.test(text[at - 1] as string))) at = endOfLine(text, at);
    else if ('|&;<>(){}\n'.includes(char)) {
      if (++marks > MOST_MARKS) return problem('size', `more than ${MOST_MARKS} operators and brackets`);
      if (char === '<' && next === '<') return problem('shell', 'a document or text handed in');
      if ((char === '<' || char === '>') && next === '(')
        return problem('shell', 'a command in place of a file');
    } else if (char > '~') return problem('hidden', `${char} outside quotes`);
  }
  return quote === '' ? null : problem('shell', 'a quote that is not closed');
}

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end - 1;
};

/** A dollar before anything else stands for itself. */
const expands = (next: string, quote: string): boolean =>
  /[A-Za-z0-9_({[@*#?$!-]/.test(next) || (quote === '' && (next === '"' || next === "'"));

/** Opening characters in one command; more are slow to parse, and nobody reads such a command. */
const MOST_OPENINGS = 240;
/** Parentheses and braces that are open at once: the parser reads the text of a substitution again at each level. */
const MOST_OPEN = { '()': 16, '{}': 32 };
/** Levels of the syntax tree, which is walked recursively. */
const DEEPEST = 400;
const MOST_NODES = 6000;

const isTooNested = (text: string): boolean =>
  (text.match(/[$`({<[]/g)?.length ?? 0) > MOST_OPENINGS ||
  Object.entries(MOST_OPEN).some(([pair, most]) => isDeeper(text, pair, most));

function isDeeper(text: string, [opening, closing]: string, most: number): boolean {
  let open = 0;
  for (const sign of text) {
    if (sign === opening && ++open > most) return true;
    if (sign === closing && open > 0) open--;
  }
  return false;
}

/** @returns the syntax tree, with `errors` for an incomplete command; null for a command that is too large or too deeply nested */
export function parseShell(text: string): ReturnType<typeof parse> | null {
  if (isTooNested(text)) return null;
  try {
    const script = parse(text);
    let level: SyntaxNode[] = [script];
    for (let depth = 0, nodes = 0; level.length > 0; depth++) {
      nodes += level.length;
      if (depth > DEEPEST || nodes > MOST_NODES) return null;
      level = level.flatMap(childrenOf);
    }
    return script;
  } catch {
    return null;
  }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => void children.push(child));
  return children;
}
