/** Calls that no application needs and that kernels have been broken into by, with their numbers: [x64, arm64], null where a machine has none. */
const REFUSED_CALLS: Readonly<Record<string, readonly [number, number | null]>> = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  init_module: [175, 105],
  delete_module: [176, 106],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  setns: [308, 268],
  unshare: [272, 97],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  acct: [163, 89],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  syslog: [103, 116],
  fanotify_init: [300, 262],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  memfd_secret: [447, 447],
  move_pages: [279, 239],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  vhangup: [153, 58],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  create_module: [174, null],
  get_kernel_syms: [177, null],
  query_module: [178, null],
}

/**
 * The calls this list knows, from and to: of them those above are refused and the rest is allowed. A call that a later kernel adds does not exist for
 * applications until somebody has looked at it and put it here.
 */
const KNOWN_CALLS: Readonly<Record<'x64' | 'arm64', readonly (readonly [number, number])[]>> = {
  x64: [
    [0, 334],
    [424, 452],
    [454, 456],
    [462, 462],
  ],
  arm64: [
    [0, 244],
    [260, 294],
    [424, 452],
    [454, 456],
    [462, 462],
  ],
}

/** What a socket may be: local, IPv4, IPv6, and of netlink only the kind that lists one's own addresses. */
const SOCKET = [41, 198] as const
const SOCKET_PAIR = [53, 199] as const
const FAMILIES = [1, 2, 10] as const
const NETLINK = 16
const NETLINK_ROUTE = 0

/** [x64, arm64]. */
const CLONE = [56, 220] as const
const CLONE3 = [435, 435] as const
/** What `clone` must not be asked for: new mount, cgroup, UTS, IPC, user, PID and network namespaces. */
const NEW_NAMESPACES = 0x7e020000

const LOAD_WORD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_NOT_BELOW = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06
const KILL = 0x80000000
const REFUSE = 0x00050001
/** As if the kernel did not know the call (ENOSYS): libraries then take the older way. */
const UNKNOWN = 0x00050026
/** As if the kernel did not know the kind of socket (EAFNOSUPPORT). */
const NO_FAMILY = 0x00050061
const ALLOW = 0x7fff0000
const NUMBER_AT = 0
const MACHINE_AT = 4
const FIRST_ARGUMENT_AT = 16
const THIRD_ARGUMENT_AT = 32
const MACHINES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
/** Numbers from here on are a second way to make the same calls on x64. */
const OTHER_NUMBERS = 0x40000000

/**
 * A filter for the kernel, as an allow list: known calls are allowed, some of them refused with EPERM, and all others do not exist. New namespaces are
 * refused too. The flags of `clone3` stand in memory, where a filter cannot look, so it does not exist. Null where the machine's numbers are not known.
 */
export function seccompFilter(machine: string): Buffer | null {
  if (machine !== 'x64' && machine !== 'arm64') return null
  const column = machine === 'x64' ? 0 : 1
  const clone = [
    step(LOAD_WORD, FIRST_ARGUMENT_AT),
    step(JUMP_ANY_BIT, NEW_NAMESPACES, 1, 0),
    step(RETURN, ALLOW),
    step(RETURN, REFUSE),
  ]
  const socket = socketSteps()
  return Buffer.concat([
    step(LOAD_WORD, MACHINE_AT),
    step(JUMP_EQUAL, MACHINES[machine], 1, 0),
    step(RETURN, KILL),
    step(LOAD_WORD, NUMBER_AT),
    step(JUMP_EQUAL, CLONE3[column], 0, 1),
    step(RETURN, UNKNOWN),
    step(JUMP_EQUAL, CLONE[column], 0, clone.length),
    ...clone,
    step(JUMP_EQUAL, SOCKET_PAIR[column], 1, 0),
    step(JUMP_EQUAL, SOCKET[column], 0, socket.length),
    ...socket,
    ...numberSteps(machine),
  ])
}

/** By the kind of socket, which is the first argument; the third names the protocol. */
function socketSteps(): Buffer[] {
  const families = FAMILIES.flatMap((family) => [step(JUMP_EQUAL, family, 0, 1), step(RETURN, ALLOW)])
  return [
    step(LOAD_WORD, FIRST_ARGUMENT_AT),
    ...families,
    step(JUMP_EQUAL, NETLINK, 0, 3),
    step(LOAD_WORD, THIRD_ARGUMENT_AT),
    step(JUMP_EQUAL, NETLINK_ROUTE, 0, 1),
    step(RETURN, ALLOW),
    step(RETURN, NO_FAMILY),
  ]
}

/** The numbers in stretches of one decision each, from the lowest: each stretch ends where the next begins. */
function numberSteps(machine: 'x64' | 'arm64'): Buffer[] {
  const column = machine === 'x64' ? 0 : 1
  const refused = new Set(Object.values(REFUSED_CALLS).map((pair) => pair[column]))
  const known = KNOWN_CALLS[machine]
  const decisionOf = (number: number) => {
    if (!known.some(([from, to]) => number >= from && number <= to)) return UNKNOWN
    return refused.has(number) ? REFUSE : ALLOW
  }
  const end = Math.max(...known.map(([, to]) => to)) + 1
  const steps: Buffer[] = []
  for (let from = 0; from < end; ) {
    const decision = decisionOf(from)
    let next = from + 1
    while (next < end && decisionOf(next) === decision) next += 1
    steps.push(step(JUMP_NOT_BELOW, next, 1, 0), step(RETURN, decision))
    from = next
  }
  steps.push(step(JUMP_NOT_BELOW, OTHER_NUMBERS, 1, 0), step(RETURN, UNKNOWN), step(RETURN, REFUSE))
  return steps
}

/** One instruction: where to go on when the comparison holds and when it does not, counted from the next one. */
function step(code: number, value: number, whenTrue = 0, whenFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(whenTrue, 2)
  bytes.writeUInt8(whenFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
