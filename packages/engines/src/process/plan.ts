import { networkNamespaceArguments } from '../sandbox/tools.ts'

/** What the program's shell says once its namespaces are there. */
export const WAITING = 'waiting'

/**
 * Runs inside the namespaces, before the program: waits until the network is guarded, and lets names be asked of the guard alone. Daemons
 * that answer for names over a socket are hidden: they would ask the world.
 */
const SCRIPT = `folder=$1; mount=$2; shift 2
printf '${WAITING}\\n' >&3
read -r _ || exit 125
for place in /run/systemd/resolve /run/nscd; do
  if [ -d "$place" ]; then "$mount" --bind "$folder/names" "$place" || exit 125; fi
done
for file in resolv.conf hosts; do "$mount" --bind "$folder/$file" "/etc/$file" || exit 125; done
exec "$@" 3>&- </dev/null`

/** Files that systemd-resolved has in its folder; `/etc/resolv.conf` may be a link to one of them. */
export const NAME_FILES = ['resolv.conf', 'stub-resolv.conf'] as const

interface ProcessPlanInput {
  user: { uid: number; gid: number }
  folder: string
  tools: { unshare: string; mount: string }
  /** What the shell runs. */
  command: string
}

/** The words that start a program in a network of its own, as the user who asks. */
export function planProcess({ user, folder, tools, command }: ProcessPlanInput): string[] {
  const isRoot = user.uid === 0
  // Mounting takes the rights of root; the program itself is its user again.
  const asUser = [tools.unshare, '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--']
  return [
    ...[tools.unshare, ...networkNamespaceArguments(isRoot), '--mount', '--'],
    ...['sh', '-c', SCRIPT, 'sh', folder, tools.mount],
    ...(isRoot ? [] : asUser),
    ...['sh', '-c', command],
  ]
}

/** How the guard enters the network of the program: as root of the namespace where the user is not root of the machine. */
export function entering(pid: number, isRoot: boolean): string[] {
  const network = `--net=/proc/${pid}/ns/net`
  return isRoot ? [network] : [`--user=/proc/${pid}/ns/user`, '--preserve-credentials', network]
}
