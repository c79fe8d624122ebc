// What is refused whatever was approved: taking away a system's own directories, writing over a disk, ending the host that runs us, a
// command that multiplies itself. By program and words, as a table. Pure; called by policy.ts.
// Source: decision 051.
import { baseName, type Gathered } from './gather.ts';
import { matchesSigns, plainPath, signsOf } from './shell-pattern.ts';

export interface Block {
  readonly rule: 'system_directory' | 'disk' | 'own_host' | 'fork_bomb' | 'hidden_characters' | 'unreadable';
  readonly reason: string;
}

const OWN = new Set(
  ' bin boot dev etc home lib lib32 lib64 opt proc root run sbin srv sys usr var usr/bin usr/sbin usr/lib usr/local var/lib usr/share boot/efi etc/pve var/lib/vz'
    .split(' ')
    .map((name) => `/${name}`),
);

/** Whether a word names a directory of the system, or could: `//`, `/*`, `/e?c`, `~`, `$HOME`, `$X/`. */
function isOwn(word: string, isAtRoot: boolean): boolean {
  for (const one of alternatives(word)) {
    if (/^~[\w.-]*\/*(\.?\*)?$/.test(one) || /^"?\$\{?\w+[^}/]*\}?"?\/*(\.?\*)?$/.test(one)) {
      if (!/^"?\$/.test(one) || /HOME|PWD|\/\.?\*?$/.test(one)) return true;
    }
    if (isAtRoot && /^\.{0,2}\/*\.?\*?$/.test(one)) return true;
    const path = plainPath(one.replace(/\/+/g, '/').replace(/(?<!\/\.?\*)(\/\.?\*)+\/?$/, '') || '/') || '/';
    if (!path.startsWith('/')) continue;
    if (OWN.has(path)) return true;
    const signs = signsOf(path);
    if (/[*?[]/.test(path) && [...OWN].some((own) => matchesSigns(signs, own))) return true;
  }
  return false;
}

/** `/{etc,usr}` as its words; one pair of braces. */
function alternatives(word: string): string[] {
  const braces = /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/.exec(word);
  return braces === null
    ? [word]
    : (braces[2] as string)
        .split(',')
        .slice(0, 32)
        .map((one) => `${braces[1]}${one}${braces[3]}`);
}

const DISK =
  /^\/dev\/(sd[a-z]|nvme\d|vd[a-z]|xvd[a-z]|hd[a-z]|mmcblk\d|md\d|md\/|dm-\d|mapper\/(?!control)|disk\/|zvol\/|loop\d|pmem\d|[sr]*sd|\?|\*)/;

/** A program and what its words, joined, must hold. */
type Row = readonly [programs: RegExp, words: RegExp];

const DISKS: readonly Row[] = [
  [/^(mkfs(\.\w+)?|mke2fs|mkntfs|mkdosfs|mkswap)$/, /\/dev\//],
  [/^wipefs$/, /(^| )(-\w*[ao]|--all|--offset)/],
  [/^blkdiscard$/, /\/dev\//],
  [/^dd$/, /(^| )of=\/dev\/(?!null|stdout|zero|full|fd\/|shm\/)/],
  [
    /^(shred|badblocks|cp|tee|truncate|cat|mv|install|ddrescue|pv|xxd|unzip)$/,
    / \/dev\/(sd|nvme|vd|xvd|hd|mmcblk|md|dm-|mapper\/|disk\/)\S*$/,
  ],
  [/^(sgdisk|gdisk)$/, /(^| )(-Z|-z|--zap|--zap-all|-o|--clear)( |$)/],
  [/^nvme$/, /^(format|sanitize|delete-ns|write-zeroes|write|security-send) /],
  [/^hdparm$/, /--(security-erase|sanitize|trim-sector|write-sector|make-bad-sector)/],
  [/^cryptsetup$/, /(^| )(luksFormat|luksErase|erase|reencrypt|format)( |$)/],
];

const OWN_HOST: readonly Row[] = [
  [/^(reboot|poweroff|halt|kexec)$/, /^(?!.*(--help|--version|-w\b))/],
  [/^shutdown$/, /^(?!-c$|--help|--show)/],
  [/^(init|telinit)$/, /^[0156sS]$/],
  [
    /^(systemctl|loginctl)$/,
    /(^| )(reboot|poweroff|halt|kexec|soft-reboot|rescue|emergency|suspend|hibernate|hybrid-sleep|default)( |$)/,
  ],
  [/^systemctl$/, /(^| )(isolate|start) (reboot|poweroff|halt|kexec|rescue|emergency|shutdown)\.target/],
  [/^kill$/, /(^| )(-\w+ )?(-- )?(1|-1)$/],
  [/^(pkill|killall)$/, /( |^)(systemd|init|festinger)$/],
];

const matchesRow = (rows: readonly Row[], name: string, words: string): boolean =>
  rows.some(([programs, holds]) => programs.test(name) && holds.test(words));

/** @param onOwnHost whether it would run on the machine this program runs on */
export function blockOf({ argvs, written, isRecursive }: Gathered, onOwnHost: boolean): Block | null {
  if (isRecursive) return { rule: 'fork_bomb', reason: 'a function that calls itself' };
  const disk = written.find((path) => DISK.test(plainPath(path)));
  if (disk !== undefined) return { rule: 'disk', reason: `writes over ${disk}` };
  if (onOwnHost && written.some((path) => /^\/proc\/(sysrq-trigger|\d+\/mem)$/.test(plainPath(path))))
    return { rule: 'own_host', reason: 'tells the kernel of this host to stop' };
  const isAtRoot = argvs.some(([name, to]) => name === 'cd' && to !== undefined && isOwn(to, false));
  for (const [path = '', ...words] of argvs) {
    const name = baseName(path);
    const joined = words.join(' ');
    if (takesAway(name, words, isAtRoot))
      return { rule: 'system_directory', reason: `${name} of a directory of the system` };
    if (matchesRow(DISKS, name, ` ${joined}`.slice(1)) || matchesRow(DISKS, name, ` ${joined}`))
      return { rule: 'disk', reason: `${name} writes over a disk` };
    if (onOwnHost && matchesRow(OWN_HOST, name, joined))
      return { rule: 'own_host', reason: `${name} ends the host that runs this program` };
  }
  return null;
}

const hasLetter = (words: readonly string[], letters: RegExp, long: string): boolean =>
  words.some((word) =>
    word.startsWith('--')
      ? word.length > 4 && long.startsWith(word)
      : /^-\w/.test(word) && letters.test(word),
  );

function takesAway(name: string, words: readonly string[], isAtRoot: boolean): boolean {
  const own = (): boolean => words.some((word) => !word.startsWith('-') && isOwn(word, isAtRoot));
  switch (name) {
    case 'rm':
      return (
        words.some((word) => word.startsWith('--no-p')) || (hasLetter(words, /[rR]/, '--recursive') && own())
      );
    case 'chmod':
    case 'chown':
    case 'chgrp':
    case 'setfacl':
    case 'chattr':
      return hasLetter(words, /R/, '--recursive') && own();
    case 'find':
    case 'fd':
      return (
        words.some(
          (word, at) =>
            word === '-delete' ||
            (/^-(exec|ok)(dir)?$/.test(word) &&
              /^(.*\/)?(rm|shred|unlink|dd|chmod|chown)$/.test(words[at + 1] ?? '')),
        ) && own()
      );
    case 'mv':
      return own() && words.slice(0, -1).some((word) => !word.startsWith('-') && isOwn(word, isAtRoot));
    case 'rsync':
      return words.some((word) => word.startsWith('--del')) && isOwn(words.at(-1) ?? '', isAtRoot);
    default:
      return false;
  }
}
