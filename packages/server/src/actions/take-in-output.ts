import { addContainerLines } from '../store/container-logs.ts'
import type { DeploymentRow } from '../store/deployments.ts'
import type { InstanceRow } from '../store/instances.ts'
import { transaction } from '../store/transaction.ts'
import { outputMask } from './output-mask.ts'
import type { Platform } from './platform.ts'
import type { Runner } from './runner.ts'

const LONGEST_LINE = 8_000

/** Reads on in an instance's output and stores it, masked. Returns the new cursor. */
export async function takeInOutput(
  platform: Platform,
  runner: Runner,
  deployment: DeploymentRow,
  instance: InstanceRow,
): Promise<string | null> {
  const page = await runner.engine.logs(instance.id, instance.logCursor ?? undefined)
  if (page.lines.length === 0 || page.cursor === instance.logCursor) return instance.logCursor
  const hide = await outputMask(platform, deployment)
  const lines = page.lines.map((line) => ({ ...line, text: storable(hide(line.text)) }))
  const place = { listingId: deployment.listingId, deploymentId: deployment.id, instanceId: instance.id }
  await transaction(platform.db, (trx) => addContainerLines(trx, { ...place, cursor: page.cursor }, lines))
  return page.cursor
}

/** PostgreSQL takes no NUL in text, and nobody reads the end of a very long line. */
function storable(text: string): string {
  return text.slice(0, LONGEST_LINE).replaceAll('\u0000', '').toWellFormed()
}
