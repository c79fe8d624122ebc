// The system calls a confined reader is refused: sockets, new namespaces, other processes, the kernel's own interfaces. As a classic BPF
// program, in the form bubblewrap reads it. Pure. Used by confined-shell.ts.
// Source: seccomp(2); the kernel's tables of system calls; reference, Sandboxing read-only commands.

/** As `uname -m` names them. */
export type Architecture = 'x86_64' | 'aarch64';

interface Numbers {
  /** AUDIT_ARCH_*: a call made in the ABI of another architecture ends the process. */
  readonly audit: number;
  readonly clone: number;
  readonly refused: readonly number[];
}

/** Numbered alike on all architectures, from 424 on. */
const SAME_EVERYWHERE = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  quotactl_fd: 443,
  open_tree_attr: 467,
};

const X86_64 = {
  socket: 41,
  flock: 73,
  ptrace: 101,
  syslog: 103,
  pivot_root: 155,
  mount: 165,
  umount2: 166,
  quotactl: 179,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  ioprio_set: 251,
  unshare: 272,
  perf_event_open: 298,
  name_to_handle_at: 303,
  open_by_handle_at: 304,
  setns: 308,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  bpf: 321,
  userfaultfd: 323,
};

const AARCH64: typeof X86_64 = {
  ioprio_set: 30,
  flock: 32,
  umount2: 39,
  mount: 40,
  pivot_root: 41,
  quotactl: 60,
  unshare: 97,
  syslog: 116,
  ptrace: 117,
  socket: 198,
  add_key: 217,
  request_key: 218,
  keyctl: 219,
  perf_event_open: 241,
  name_to_handle_at: 264,
  open_by_handle_at: 265,
  setns: 268,
  process_vm_readv: 270,
  process_vm_writev: 271,
  kcmp: 272,
  bpf: 280,
  userfaultfd: 282,
};

const refused = (own: typeof X86_64): number[] => [...Object.values(own), ...Object.values(SAME_EVERYWHERE)];

const NUMBERS: Readonly<Record<Architecture, Numbers>> = {
  x86_64: { audit: 0xc000003e, clone: 56, refused: refused(X86_64) },
  aarch64: { audit: 0xc00000b7, clone: 220, refused: refused(AARCH64) },
};

const CLONE3 = 435;
/** Calls of the x32 ABI carry this bit. */
const X32 = 0x40000000;
/** CLONE_NEW*: namespaces. */
const NEW_NAMESPACES = 0x7e020000;

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;

/** Offsets in struct seccomp_data; the low half of the first argument, little-endian. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** @returns 8 bytes an instruction, as struct sock_filter */
export function seccompFilter(architecture: Architecture): Buffer {
  const { audit, clone, refused: numbers } = NUMBERS[architecture];
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [IF_EQUAL, 1, 0, audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [IF_AT_LEAST, 0, 1, X32],
    [RETURN, 0, 0, ENOSYS],
    ...numbers.flatMap((number): Instruction[] => [
      [IF_EQUAL, 0, 1, number],
      [RETURN, 0, 0, EPERM],
    ]),
    // Its flags lie in memory, where a filter cannot look: libraries fall back to clone.
    [IF_EQUAL, 0, 1, CLONE3],
    [RETURN, 0, 0, ENOSYS],
    [IF_EQUAL, 0, 3, clone],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [IF_ANY_BIT, 0, 1, NEW_NAMESPACES],
    [RETURN, 0, 0, EPERM],
    [RETURN, 0, 0, ALLOW],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(ifTrue, at * 8 + 2);
    bytes.writeUInt8(ifFalse, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  }
  return bytes;
}
