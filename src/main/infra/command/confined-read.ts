// Whether a command is worth running in the sandbox: readers and filters alone, put together by whatever a shell has for it. What it could
// do otherwise is the kernel's concern; here is decided what would fail there, or show the sandbox instead of the host, and is
// therefore asked about. Pure; called by read-plan.ts.
// Source: structure, S1.
import { forEachChild, type Word as ShellWord, type SyntaxNode } from 'unbash';
import { endlessOf } from './endless.ts';
import { MOST_WORDS, type Word } from './parse-command.ts';
import { READERS } from './readers.ts';
import { isSecretPath } from './secret-places.ts';
import { parseShell } from './shell-text.ts';
import { programName, programVerdict, tableRead } from './table-read.ts';
import { certain, refused, type Verdict, worst } from './verdict.ts';
import { peel } from './wrappers.ts';

const DEEPEST = 3;
/** A word that is known only where it runs. */
const UNKNOWN = '\u0000';

/** @param source of one command or several, without hidden characters */
export function confinedVerdict(source: string, depth = 0): Verdict {
  const script = parseShell(source);
  if (script === null || depth > DEEPEST) return refused('guard', 'too much in one command');
  const error = script.errors?.[0];
  if (error) return refused('guard', `not a whole command: ${error.message}`);
  const verdicts: Verdict[] = [];
  const stack: SyntaxNode[] = [script];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const verdict = nodeVerdict(node, depth);
    if (verdict !== null) verdicts.push(verdict);
    forEachChild(node, (child) => void stack.push(child));
  }
  return worst(verdicts) ?? refused('guard', 'no command');
}

function nodeVerdict(node: SyntaxNode, depth: number): Verdict | null {
  switch (node.type) {
    case 'Statement':
      return node.background ? refused('guard', 'sent to the background') : null;
    case 'Function':
    case 'Coproc':
    case 'Select':
      return refused('guard', `${node.type} is more than reading`);
    case 'Redirect': {
      const target = node.target === undefined ? UNKNOWN : textOf(node.target);
      if (node.operator === '<') return viewVerdict(target);
      const isDiscarded = /^(\d{1,2}|-|\/dev\/(null|stdout|stderr))$/.test(target);
      return isDiscarded ? null : refused('known_write', `writes to ${shown(target)}`);
    }
    case 'Command': {
      if (node.name === undefined) return null;
      if (node.args.length > MOST_WORDS) return refused('guard', 'too many words in one command');
      const words = node.args.map((arg) => wordOf(arg.type === 'Word' ? arg : null));
      return commandVerdict([wordOf(node.name), ...words], depth);
    }
    default:
      return null;
  }
}

const shown = (text: string): string =>
  text.includes(UNKNOWN) ? 'a file that is not known' : text.slice(0, 200);

const wordOf = (word: ShellWord | null): Word => ({
  text: word === null ? UNKNOWN : textOf(word),
  isPattern: false,
});

/** Its text, where a shell puts nothing in; patterns stand for themselves. */
function textOf({ value, parts = [] }: ShellWord): string {
  const isKnown = parts.every(
    (part) =>
      ['Literal', 'SingleQuoted', 'Glob', 'BraceExpansion'].includes(part.type) ||
      (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
  return isKnown ? value : value.replace(/\$|`|<\(/g, UNKNOWN);
}

/** @param words known, or with UNKNOWN in them */
function commandVerdict(words: readonly Word[], depth: number): Verdict {
  const [first, ...rest] = words as [Word, ...Word[]];
  if (first.text.includes(UNKNOWN)) return refused('guard', 'the program is not known');
  const named = programName(first);
  if ('problem' in named) return refused('guard', named.problem);
  const { name } = named;
  const texts = rest.map(({ text }) => text);
  const script = /^(sh|bash|dash|ash)$/.test(name) && texts[0] === '-c' ? texts[1] : undefined;
  if (script !== undefined && !script.includes(UNKNOWN)) return confinedVerdict(script, depth + 1);
  const joined = texts.join(' ');
  if (READERS.get(name)?.form?.test(joined))
    return viewOf(name, texts) ?? certain(`${name} only reads`, 'confined');
  // Whatever it is, it tells of itself there, or fails.
  if (/^(--?version|-V|--help)$/.test(joined)) return certain(`${name} tells of itself`, 'confined');
  const known = programVerdict(name, rest);
  if (known !== null) return known;
  const peeled = name === 'env' ? peelEnvironment(rest) : peel(name, rest);
  if (peeled !== null) {
    if ('problem' in peeled) return refused('guard', peeled.problem);
    return depth > DEEPEST ? refused('guard', 'wrapped too often') : commandVerdict(peeled.words, depth + 1);
  }
  const endless = endlessOf([name, ...texts]);
  if (endless !== null) return refused('endless', endless.reason);
  return readerVerdict(name, rest, depth);
}

function readerVerdict(name: string, rest: readonly Word[], depth: number): Verdict {
  const texts = rest.map(({ text }) => text);
  const reader = READERS.get(name);
  if (reader === undefined) {
    if (texts.some((text) => text.includes(UNKNOWN)))
      return refused('fallback', `${name} gets words that are known only where it runs`);
    const { verdict, program } = tableRead({
      words: [{ text: name, isPattern: false }, ...rest],
      isFed: true,
    });
    if (program?.client === 'sqlite' && verdict.proof !== null) return { ...verdict, proof: 'confined' };
    return verdict.proof === null ? verdict : refused('fallback', `${name} is run as plain words only`);
  }
  const { changes, needs, form } = reader;
  if (form) return refused('fallback', `${name} with these words may do more than read`);
  const changing = changes && texts.find((text) => changes.test(text));
  if (changing) return refused('known_write', `${name} ${changing.slice(0, 60)} changes things`);
  if (needs && !texts.some((text) => needs.test(text)))
    return refused('known_write', `${name} without an option that only shows`);
  const view = viewOf(name, texts);
  if (view !== null) return view;
  if (/^(find|fd|fdfind)$/.test(name)) {
    const verdict = executedVerdict(rest, depth);
    if (verdict !== null) return verdict;
  }
  return certain(`${name} only reads`, 'confined');
}

const viewOf = (name: string, texts: readonly string[]): Verdict | null =>
  worst(operandsOf(name, texts).flatMap((text) => viewVerdict(text) ?? []));

/** What a search is for is no file. */
function operandsOf(name: string, texts: readonly string[]): readonly string[] {
  if (/^(echo|printf|expr|test|\[|\[\[)$/.test(name)) return [];
  if (!/^([ef]?grep|zgrep|rg|ag|ack|[gmn]?awk|sed|jq|yq)$/.test(name)) return texts;
  const pattern = texts.findIndex((text) => !text.startsWith('-'));
  return texts.filter((_, n) => n !== pattern);
}

/** The programs that `find` runs on what it finds. */
function executedVerdict(rest: readonly Word[], depth: number): Verdict | null {
  const verdicts: Verdict[] = [];
  for (let at = 0; at < rest.length; at++) {
    if (!/^(-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(rest[at]?.text ?? '')) continue;
    const words = rest.slice(at + 1);
    const end = words.findIndex((word) => word.text === ';' || word.text === '+');
    const run = end === -1 ? words : words.slice(0, end);
    at += run.length;
    verdicts.push(
      run.length === 0 || depth > DEEPEST
        ? refused('guard', 'find runs nothing that is shown')
        : commandVerdict(run, depth + 1),
    );
  }
  return worst(verdicts.filter(({ proof }) => proof === null));
}

/** `env -i A=b program`: the program within; null where it shows the environment, which is the sandbox's. */
function peelEnvironment(rest: readonly Word[]): { readonly words: readonly Word[] } | null {
  const at = rest.findIndex(
    ({ text }) => !/^(-i|-|-0|--ignore-environment|--null|[A-Za-z_]\w*=.*)$/.test(text),
  );
  return at === -1 || rest[at]?.text.startsWith('-') ? null : { words: rest.slice(at) };
}

/** Of the kernel, the same inside. */
const SAME_PROC =
  /^\/proc\/(asound\/.+|irq\/.+|tty\/.+|device-tree\/.+|timer_list|sched_debug|lock_stat|schedstat|pagetypeinfo|slabinfo|mtrr|dma|fb|locks|cpuinfo|meminfo|loadavg|uptime|version|cmdline|filesystems|modules|mdstat|partitions|config\.gz|diskstats|stat|vmstat|swaps|interrupts|softirqs|devices|crypto|zoneinfo|buddyinfo|iomem|ioports|misc|consoles|pressure\/\w+|sys\/(?!net\/).+|spl\/.+|driver\/.+|acpi\/.+|bus\/.+|fs\/.+)$/;
const OWN_VIEW = /^(\/proc|\/run|\/var\/run|\/dev)(\/|$)/;
const SAME_ELSEWHERE =
  /^\/dev\/(null|zero|random|urandom|full|stdin|stdout|stderr|fd\/\d+)$|^\/run\/(systemd\/resolve\/[\w-]+\.conf|log\/journal.*|current-system.*)$/;

/** What the sandbox has of its own, or has not: the host's is read by plain words outside of it. */
function viewVerdict(text: string): Verdict | null {
  for (const part of text.split(/[=,:]/)) {
    if (OWN_VIEW.test(part) && !SAME_PROC.test(part) && !SAME_ELSEWHERE.test(part))
      return refused('fallback', `${part.slice(0, 100)} is not the host's inside the sandbox`);
    if (part.includes('/') || part.startsWith('.') ? isSecretPath(part) : false)
      return refused('secrets', `reads ${part.slice(0, 200)}`);
  }
  return null;
}
