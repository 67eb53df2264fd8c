import { type Guard, startGuard } from '../egress/guard.ts'
import { followRules, readRules } from '../egress/rule-files.ts'
import { addCounts } from '../egress/tally.ts'
import { guarded } from '../guarded.ts'
import { readRecord, writeRecord } from './instance-folder.ts'
import type { KeeperOrder } from './keeper-order.ts'

const WRITE_MS = 1_000

export interface WatchOptions {
  runIp(commands: readonly string[]): void
  ownRefusals(): number
  /** Who answers questions for names while they are only watched. */
  nameServer: string
}

/** Starts the guard of an instance's way out, where it has one, and writes down what it counts. */
export async function watchEgress(
  order: Pick<KeeperOrder, 'folder' | 'deploymentId' | 'outlet' | 'egress' | 'network'>,
  { runIp, ownRefusals, nameServer }: WatchOptions,
): Promise<{ write(): void }> {
  const { egress, network } = order
  if (egress === null) return { write: () => {} }
  // A guard that takes the place of one that was killed goes on from what that one counted and from the rules of now.
  const before = readRecord(order.folder, 'egress') ?? []
  const guard: Guard = await startGuard({
    rules: readRules(egress.folder, order.deploymentId) ?? egress.rules,
    outlet: order.outlet,
    allow: egress.allow,
    taken: network.relays,
    appPort: network.port,
    nameServer,
    runIp,
    ownRefusals,
  })
  followRules(egress.folder, order.deploymentId, (rules) => guard.update(rules))
  let written = '[]'
  const write = () => {
    const counts = addCounts(before, guard.counts())
    const text = JSON.stringify(counts)
    if (text === written) return
    writeRecord(order.folder, 'egress', counts)
    written = text
  }
  const complain = (error: unknown) => void process.stderr.write(`counts of egress: ${String(error)}\n`)
  const writeSafely = guarded(complain, write)
  setInterval(writeSafely, WRITE_MS).unref()
  return { write: writeSafely }
}
