// Every simple command that a text could run, however it is wrapped: in substitutions, functions, loops, `sh -c`, behind sudo or find. For
// what must be refused whatever was approved; words that are known only where they run stand as they are written. Bounded; called by
// policy.ts.
// Source: decision 051.
import { forEachChild, type SyntaxNode } from 'unbash';
import { remembered } from './remembered.ts';
import { parseShell } from './shell-text.ts';
import { isRunner } from './wrappers.ts';

export interface Gathered {
  readonly argvs: readonly (readonly string[])[];
  /** Files that are written by redirection. */
  readonly written: readonly string[];
  /** A function calls itself. */
  readonly isRecursive: boolean;
}

const DEEPEST = 4;
/** Characters parsed for one command, including the scripts that it passes to shells. */
const MOST_CHARACTERS = 65_536;

/** Carry a command elsewhere among words of their own. */
const CARRIERS: ReadonlySet<string> = new Set(
  'find fd fdfind ssh docker podman kubectl pct qm lxc-attach machinectl'.split(' '),
);

/** Read a text and do it. */
const SHELLS =
  /^(sh|bash|dash|ash|zsh|ksh|fish|eval|su|ssh|watch|script|env|xargs|parallel|flock|timeout|sudo|nohup)$/;

/** Null when the text is too much to look through. */
export const gather = remembered((text) => gathered(text, 0, { left: MOST_CHARACTERS }));

function gathered(text: string, depth: number, budget: { left: number }): Gathered | null {
  budget.left -= text.length;
  const script = budget.left < 0 ? null : parseShell(text);
  if (script === null) return null;
  const found = {
    argvs: [] as string[][],
    written: [] as string[],
    handed: [] as string[],
    isRecursive: false,
  };
  const stack: { node: SyntaxNode; within: string | null }[] = [{ node: script, within: null }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node } = top;
    const within = node.type === 'Function' ? node.name.value : top.within;
    if (node.type === 'Command' && node.name !== undefined) {
      const argv = [node.name.value, ...node.args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text))];
      if (within !== null && argv[0] === within) found.isRecursive = true;
      found.argvs.push(argv);
    }
    if (node.type === 'HereDocBody') found.handed.push(node.text);
    if (node.type === 'HereString' && node.target !== undefined) found.handed.push(node.target.value);
    if (node.type === 'Redirect' && node.operator !== '<' && node.target !== undefined)
      found.written.push(node.target.value);
    forEachChild(node, (child) => void stack.push({ node: child, within }));
  }
  return depth < DEEPEST ? withNested(found, (inner) => gathered(inner, depth + 1, budget)) : found;
}

type Found = Gathered & { readonly handed: readonly string[] };

function withNested(found: Found, gatherInner: (text: string) => Gathered | null): Gathered | null {
  const argvs: (readonly string[])[] = [...found.argvs];
  const written = [...found.written];
  let { isRecursive } = found;
  const fed = [
    ...found.handed,
    ...found.argvs
      .filter(([name]) => name === 'echo' || name === 'printf')
      .map((argv) => argv.slice(1).join(' ')),
  ];
  for (const argv of found.argvs) {
    const name = baseName(argv[0] ?? '');
    if (isRunner(name) || CARRIERS.has(name))
      for (let from = 1; from < Math.min(argv.length, 24); from++) argvs.push(argv.slice(from));
    for (const text of [...textsRun(argv), ...(isFedShell(argv) ? fed : [])]) {
      const inner = gatherInner(text);
      if (inner === null) return null;
      // One by one: so many as a text can hold are no arguments of one call.
      for (const one of inner.argvs) argvs.push(one);
      for (const path of inner.written) written.push(path);
      isRecursive ||= inner.isRecursive;
    }
  }
  return { argvs, written, isRecursive };
}

/** A shell that does what it is handed or piped. */
const isFedShell = (argv: readonly string[]): boolean =>
  argv.some((word) => /^(sh|bash|dash|ash|zsh|ksh|fish|ssh)$/.test(baseName(word)));

/** Words that a shell would read again. */
const textsRun = (argv: readonly string[]): string[] =>
  argv.some((word) => SHELLS.test(baseName(word)))
    ? argv.slice(1).filter((word) => /\s|[;&|<>]/.test(word))
    : [];

export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
