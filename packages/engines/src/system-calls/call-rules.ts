const names = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Calls that no application needs and that kernels have been broken into by. Calls that are neither here nor below, but known, are allowed. */
export const REFUSED_CALLS: readonly string[] = names(`
  mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr
  swapon swapoff reboot kexec_load kexec_file_load init_module delete_module finit_module create_module get_kernel_syms query_module
  add_key request_key keyctl
  ptrace process_vm_readv process_vm_writev process_madvise process_mrelease pidfd_getfd kcmp
  perf_event_open bpf userfaultfd io_uring_setup io_uring_enter io_uring_register memfd_secret
  setns unshare name_to_handle_at open_by_handle_at fanotify_init
  acct quotactl quotactl_fd lookup_dcookie nfsservctl syslog vhangup sethostname setdomainname
  settimeofday clock_settime clock_adjtime adjtimex
  move_pages migrate_pages set_mempolicy_home_node
  iopl ioperm modify_ldt uselib ustat sysfs _sysctl`)

/** Calls that do not exist for applications, so that libraries take the older way: the flags of `clone3` are in memory, where a filter cannot look. */
export const UNKNOWN_CALLS: readonly string[] = ['clone3']

/** Where a call is allowed: by arguments that are one of these, or without any of these bits in the first. */
export type Allowed = { oneOf: readonly { first: number; third?: number }[] } | { withoutBits: number }

export interface ConditionalCall {
  names: readonly string[]
  allowed: Allowed
  /** What the call answers otherwise, as a number of Linux. */
  otherwise: number
}

export const EPERM = 1
export const ENOSYS = 38
export const EAFNOSUPPORT = 97

const [LOCAL, IPV4, IPV6, NETLINK] = [1, 2, 10, 16]
const NETLINK_ROUTE = 0
/** New mount, cgroup, UTS, IPC, user, PID and network namespaces. */
const NEW_NAMESPACES = 0x7e020000
/** Linux, Linux for 32 bits, both with the kernel's own version number, and the question which it is. */
const PERSONALITIES = [0, 8, 0x20000, 0x20008, 0xffffffff]

export const CONDITIONAL_CALLS: readonly ConditionalCall[] = [
  { names: ['clone'], allowed: { withoutBits: NEW_NAMESPACES }, otherwise: EPERM },
  {
    // Of netlink only the kind that lists one's own addresses.
    names: ['socket', 'socketpair'],
    allowed: {
      oneOf: [{ first: LOCAL }, { first: IPV4 }, { first: IPV6 }, { first: NETLINK, third: NETLINK_ROUTE }],
    },
    otherwise: EAFNOSUPPORT,
  },
  { names: ['personality'], allowed: { oneOf: PERSONALITIES.map((first) => ({ first })) }, otherwise: EPERM },
]
