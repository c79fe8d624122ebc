// For tests: programs of a node and of a container engine that really run what they are given, on the test's own machine, first in
// PATH of a test sshd. They know one guest each, and answer in the form of the real ones.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SH_PCT = `#!/bin/sh
[ "$1" = exec ] && [ "$2" = 141 ] && [ "$3" = -- ] || { echo "CT $2 does not exist" >&2; exit 2; }
shift 3
exec "$@"
`;

const SH_DOCKER = `#!/bin/sh
ID=4f2c00aa11bb
case "$1" in
  inspect) for last; do :; done; [ "$last" = $ID ] && echo $ID || exit 1 ;;
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

/** @returns the directory they are in */
export function writeFarPrograms(dir: string): string {
  const bin = join(dir, 'bin');
  mkdirSync(bin, { recursive: true });
  const put = (name: string, text: string) => writeFileSync(join(bin, name), text, { mode: 0o755 });
  put('pct', SH_PCT);
  put('docker', SH_DOCKER);
  put('qm', `#!${process.execPath}\n${NODE_QM}`);
  return bin;
}
