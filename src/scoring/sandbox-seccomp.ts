import { Fault } from "../core/fault.js";

/** Numbers of system calls that no program of a problem needs and that reach far into the kernel. */
const REFUSED: Readonly<Record<string, { readonly audit: number; readonly numbers: readonly number[] }>> = {
  // ptrace syslog personality mount umount2 pivot_root chroot swapon swapoff reboot sethostname setdomainname iopl ioperm
  // create_module init_module delete_module quotactl acct settimeofday adjtimex clock_settime clock_adjtime kexec_load
  // kexec_file_load mbind set_mempolicy migrate_pages move_pages add_key request_key keyctl unshare setns
  // perf_event_open fanotify_init name_to_handle_at open_by_handle_at process_vm_readv process_vm_writev kcmp
  // finit_module bpf userfaultfd memfd_create memfd_secret io_uring_* pidfd_getfd open_tree … mount_setattr
  // process_madvise, and what keeps memory without a process: shmget shmat semget msgget mq_open;
  // and what slows the launcher: setpriority sched_setparam sched_setscheduler sched_setaffinity ioprio_set sched_setattr
  x64: {
    audit: 0xc000003e,
    numbers: [
      101, 103, 135, 165, 166, 155, 161, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 179, 163, 164, 159, 227, 305,
      246, 320, 237, 238, 256, 279, 248, 249, 250, 272, 308, 298, 300, 303, 304, 310, 311, 312, 313, 321, 323, 319, 447,
      425, 426, 427, 438, 428, 429, 430, 431, 432, 433, 442, 440, 29, 30, 64, 68, 240, 141, 142, 144, 203, 251, 314,
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    numbers: [
      117, 116, 92, 40, 39, 41, 51, 224, 225, 142, 161, 162, 105, 106, 60, 89, 170, 171, 112, 266, 104, 294, 235, 237,
      238, 239, 217, 218, 219, 97, 268, 241, 262, 264, 265, 270, 271, 272, 273, 280, 282, 279, 447, 425, 426, 427, 438,
      428, 429, 430, 431, 432, 433, 442, 440, 194, 196, 190, 186, 180, 140, 118, 119, 122, 30, 274,
    ],
  },
};
const CALLS: Readonly<Record<string, { clone: number; clone3: number; prlimit64: number; socket: number }>> = {
  x64: { clone: 56, clone3: 435, prlimit64: 302, socket: 41 },
  arm64: { clone: 220, clone3: 435, prlimit64: 261, socket: 198 },
};

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 1;
const ENOSYS = 38;
const NEW_NAMESPACES = 0x7e020080;
const AF_UNIX = 1;
/** Calls from here on are those of another ABI with numbers of its own. */
const X32 = 0x40000000;

const refuse = (errno: number) => 0x00050000 | errno;
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/**
 * A filter for `bwrap --seccomp`, in the kernel's classic BPF: refuses calls above, new namespaces, limits of another
 * process, and every socket but Unix ones (a virtual machine's vsock is in no network namespace).
 */
export function seccompFilter(architecture: string): Buffer {
  const refused = REFUSED[architecture];
  const calls = CALLS[architecture];
  if (!refused || !calls) {
    throw new Fault({ where: "--sandbox bubblewrap", expected: "a machine of x64 or arm64", got: architecture });
  }
  const withArgument = (number: number, test: readonly Instruction[]): readonly Instruction[] => [
    [JUMP_EQUAL, 0, test.length + 1, number],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    ...test,
  ];
  const program: readonly Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, refused.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [JUMP_AT_LEAST, 0, 1, X32],
    [RETURN, 0, 0, refuse(ENOSYS)],
    ...refused.numbers.flatMap((number): readonly Instruction[] => [
      [JUMP_EQUAL, 0, 1, number],
      [RETURN, 0, 0, refuse(EPERM)],
    ]),
    [JUMP_EQUAL, 0, 1, calls.clone3],
    [RETURN, 0, 0, refuse(ENOSYS)],
    ...withArgument(calls.clone, [
      [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES],
      [RETURN, 0, 0, refuse(EPERM)],
      [RETURN, 0, 0, ALLOW],
    ]),
    ...withArgument(calls.prlimit64, [
      [JUMP_EQUAL, 1, 0, 0],
      [RETURN, 0, 0, refuse(EPERM)],
      [RETURN, 0, 0, ALLOW],
    ]),
    ...withArgument(calls.socket, [
      [JUMP_EQUAL, 1, 0, AF_UNIX],
      [RETURN, 0, 0, refuse(EPERM)],
      [RETURN, 0, 0, ALLOW],
    ]),
    [RETURN, 0, 0, ALLOW],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [i, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, i * 8);
    bytes.writeUInt8(ifTrue, i * 8 + 2);
    bytes.writeUInt8(ifFalse, i * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, i * 8 + 4);
  }
  return bytes;
}
