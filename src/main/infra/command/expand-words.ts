// Words that are known only where a command runs, found out one step at a time, so that a program of the table is judged by the words it will get:
// a command in place of words is run first, a loop over known words is written out, and what `xargs` would hand over becomes words. Each step gives
// a plainer command, which is judged anew. Pure; called by read-plan.ts. Source: structure, S1.
import { type For, forEachChild, type Pipeline, type Script, type SyntaxNode, type WordPart } from 'unbash';
import { quoted } from './rewrite.ts';
import { parseShell } from './shell-text.ts';

/** The next step: `inner` is to be run, or the command is plainer as it stands. */
export type Expansion =
  | {
      readonly inner: string;
      /** @param output what `inner` printed. @returns the plainer command; null when that is no list of plain words */
      apply(output: string): string | null;
    }
  | { readonly text: string };

const MOST_WORDS = 64;
const PLAIN = /^[\w@%+=:,./~-]{1,300}$/;

/** @param source a command without hidden characters. @returns null where there is nothing to find out */
export function expandWords(source: string): Expansion | null {
  const script = parseShell(source);
  if (script === null || script.errors?.length) return null;
  let found: Expansion | null = expandVariable(script, source);
  const walk = (node: SyntaxNode, isQuoted: boolean): void => {
    if (found !== null) return;
    if (node.type === 'Pipeline') found = withoutXargs(node, source);
    if (node.type === 'For') found = writtenOut(node, source);
    const isInside = node.type === 'DoubleQuoted' || (isQuoted && node.type !== 'CommandExpansion');
    forEachChild(node, (child) => walk(child, isInside));
    // Innermost first: what it holds has been looked at.
    if (found === null && node.type === 'CommandExpansion') found = substituted(node, source, isQuoted);
  };
  walk(script, false);
  return found;
}

/** `x=a; b $x` becomes `b a`; `x=$(a)` alone becomes `a`, so that its value is shown. */
function expandVariable({ commands }: Script, source: string): Expansion | null {
  const setting = commands
    .map(({ command }) =>
      command.type === 'AndOr' && command.operators[0] === '&&' ? command.commands[0] : command,
    )
    .find((one) => one?.type === 'Command' && one.name === undefined && one.prefix.length === 1);
  const [variable] = setting?.type === 'Command' ? setting.prefix : [];
  if (!setting || variable?.type !== 'Assignment' || variable.value.type !== 'Word' || variable.append)
    return null;
  const { parts = [], value } = variable.value;
  const [, next, rest = ''] = /^\s*([;\n]|&&|$)\s*(.*)$/s.exec(source.slice(setting.end)) ?? [];
  if (rest === '' && next !== undefined && setting.pos === 0) {
    const [part] = parts[0]?.type === 'DoubleQuoted' ? parts[0].parts : parts;
    const isAlone = parts.length === 1 && part?.type === 'CommandExpansion' && part.text.startsWith('$(');
    return isAlone ? { text: part.text.slice(2, -1) } : null;
  }
  if (!parts.every(isKnown) || !PLAIN.test(value)) return null;
  const text = assigned(rest, variable.name, value);
  return text === null || text === rest ? null : { text: source.slice(0, setting.pos) + text };
}

type CommandExpansion = Extract<WordPart, { readonly type: 'CommandExpansion' }>;

function substituted(
  { pos, end, text }: CommandExpansion,
  source: string,
  isQuoted: boolean,
): Expansion | null {
  if (source.slice(pos, end) !== text) return null;
  const inner = text.startsWith('$(') ? text.slice(2, -1) : text.slice(1, -1);
  return {
    inner,
    apply(output) {
      const printed = output.replace(/\n+$/, '');
      const words = isQuoted ? [printed] : printed.split(/\s+/).filter((word) => word !== '');
      if (words.length > MOST_WORDS || !words.every((word) => PLAIN.test(word) || (isQuoted && word === '')))
        return null;
      const put = isQuoted ? printed : words.map(quoted).join(' ');
      return source.slice(0, pos) + put + source.slice(end);
    },
  };
}

/** `for i in a b; do x $i; done` as `{ x 'a'; x 'b'; }`. */
function writtenOut({ pos, end, name, wordlist, body }: For, source: string): Expansion | null {
  const words = wordlist?.flatMap((word) => rangeOf(word.text) ?? [word.value]) ?? [];
  const isList = wordlist?.every(({ parts = [], text }) => rangeOf(text) !== null || parts.every(isKnown));
  const isPlain = words.every((word) => PLAIN.test(word));
  if (!isList || !isPlain || words.length === 0 || words.length > MOST_WORDS) return null;
  const text = source.slice(body.pos, body.end).trim().replace(/;$/, '');
  const rounds = words.map((word) => {
    const round = assigned(text, name.value, word);
    return round === null ? null : `${round};`;
  });
  return rounds.includes(null)
    ? null
    : { text: `${source.slice(0, pos)}{ ${rounds.join(' ')} }${source.slice(end)}` };
}

const isKnown = (part: WordPart): boolean =>
  /^(Literal|SingleQuoted)$/.test(part.type) ||
  (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal'));

/** `{1..5}` */
function rangeOf(text: string): string[] | null {
  const range = /^\{(\d{1,4})\.\.(\d{1,4})\}$/.exec(text);
  if (range === null) return null;
  const [first, last] = [Number(range[1]), Number(range[2])];
  return last < first || last - first >= MOST_WORDS
    ? null
    : Array.from({ length: last - first + 1 }, (_, n) => String(first + n));
}

/** The text with a variable's value in its place; null where it is used in another way. */
function assigned(text: string, name: string, value: string): string | null {
  const places: { readonly pos: number; readonly end: number; readonly put: string }[] = [];
  let isOdd = false;
  const walk = (node: SyntaxNode, isQuoted: boolean): void => {
    const isInside = node.type === 'DoubleQuoted' || (isQuoted && node.type !== 'CommandExpansion');
    const isPlain =
      (node.type === 'SimpleExpansion' && node.text === `$${name}`) ||
      (node.type === 'ParameterExpansion' && node.text === `\${${name}}`);
    if (isPlain && 'pos' in node && text.slice(node.pos, node.end) === node.text)
      places.push({ pos: node.pos, end: node.end, put: isQuoted ? value : quoted(value) });
    else if (isPlain || (node.type === 'ParameterExpansion' && node.parameter === name)) isOdd = true;
    if (node.type === 'For' && node.name.value === name) isOdd = true;
    if (node.type === 'Assignment' && node.name === name) isOdd = true;
    forEachChild(node, (child) => walk(child, isInside));
  };
  const script = parseShell(text);
  if (script === null || script.errors?.length) return null;
  walk(script, false);
  if (isOdd) return null;
  return places
    .sort((a, b) => b.pos - a.pos)
    .reduce((done, { pos, end, put }) => done.slice(0, pos) + put + done.slice(end), text);
}

/** `a | xargs b c` as `b c $(a)`; with `-n1` as a loop. */
function withoutXargs({ pos, end, commands }: Pipeline, source: string): Expansion | null {
  const at = commands.findIndex((one) => one.type === 'Command' && one.name?.value === 'xargs');
  const xargs = commands[at];
  const before = commands[at - 1];
  if (xargs?.type !== 'Command' || before === undefined || xargs.redirects.length > 0) return null;
  const args = xargs.args.map((arg) => source.slice(arg.pos, arg.end));
  const isEach = args.some((arg) => /^-(n1|n|L1|L)$/.test(arg));
  const from = args.findIndex(
    (arg, n) =>
      !/^(-r|--no-run-if-empty|-n1|-L1|-n|-L)$/.test(arg) &&
      !(/^-[nL]$/.test(args[n - 1] ?? '') && arg === '1'),
  );
  if (from === -1 || args[from]?.startsWith('-')) return null;
  const program = args.slice(from).join(' ');
  const fed = source.slice(pos, before.end);
  const rest = source.slice(xargs.end, end);
  const text = isEach
    ? `{ for festinger in $(${fed}); do ${program} $festinger; done; }`
    : `${program} $(${fed})`;
  return { text: `${source.slice(0, pos)}${text}${rest}${source.slice(end)}` };
}
