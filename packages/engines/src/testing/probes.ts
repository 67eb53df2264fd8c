import { callNumbers } from '../system-calls/call-numbers.ts'
import { oneCall } from './one-call.ts'

/** Where the programs lie in the image of the suite, each of which makes one system call. */
export const PROBES = '/app/probes'
/** A program of root's that everybody may run as root, if privileges could be gained so. */
export const SETUID_PROBE = 'geteuid'

const number = (name: string) => callNumbers('x64').get(name) ?? 0
const [STREAM, RAW, SEQUENCED] = [1, 3, 5]
const NEW_USER_NAMESPACE = 0x10000011

/** Kinds of sockets, as the arguments with which one is opened. */
export const SOCKETS = {
  allowed: {
    'local socket': [1, STREAM],
    'IPv4 socket': [2, STREAM],
    'IPv6 socket': [10, STREAM],
    'route socket': [16, RAW, 0],
  },
  refused: {
    'audit socket': [16, RAW, 9],
    'packet socket': [17, RAW],
    'crypto socket': [38, SEQUENCED],
    'virtual machine socket': [40, STREAM],
    'XDP socket': [44, RAW],
  },
} as const

/** Calls that no container may make, and two that a later kernel adds. */
export const REFUSED_PROBES: Readonly<Record<string, readonly [number, ...number[]]>> = {
  ...Object.fromEntries(
    [
      'unshare',
      'mount',
      'keyctl',
      'bpf',
      'ptrace',
      'io_uring_setup',
      'open_tree',
      'userfaultfd',
      'setns',
      'syslog',
    ].map((name) => [name, [number(name)] as const]),
  ),
  'new user namespace': [number('clone'), NEW_USER_NAMESPACE],
  statmount: [457],
  'open tree with attributes': [467],
}

/** The programs, by their file names. They are for x64 alone. */
export function probePrograms(): Map<string, Buffer> {
  const sockets = { ...SOCKETS.allowed, ...SOCKETS.refused }
  return new Map([
    ...Object.entries(sockets).map(([name, words]) => [name, oneCall(number('socket'), words)] as const),
    ...Object.entries(REFUSED_PROBES).map(([name, [call, ...words]]) => [name, oneCall(call, words)] as const),
    ['pause', oneCall(number('pause'))],
    ['getpid', oneCall(number('getpid'))],
    [SETUID_PROBE, oneCall(number('geteuid'))],
  ])
}
