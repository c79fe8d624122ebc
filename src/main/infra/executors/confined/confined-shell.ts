// The shell text that runs commands in a sandbox of bubblewrap: one function, `confined`, for whatever calls it. Works on any host with a
// POSIX shell, so that this machine and hosts over ssh are confined by the same text. Pure; used by confinement.ts and run-read.ts.
// Source: structure, S1; reference, Sandboxing read-only commands.
import { SEARCHED, SECRET_DIRECTORIES, SECRET_FILES, SECRET_NAMES } from '../../command/secret-places.ts';
import { quote } from '../posix-quote.ts';
import { type Architecture, seccompFilter } from './seccomp-filter.ts';

export interface SandboxOptions {
  readonly architecture: Architecture;
  /** The shell that calls it is root: what runs inside does as nobody, with the right to read where that is asked for. */
  readonly isRoot: boolean;
  /** Writing to named pipes is refused too; needs perl there, and Landlock in the kernel. */
  readonly landlock: boolean;
  /** Files with secret names, as they were found by `searchText`. */
  readonly files: readonly string[];
  /** Of this program and of the operator: absolute paths, which may hold `*` and `?`. */
  readonly hidden: readonly string[];
}

/** What one confined command may see beside the file system. */
export interface Sight {
  /** Files that only root may read, those with secrets and what lies in /root and /home hidden; nothing unless the shell is root. */
  readonly asRoot: boolean;
  /** /tmp and /var/tmp as they are, not to be written; otherwise it has empty ones of its own. */
  readonly hostTmp: boolean;
}

/** Bytes, processes, seconds. */
const LIMITS = '--core=0 --nofile=512 --nproc=128 --fsize=33554432 --cpu=20 --as=2147483648';
export const MOST_HIDDEN = 1000;
/** What the function says when nothing ran; the shell that called it is ended, so that nothing goes on without. */
export const NOT_STARTED = 'festinger: the sandbox did not start';

/** Landlock's numbers are the same on all architectures. One right, to write files, on the places of its first argument. */
const LANDLOCK = `my $a=pack("Q",2);my $r=syscall(444,$a,8,0);exit 125 if $r<0;for(split/ /,shift){sysopen(my $f,$_,010000000)or next;my $b=pack("Ql",2,fileno $f);syscall(445,$r,1,$b,0)==0 or exit 125}syscall(446,$r,0)==0 or exit 125;exec @ARGV`;

const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
};

/** Files of /run that others lead to. */
const RUN_FILES = [
  '/run/systemd/resolve/resolv.conf',
  '/run/systemd/resolve/stub-resolv.conf',
  '/run/NetworkManager/resolv.conf',
  '/run/resolvconf/resolv.conf',
  '/run/current-system',
  '/run/log/journal',
];

/**
 * Defines `confined RIGHTS TMP TEXT`: runs TEXT by a shell in the sandbox, with its own standard streams, and returns its exit code.
 * @example `${confinedFunction(options)}\n${confinedCall(sight, 'ls | wc -l')}`
 */
export function confinedFunction(options: SandboxOptions): string {
  const { architecture, isRoot, landlock } = options;
  const filter = [...seccompFilter(architecture)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  const setenv = Object.entries(ENVIRONMENT).map(([name, value]) => `--setenv ${name} "${value}"`);
  const binds = RUN_FILES.map((path) => `--ro-bind-try ${path} ${path}`);
  const namespaces = `${isRoot ? '' : '--unshare-user '}--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try`;
  return `confined() (
text='cd "$0" 2>/dev/null
'$3
from=$PWD
caps=
drop=
private=
if [ "$1" = root ]; then caps="--cap-add CAP_DAC_READ_SEARCH"; drop=,+dac_read_search; private='/root
/home'; fi
tmp="--perms 1777 --size 67108864 --tmpfs /tmp --perms 1777 --size 16777216 --tmpfs /var/tmp"
own="/dev /tmp /var/tmp"
if [ "$2" = host ]; then tmp=; own=/dev; fi
shell=/bin/sh
if [ -x /bin/bash ]; then shell="/bin/bash --norc"; fi
export LC_ALL=C
set --
${hidingText(options)}
if [ $# -gt ${MOST_HIDDEN * 6} ]; then not_started ": too many secret files"; fi
cd /
echo 1000 2>/dev/null >/proc/self/oom_score_adj
exec 6>&1
ended=$({ printf "${filter.join('')}" | env -i "$(command -v bwrap)" ${namespaces} \\
--cap-drop ALL ${isRoot ? '--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP $caps' : ''} --new-session --die-with-parent \\
--ro-bind / / --dev /dev --perms 1777 --size 16777216 --tmpfs /dev/shm --remount-ro /dev --proc /proc --remount-ro /proc $tmp \\
--size 1048576 --tmpfs /run ${binds.join(' ')} --remount-ro /run "$@" \\
--clearenv ${setenv.join(' ')} --chdir / --seccomp 3 --json-status-fd 5 -- \\
prlimit ${LIMITS} ${isRoot ? 'setpriv --reuid 65534 --regid 65534 --clear-groups --securebits=+no_setuid_fixup,+no_setuid_fixup_locked --inh-caps=-all$drop --ambient-caps=-all$drop --bounding-set=-all$drop --no-new-privs' : ''} \\
${landlock ? `perl -e ${quote(LANDLOCK)} "$own"` : ''} $shell -c "$text" "$from" 3<&0 0<&4 4<&- 5>&1 1>&6 6>&-; } 4<&0)
code=$?
case $ended in *exit-code*) exit $code ;; esac
not_started
)
not_started() {
echo "${NOT_STARTED}$1" >&2
kill -TERM $$
exit 125
}`;
}

/** @param text for a shell in the sandbox; it begins where the calling shell is, as far as it may go there */
export const confinedCall = ({ asRoot, hostTmp }: Sight, text: string): string =>
  `confined ${asRoot ? 'root' : 'user'} ${hostTmp ? 'host' : 'own'} ${quote(text)}`;

/** Puts what is hidden into the function's arguments: files first, so that a directory above them may cover them afterwards. */
function hidingText({ files, hidden }: SandboxOptions): string {
  const both = [...hidden].sort((a, b) => b.split('/').length - a.split('/').length).map(pattern);
  return `homes=/root
for h in /home/*; do homes="$homes
$h"; done
while IFS=: read -r _ _ _ _ _ h _; do
case $h in / | /bin* | /sbin* | /usr/* | /dev* | /proc* | /run* | /var/run* | /nonexistent* | /tmp* | /root | /home/*) ;; /*) homes="$homes
$h" ;; esac
done 2>/dev/null </etc/passwd
IFS='
'
hide_file() {
[ -f "$1" ] && cd -P "\${1%/*}/" 2>/dev/null || return 0
p=\${PWD%/}/\${1##*/}
if [ -L "$p" ]; then p=$(readlink -f "$p"); fi
[ -f "$p" ] && found=1
}
hide_directory() {
[ -d "$1" ] && cd -P "$1" 2>/dev/null && [ "$PWD" != / ] || return 0
for d in $covered; do case $PWD/ in "$d"/*) return 0 ;; esac; done
covered="$covered
$PWD"
p=$PWD
found=1
}
file() { found=; hide_file "$1"; }
covered=
for f in ${[...files.map(quote), ...SECRET_FILES.filter((one) => !one.startsWith('~')).map(pattern), ...both].join(' ')}; do
file "$f"; if [ "$found" ]; then set -- "$@" --ro-bind /dev/null "$p"; fi
done
for h in $homes; do for f in ${homePatterns(SECRET_FILES)}; do
file "$f"; if [ "$found" ]; then set -- "$@" --ro-bind /dev/null "$p"; fi
done; done
for h in $homes; do for f in ${homePatterns(SECRET_DIRECTORIES)}; do
found=; hide_directory "$f"; if [ "$found" ]; then set -- "$@" --perms 0000 --size 4096 --tmpfs "$p" --remount-ro "$p"; fi
done; done
for f in ${[...both, ...SECRET_DIRECTORIES.filter((one) => !one.startsWith('~')).map(pattern)].join(' ')} $private; do
found=; hide_directory "$f"; if [ "$found" ]; then set -- "$@" --perms 0000 --size 4096 --tmpfs "$p" --remount-ro "$p"; fi
done
unset IFS`;
}

const homePatterns = (list: readonly string[]): string =>
  list
    .filter((one) => one.startsWith('~/'))
    .map((one) => `"$h"${pattern(one.slice(1))}`)
    .join(' ');

/** A shell's word in which `*`, `?` and brackets alone have a meaning. */
const pattern = (glob: string): string => glob.replace(/[^\w./*?[\]@%+=:,-]/g, '\\$&');

/** Lists the files with secret names, for `SandboxOptions.files`: one path a line. Names with line breaks are left out. */
export function searchText(): string {
  const names = SECRET_NAMES.map((name) => `-name ${quote(name)}`).join(' -o ');
  const searches = SEARCHED.map(
    ([directory, depth]) =>
      `[ -d ${directory} ] && find ${directory} -xdev -maxdepth ${depth} ${SKIPPED} \\( -type f -o -type l \\) \\( ${names} \\) ! -name ${quote('*\n*')} ! -name '.env.example' ! -name '.env.sample' ! -name '.env.template' ! -name '.env.dist' -print 2>/dev/null`,
  );
  return `${searches.join('\n')}\ntrue`;
}

/** Too large to look through, and without secrets of the host. */
const SKIPPED =
  "\\( -name node_modules -o -name .git -o -name .cache -o -path /var/lib/docker -o -path '/var/lib/containers' \\) -prune -o";

/**
 * Says whether all of it holds inside: what confinement.ts must hear before anything runs there. Of capabilities the one to read files may be there.
 * Written for any POSIX shell, with nothing but its own commands.
 */
export const CHECK_TEXT = `say=ok
(: >/etc/.festinger) 2>/dev/null && say=writes
(: >>/proc/sys/kernel/printk) 2>/dev/null && say=sysctl
read -r name </proc/1/comm
[ "$name" = bwrap ] || say=processes
while read -r key value rest; do case $key in
NoNewPrivs:) [ "$value" = 1 ] || say=privileges ;;
Seccomp:) [ "$value" = 2 ] || say=seccomp ;;
CapPrm:) case $value in 0000000000000000 | 0000000000000004) ;; *) say=capabilities ;; esac ;;
esac; done </proc/self/status
lines=0
while read -r line; do lines=$((lines+1)); done </proc/net/dev
[ $lines -le 3 ] || say=network
echo "festinger:$say"`;
