// Programs that run another program: what is peeled from a command so that the one within is judged, and what never is. Pure; called by
// table-read.ts, confined-read.ts and policy.ts.
// Source: decision 051.
import { readArguments, UnknownOption } from './options.ts';
import type { Word } from './parse-command.ts';
import { compileRows, type Program } from './program.ts';

/** Run as somebody else. */
export const ELEVATORS: ReadonlySet<string> = new Set(
  'sudo doas su run0 pkexec gosu su-exec runuser sudoedit'.split(' '),
);

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

/** Environment variables that only change the output format, or select an API version or a known cluster. */
const HARMLESS =
  /^(LC_[A-Z]+|LANG|LANGUAGE|NO_COLOR|COLUMNS|LINES|SYSTEMD_COLORS|ETCDCTL_API|PGCONNECT_TIMEOUT|PGDATABASE|PGUSER|(SYSTEMD_)?PAGER(?==(cat)?$))=[\w.:-]*$|^TZ=[\w/+-]*$|^KUBECONFIG=\/etc\/(kubernetes\/admin\.conf|rancher\/(k3s\/k3s|rke2\/rke2)\.yaml)$/;

/** `LC_ALL=C df`; `k3s kubectl get nodes`; `ip netns exec blue ip addr`: the namespace has other interfaces, and the same files. */
function carried(name: string, words: readonly Word[]): readonly Word[] | null {
  const texts = words.map(({ text }) => text);
  if (name === 'env') {
    const at = texts.findIndex((text) => !HARMLESS.test(text));
    return at > 0 ? words.slice(at) : null;
  }
  if (/^(k3s|k0s|microk8s)$/.test(name) && /^(kubectl|crictl|ctr)$/.test(texts[0] ?? '')) return words;
  const isNamespace = name === 'ip' && /^netns exec \w[\w.-]*$/.test(texts.slice(0, 3).join(' '));
  return isNamespace && OF_NETWORKS.has(texts[3] ?? '') ? words.slice(3) : null;
}
