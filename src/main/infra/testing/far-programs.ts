// For tests: programs of a node and of a container engine that really run what they are given, on the test's own machine, first in
// PATH of a test sshd. They know one guest each, and answer in the form of the real ones.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SH_PCT = `#!/bin/sh
[ "$1" = exec ] && [ "$2" = 141 ] && [ "$3" = -- ] || { echo "CT $2 does not exist" >&2; exit 2; }
shift 3
exec "$@"
`;

/** Takes whole ids alone: for the beginning of one it would take a container that is named so. */
const shEngine = (id: string) => `#!/bin/sh
ID=${id}
JSON=$(dirname "$0")/$(basename "$0").json
for last; do :; done
case "$1" in
  ps) echo $ID ;;
  inspect)
    [ "$last" = $ID ] || exit 1
    case "$*" in *--format*) echo $ID ;; *) cat "$JSON" ;; esac ;;
  stop|start|restart)
    [ "$last" = $ID ] || exit 1
    case "$1" in stop) s=exited ;; *) s=running ;; esac
    t=$(($(cat "$JSON.count" 2>/dev/null || echo 0) + 1)); echo $t > "$JSON.count"
    sed -i 's/"Status":"[a-z]*"/"Status":"'$s'"/; s/"StartedAt":"[^"]*"/"StartedAt":"start '$t'"/' "$JSON" ;;
  logs)
    [ "$last" = $ID ] || exit 1
    echo '2026-11-24T10:00:01.000000001Z out line'; echo '2026-11-24T10:00:00.000000001Z err line' >&2 ;;
  exec)
    shift
    while :; do
      case "$1" in
        -i) shift ;;
        -w) cd "$2" || exit 1; shift 2 ;;
        *) break ;;
      esac
    done
    [ "$1" = $ID ] || exit 1
    shift
    exec "$@" ;;
  *) exit 1 ;;
esac
`;

const SH_SYSTEMCTL = `#!/bin/sh
HERE=$(dirname "$0")
STATE=$(cat "$HERE/unit" 2>/dev/null || echo active)
case "$1" in
  show)
    printf 'Id=nginx.service\\nNames=nginx.service www.service\\nDescription=A web server\\nLoadState=loaded\\nActiveState=%s\\nSubState=x\\nInvocationID=%s\\nFragmentPath=/lib/nginx.service\\n\\nId=gone.service\\nLoadState=not-found\\n' "$STATE" "$(cat "$HERE/invocation" 2>/dev/null)" ;;
  stop) echo inactive > "$HERE/unit" ;;
  start|restart) echo active > "$HERE/unit"; echo x >> "$HERE/invocation" ;;
esac
`;

const SH_JOURNALCTL = `#!/bin/sh
case "$*" in *after-cursor*) exit 0 ;; esac
echo '{"__CURSOR":"c1","__REALTIME_TIMESTAMP":"1763978400000000","MESSAGE":"started","PRIORITY":"6"}'
echo '{"__CURSOR":"c2","__REALTIME_TIMESTAMP":"1763978401000000","MESSAGE":[104,105],"PRIORITY":"3"}'
`;

/** Of the container that `docker` knows. */
export const FAR_CONTAINER = '4f2c00aa11bb'.padEnd(64, '7');

const CONTAINER = {
  Name: '/jellyfin',
  Image: 'sha256:abc',
  State: { Status: 'running', StartedAt: 'start 0', ExitCode: 0 },
  Config: { Image: 'jellyfin:10', Env: ['API_KEY=never-shown', 'TZ=UTC'] },
  RestartCount: 2,
  Mounts: [{ Source: '/srv/media', Destination: '/media', RW: false }],
  NetworkSettings: { Ports: { '8096/tcp': [{ HostIp: '0.0.0.0', HostPort: '80' }], '1900/udp': null } },
};

const NODE_QM = `
const { spawnSync } = require('node:child_process');
const [guest, exec, vmid, ...rest] = process.argv.slice(2);
if (guest !== 'guest' || exec !== 'exec' || vmid !== '102') { console.error('VM ' + vmid + ' does not exist'); process.exit(2); }
const at = rest.indexOf('--');
const options = rest.slice(0, at);
const [program, ...args] = rest.slice(at + 1);
const input = options.includes('--pass-stdin') ? require('node:fs').readFileSync(0) : '';
const timeout = Number(options[options.indexOf('--timeout') + 1]) * 1000;
const done = spawnSync(program, args, { input, timeout, maxBuffer: 1e8 });
if (done.error && done.error.code === 'ETIMEDOUT') { console.log(JSON.stringify({ pid: done.pid })); process.exit(0); }
if (done.error) { console.error('Agent error: Guest agent command failed'); process.exit(255); }
const answer = { exited: 1, 'out-data': done.stdout.toString(), 'err-data': done.stderr.toString() };
if (done.signal) answer.signal = 9; else answer.exitcode = done.status;
console.log(JSON.stringify(answer, null, 3));
`;

/** Puts an engine's command beside the others. @param id of its one container */
export function writeFarEngine(bin: string, engine: 'docker' | 'podman', id: string): void {
  writeFileSync(join(bin, engine), shEngine(id), { mode: 0o755 });
  writeFileSync(join(bin, `${engine}.json`), JSON.stringify([{ Id: id, ...CONTAINER }]));
}

/** @returns the directory they are in */
export function writeFarPrograms(dir: string): string {
  const bin = join(dir, 'bin');
  mkdirSync(bin, { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(bin, name), text, { mode: 0o755 });
  put('pct', SH_PCT);
  put('systemctl', SH_SYSTEMCTL);
  put('journalctl', SH_JOURNALCTL);
  writeFarEngine(bin, 'docker', FAR_CONTAINER);
  put('qm', `#!${process.execPath}\n${NODE_QM}`);
  return bin;
}
