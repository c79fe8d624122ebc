// Programs that run another program: what is peeled from a command so that the one within is judged, and what never is. Pure; called by
// judge-argv.ts and policy.ts.
// Source: decision 051.
import { readArguments, UnknownOption } from './options.ts';
import type { Word } from './parse-command.ts';
import { compileRows, type Program } from './program.ts';

/** Run as somebody else. */
export const ELEVATORS: ReadonlySet<string> = new Set([
  'sudo',
  'doas',
  'su',
  'run0',
  'pkexec',
  'gosu',
  'su-exec',
  'runuser',
  'sudoedit',
]);

const RUNNERS: ReadonlySet<string> = new Set([
  ...ELEVATORS,
  ...'env timeout nice ionice nohup setsid stdbuf command builtin exec time xargs parallel busybox toybox chroot nsenter unshare strace ltrace flock watch script chrt taskset systemd-run entr doas dbus-run-session fakeroot proot firejail bwrap'.split(
    ' ',
  ),
]);

/** Whether this program runs what its words name. */
export const isRunner = (name: string): boolean => RUNNERS.has(name);

/** How many operands stand before the program, and what they look like. */
interface Wrapper {
  readonly program: Program;
  readonly operands: number;
  readonly like: RegExp;
}

const NOTHING = compileRows({
  timeout: { short: 'k:s:vfp', long: 'kill-after= signal= verbose foreground preserve-status', stop: true },
  nice: { short: 'n:', long: 'adjustment=', digits: true, stop: true },
  ionice: { short: 'c:n:t', long: 'class= classdata= ignore', stop: true },
  stdbuf: { short: 'i:o:e:', long: 'input= output= error=', stop: true },
  command: { stop: true },
  xargs: {
    short: '0rtn:L:I:P:d:',
    long: 'null no-run-if-empty verbose max-args= max-lines= max-procs= delimiter=',
    stop: true,
  },
});

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  [...NOTHING].map(([name, program]): [string, Wrapper] => [
    name,
    { program, operands: name === 'timeout' ? 1 : 0, like: /^\d{1,6}(\.\d{1,3})?[smhd]?$/ },
  ]),
);

export type Peeled =
  | { readonly words: readonly Word[]; readonly isFedNames: boolean }
  | { readonly problem: string };

/** @returns the command within; null when this program runs no other */
export function peel(name: string, words: readonly Word[]): Peeled | null {
  const inner = carried(name, words);
  if (inner !== null) return { words: inner, isFedNames: false };
  const wrapper = WRAPPERS.get(name);
  if (wrapper === undefined) return null;
  if (name === 'command' && /^-[vV]$/.test(words[0]?.text ?? ''))
    return { words: [{ text: 'which', isPattern: false }, ...words.slice(1)], isFedNames: false };
  try {
    const { operands } = readArguments(words, wrapper.program);
    const own = operands.slice(0, wrapper.operands);
    const within = operands.slice(wrapper.operands);
    if (own.some(({ text }) => !wrapper.like.test(text))) return { problem: `${name} is not understood` };
    if (within.length === 0) return { problem: `${name} runs nothing that is shown` };
    return { words: within, isFedNames: name === 'xargs' };
  } catch (error) {
    if (error instanceof UnknownOption) return { problem: `${name}: ${error.message}` };
    throw error;
  }
}

/** What differs in another network namespace. */
const OF_NETWORKS: ReadonlySet<string> = new Set(
  'ip ss bridge ethtool nft iptables ip6tables iptables-save conntrack ping ping6 arp route netstat tc wg dig curl tracepath traceroute nc'.split(
    ' ',
  ),
);

/** `k3s kubectl get nodes`; `ip netns exec blue ip addr`: the namespace has other interfaces, and the same files. */
function carried(name: string, words: readonly Word[]): readonly Word[] | null {
  const texts = words.map(({ text }) => text);
  if (/^(k3s|k0s|microk8s)$/.test(name) && /^(kubectl|crictl|ctr)$/.test(texts[0] ?? '')) return words;
  const isNamespace = name === 'ip' && /^netns exec \w[\w.-]*$/.test(texts.slice(0, 3).join(' '));
  return isNamespace && OF_NETWORKS.has(texts[3] ?? '') ? words.slice(3) : null;
}

const ENTERING = compileRows({
  docker: { short: 'itTu:w:', long: 'interactive tty no-tty user= workdir= index=', stop: true },
  kubectl: { short: 'itqc:n:', long: 'stdin tty quiet container= namespace= context=' },
});

/**
 * A command that runs a program inside a container: `docker exec web ls`, `docker compose exec -T web ls`, `kubectl exec web -- ls`.
 * @returns the words in front of the program, and the program with its own; null for anything else
 */
export function enteringContainer(
  name: string,
  words: readonly Word[],
): { readonly before: readonly Word[]; readonly within: readonly Word[] } | null {
  const texts = words.map(({ text }) => text);
  const at = texts.indexOf('exec');
  const [first] = texts;
  if (at === -1) return null;
  const isKubectl = /^(kubectl|oc)$/.test(name);
  const isEngine =
    /^(docker|podman|nerdctl)$/.test(name) &&
    (at === 0 ||
      (at === 1 && first === 'container') ||
      (first === 'compose' && PLAIN_FRONT.test(texts.slice(1, at).join(' '))));
  const isCompose = /^(docker|podman)-compose$/.test(name) && PLAIN_FRONT.test(texts.slice(0, at).join(' '));
  const row = ENTERING.get(isKubectl ? 'kubectl' : 'docker');
  if (
    row === undefined ||
    !(isKubectl || isEngine || isCompose || (at === 0 && /^(crictl|lxc|incus)$/.test(name)))
  )
    return null;
  const dashes = texts.indexOf('--');
  const rest = words.slice(at + 1, isKubectl && dashes !== -1 ? dashes : undefined);
  if (isKubectl && (dashes === -1 || at > 2)) return null;
  const { operands } = readArguments(rest, row);
  const within = isKubectl
    ? words.slice(dashes + 1)
    : operands.slice(1).filter(({ text }, n) => n > 0 || text !== '--');
  const [target] = operands;
  if (
    target === undefined ||
    !/^[\w./-]+$/.test(target.text) ||
    within.length === 0 ||
    (isKubectl && operands.length > 1)
  )
    return null;
  return { before: words.slice(0, words.length - within.length), within };
}

/** Options in front of `exec` that name a file or a project. */
const PLAIN_FRONT = /^((-f|-p|--file|--project-name|--project-directory|--profile) [\w./-]+ ?)*$/;
