import { createHash } from 'node:crypto'
import { join } from 'node:path'

/**
 * How PostgreSQL is run. It refuses to run as root, so root runs it as an ordinary user of a user namespace (`namespace`: no
 * system user is needed and any folder works) or, where namespaces are forbidden, as a system user (`user`). An ordinary user runs it `direct`.
 */
export type RunMode =
  | { kind: 'direct'; setpriv: boolean }
  | { kind: 'namespace' }
  | { kind: 'user'; uid: number; gid: number }

const SOCKET_NAME = '.s.PGSQL.5432'
const SOCKET_PATH_LIMIT = 107

/** The command line for a program of PostgreSQL. With `dieWithParent` the kernel asks it to shut down when we are killed. */
export function commandFor(mode: RunMode, program: string, args: string[], dieWithParent: boolean): string[] {
  const death = dieWithParent ? ['--pdeathsig', 'INT'] : []
  switch (mode.kind) {
    case 'namespace': {
      const inner = dieWithParent ? ['setpriv', ...death, '--', program, ...args] : [program, ...args]
      return ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--', ...inner]
    }
    case 'user':
      return [
        'setpriv',
        `--reuid=${mode.uid}`,
        `--regid=${mode.gid}`,
        '--clear-groups',
        ...death,
        '--',
        program,
        ...args,
      ]
    case 'direct':
      return dieWithParent && mode.setpriv ? ['setpriv', ...death, '--', program, ...args] : [program, ...args]
  }
}

/** The folder of the Unix socket: beside the data, or a short one where that path is too long for a socket address. */
export function socketFolder(home: string): string {
  const beside = join(home, 'socket')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) < SOCKET_PATH_LIMIT) return beside
  return `/tmp/mkt-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
}

export function initArguments(data: string): string[] {
  return [
    '-D',
    data,
    '--username=mkt',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
}

/** Settings on the command line: the Unix socket only, durable, quiet. Extra ones (a test cluster) win because they come last. */
export function serverArguments(data: string, socket: string, extra: Record<string, string>): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: '64MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    ...extra,
  }
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** What to tell the operator, from the last lines PostgreSQL wrote before it gave up: the cause, or the lines themselves. */
export function explainFailure(output: string, home: string): string {
  if (/No space left on device|ENOSPC/.test(output))
    return `the disk that holds ${home} is full: free some space and start again`
  if (/Read-only file system/.test(output))
    return `${home} is on a read-only file system: set MKT_DATA_DIR to a writable folder`
  if (/Permission denied|Operation not permitted|EACCES/.test(output)) {
    return `a permission is missing on ${home}: give this user the folder, or set MKT_DATA_DIR to another one`
  }
  if (/database files are incompatible|not compatible with this version/.test(output)) {
    return `${home} holds data of another PostgreSQL version: dump it with that version and restore it into an empty MKT_DATA_DIR`
  }
  if (/Cannot allocate memory|out of memory/i.test(output)) return 'the machine has too little free memory'
  return `these are its last lines:\n${output}`
}
