import { OPEN_FILES_LIMIT, PROCESS_LIMIT, TMP_BYTES } from '../limits.ts'
import { command, quote } from './shell.ts'

/** Inside the namespace the application is always this user. */
export const APP_UID = 1000

/** Names that the dynamic loader or libc of the set-up tools would obey: they reach the application by another way. */
const OBEYED_BY_TOOLS =
  /^(LD_|GLIBC_|MALLOC_|GCONV_|LIBMOUNT_|LOCPATH$|NLSPATH$|RES_OPTIONS$|HOSTALIASES$|TZDIR$|PATH$|IFS$|ENV$|PS4$|OPTIND$|PWD$)/
const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The `env` program with loader and libraries, shown inside so that the last step needs nothing of the image. */
export interface EnvTool {
  program: string
  loader: string
  libraries: readonly string[]
}

export interface SetupInput {
  root: string
  /** Folder with `hosts` and `resolv.conf` for this instance. */
  files: string
  argv: readonly string[]
  workingDir: string
  environment: Readonly<Record<string, string>>
  envTool: EnvTool
  /** Whether the application's user is a second user of the namespace (root), or needs a namespace below (ordinary user). */
  secondUser: boolean
  /** The program that loads the filter of system calls, where it works. */
  filterLauncher: string | null
}

const TOOLS = '/dev/.run'
const FILTER = 'filter'
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom']

/**
 * The script that process 1 of the namespace runs as its root: build the file system, then start the application
 * without any privilege as a child and wait for it. It is fed through standard input, so no value shows in a
 * process list.
 */
export function setupScript(input: SetupInput): string {
  const root = quote(input.root)
  const lines = [
    'set -e',
    'umask 022',
    'hostname app || true',
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro,nosuid,nodev ${root}`,
    `mount -t tmpfs -o size=${TMP_BYTES},nr_inodes=16384,mode=1777,nosuid,nodev tmpfs ${root}/tmp`,
    `mount -t proc -o nosuid,nodev,noexec proc ${root}/proc`,
    `mount --bind ${root}/proc/sys ${root}/proc/sys`,
    `mount -o remount,bind,ro,nosuid,nodev,noexec ${root}/proc/sys`,
    ...deviceLines(root),
    ...toolLines(root, input.envTool, input.filterLauncher),
    `mount -o remount,bind,ro,nosuid ${root}/dev`,
    ...['hosts', 'resolv.conf'].flatMap((name) => [
      `mount --bind ${quote(`${input.files}/${name}`)} ${root}/etc/${name}`,
      `mount -o remount,bind,ro,nosuid,nodev ${root}/etc/${name}`,
    ]),
    // Nobody inside makes user namespaces of their own: that is where kernel bugs are found.
    `echo ${input.secondUser ? 0 : 1} > /proc/sys/user/max_user_namespaces || true`,
    `cd ${root}`,
    // A namespace below can only be made by somebody whose root is the namespace's: there the root is not covered.
    ...(input.secondUser ? ['mount --move . /'] : []),
    ...exportLines(input.environment),
    `${startCommand(input)} < /dev/null &`,
    'app=$!',
    "trap 'kill -TERM $app 2>/dev/null || true' TERM",
    'set +e',
    'code=0',
    'while kill -0 $app 2>/dev/null; do wait $app; code=$?; done',
    'exit $code',
    '',
  ]
  return lines.join('\n')
}

function deviceLines(root: string): string[] {
  return [
    `mount -t tmpfs -o size=65536,mode=755,nosuid tmpfs ${root}/dev`,
    ...DEVICES.flatMap((name) => [`: > ${root}/dev/${name}`, `mount --bind /dev/${name} ${root}/dev/${name}`]),
    `ln -s /proc/self/fd ${root}/dev/fd`,
    ...['stdin', 'stdout', 'stderr'].map((name, index) => `ln -s /proc/self/fd/${index} ${root}/dev/${name}`),
  ]
}

function toolLines(root: string, tool: EnvTool, filterLauncher: string | null): string[] {
  const folder = `${root}${TOOLS}`
  const show = (source: string, name: string) => [
    `: > ${folder}/${name}`,
    `mount --bind ${quote(source)} ${folder}/${name}`,
    `mount -o remount,bind,ro,nosuid,nodev ${folder}/${name}`,
  ]
  return [
    `mkdir ${folder}`,
    ...(filterLauncher === null ? [] : show(filterLauncher, FILTER)),
    ...show(tool.program, 'env'),
    ...show(tool.loader, 'loader'),
    ...tool.libraries.flatMap((library) => show(library, library.slice(library.lastIndexOf('/') + 1))),
  ]
}

function exportLines(environment: Readonly<Record<string, string>>): string[] {
  return ['unset PWD OLDPWD', ...entries(environment, false).map(([name, value]) => `export ${name}=${quote(value)}`)]
}

function entries(environment: Readonly<Record<string, string>>, byTool: boolean): [string, string][] {
  return Object.entries(environment).filter(
    ([name]) => (OBEYED_BY_TOOLS.test(name) || !SHELL_NAME.test(name)) === byTool,
  )
}

function startCommand(input: SetupInput): string {
  const limits = ['prlimit', `--nproc=${PROCESS_LIMIT}`, `--nofile=${OPEN_FILES_LIMIT}`, '--core=0', '--memlock=65536']
  const drop = ['setpriv', '--no-new-privs']
  const byTool = entries(input.environment, true).map(([name, value]) => `${name}=${value}`)
  // From the filter on nothing is set up any more, so it need not leave anything open for us.
  const filtered = input.filterLauncher === null ? [] : [`${TOOLS}/${FILTER}`]
  const env = [`${TOOLS}/loader`, '--library-path', TOOLS, `${TOOLS}/env`, '-u', 'PWD']
  const inside = [...filtered, ...env, ...byTool, ...input.argv]
  const enter = ['unshare', '--root=.', `--wd=${input.workingDir || '/'}`]
  if (!input.secondUser) {
    return command([...limits, ...drop, ...enter, `--map-user=${APP_UID}`, `--map-group=${APP_UID}`, ...inside])
  }
  // Two steps: capabilities cannot be made inheritable once the bounding set is empty.
  const kept = '+sys_chroot,+setuid,+setgid'
  return command([
    ...limits,
    'setpriv',
    ...['--securebits', '+noroot,+noroot_locked'],
    ...['--inh-caps', `-all,${kept},+setpcap`, '--ambient-caps', `-all,${kept},+setpcap`],
    ...drop,
    ...['--inh-caps', '-setpcap', '--ambient-caps', '-setpcap', '--bounding-set', '-all'],
    ...enter,
    ...[`--setgid=${APP_UID}`, `--setuid=${APP_UID}`],
    ...inside,
  ])
}
