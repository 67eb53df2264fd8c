import { plainText } from '@mkt/contract/text'
import { admitLines, type Line, type OutputAllowance, outputLimits } from '../../domain/deployment/output-rate.ts'
import { mapInSlices } from '../../lib/schedule/map-in-slices.ts'
import { transaction } from '../../store/database/transaction.ts'
import { addContainerLines, pruneListingLines } from '../../store/deployment/container-logs.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import type { InstanceRow } from '../../store/deployment/instances.ts'
import type { Platform } from '../platform/platform.ts'
import type { Runner } from './runner.ts'

/** Nobody reads the end of a very long line. */
const LONGEST_LINE = 8_000
/** Looking for secrets in so much takes about a millisecond. An application that writes without end must not hold the event loop. */
const SLICE = { sizeOf: ({ text }: Line) => text.length, most: 16 * 1024 }
/** How far an app may go above its share until its oldest lines are removed. */
const OVERFLOW_BYTES = outputLimits.bytesPerApp / 10

export interface OutputIntake {
  /** Reads on in an instance's output and stores it: masked, no faster than the rate. Returns the new cursor. */
  take(deployment: DeploymentRow, instance: InstanceRow): Promise<string | null>
}

/** Takes in what the instances of one deployment write. */
export function createOutputIntake(platform: Pick<Platform, 'clock' | 'db'>, runner: Runner): OutputIntake {
  const allowances = new Map<string, OutputAllowance>()
  let unpruned = 0

  return {
    async take(deployment, instance) {
      const page = await runner.engine.logs(instance.id, instance.logCursor ?? undefined)
      if (page.lines.length === 0 || page.cursor === instance.logCursor) return instance.logCursor
      const hide = await runner.outputMask(deployment)
      const admitted = admitLines(allowances.get(instance.id), page.lines, platform.clock.now())
      const lines = await mapInSlices(admitted.lines, SLICE, (line) => ({
        ...line,
        text: storable(hidden(hide, line.text)),
      }))
      const place = { listingId: deployment.listingId, deploymentId: deployment.id, instanceId: instance.id }
      await transaction(platform.db, (trx) => addContainerLines(trx, { ...place, cursor: page.cursor }, lines))
      runner.telemetry?.addLines(deployment.releaseId, lines)
      if (instance.state === 'STOPPED') allowances.delete(instance.id)
      else allowances.set(instance.id, admitted.allowance)
      unpruned += admitted.bytes
      if (unpruned > OVERFLOW_BYTES) {
        unpruned = 0
        await pruneListingLines(platform.db, deployment.listingId, outputLimits.bytesPerApp)
      }
      return page.cursor
    },
  }
}

/** Colours stay unless they break a secret into pieces, which would be whole wherever they are not shown. */
function hidden(hide: (text: string, most: number) => string, text: string): string {
  const masked = hide(text, LONGEST_LINE)
  const plain = plainText(masked)
  if (plain === masked) return masked
  const again = hide(plain, LONGEST_LINE)
  return again === plain ? masked : again
}

/** PostgreSQL takes no NUL in text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
