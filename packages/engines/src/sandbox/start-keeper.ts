import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxHost } from './host.ts'
import { type KeeperOrder, NETWORK_READY, STARTED } from './keeper-order.ts'
import { awaitLine, letGo, spawnKeeper } from './launch.ts'
import { identify, type ProcessIdentity, signal } from './process-identity.ts'
import { spawnUplink } from './uplink.ts'

/** Starts a keeper, plugs the outside into its network, hands over the order, and lets go of it. */
export async function startKeeper(
  program: string,
  host: Pick<SandboxHost, 'isRoot' | 'uplink'>,
  order: KeeperOrder,
): Promise<void> {
  const keeper = spawnKeeper(program, order.folder, host.isRoot)
  let uplink: ProcessIdentity | null = null
  try {
    await awaitLine(keeper, NETWORK_READY)
    const place = { pid: keeper.pid ?? 0, isRoot: host.isRoot, folder: order.folder }
    const closed = order.egress?.closed === true
    uplink = host.uplink === null || closed ? null : await spawnUplink(host.uplink, place)
    const started = awaitLine(keeper, STARTED)
    keeper.stdin?.write(`${JSON.stringify({ ...order, uplink })}\n`)
    await started
  } catch (error) {
    if (uplink !== null) signal(uplink, 'SIGKILL')
    const left = keeper.pid === undefined ? null : identify(keeper.pid)
    if (left !== null) signal(left, 'SIGKILL')
    throw new Error(await whyNot(order.folder, error))
  } finally {
    letGo(keeper)
  }
}

async function whyNot(folder: string, error: unknown): Promise<string> {
  const said = await readFile(join(folder, 'keeper.log'), 'utf8').catch(() => '')
  const line = said.split('\n').find((text) => /Error/.test(text))
  return line ?? (error instanceof Error ? error.message : String(error))
}
