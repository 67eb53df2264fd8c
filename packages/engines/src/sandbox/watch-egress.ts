import { type Guard, startGuard } from '../egress/guard.ts'
import { followRules } from '../egress/rule-files.ts'
import { guarded } from '../guarded.ts'
import { writeRecord } from './instance-folder.ts'
import type { KeeperOrder } from './keeper-order.ts'
import { UPLINK } from './uplink-plan.ts'

const WRITE_MS = 1_000

/** Starts the guard of an instance's way out, where it has one, and writes down what it counts. */
export async function watchEgress(
  order: KeeperOrder,
  runIp: (commands: readonly string[]) => void,
  ownRefusals: () => number,
): Promise<{ write(): void }> {
  const { egress, network } = order
  if (egress === null) return { write: () => {} }
  const guard: Guard = await startGuard({
    rules: egress.rules,
    outlet: order.outlet,
    allow: egress.allow,
    taken: network.relays,
    appPort: network.port,
    nameServer: UPLINK.nameServer,
    runIp,
    ownRefusals,
  })
  followRules(egress.folder, order.deploymentId, (rules) => guard.update(rules))
  let written = '[]'
  const write = () => {
    const counts = guard.counts()
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
