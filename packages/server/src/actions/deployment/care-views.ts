import type { Clock } from '../../lib/clock.ts'
import type { Db } from '../../store/database/database.ts'
import { deploymentById } from '../../store/deployment/deployments.ts'
import { caredInstances } from '../../store/deployment/instances.ts'
import { releaseDemand } from '../../store/deployment/release-demand.ts'
import type { CareView } from './write-care.ts'

/** How long a view is trusted when no change is announced. */
const VIEW_MS = 15_000

/** Cached facts about one deployment, reloaded after a change or a timeout. */
export interface CareViews {
  /** Undefined where the deployment is gone. */
  read(): Promise<CareView | undefined>
  keep(view: CareView): void
  /** Something changed: the next read asks the database. */
  refresh(): void
  /** A release changed, or what is installed of any of them: the next read asks who needs this one, if it is concerned. */
  referenceChanged(releaseId?: string): void
}

export function createCareViews({ db, clock }: { db: Db; clock: Clock }, deploymentId: string): CareViews {
  let view: CareView | undefined
  let readAt = 0
  let isDemandOld = false
  return {
    async read() {
      const now = clock.now().getTime()
      // Before the queries: a change announced while they run must lead to another read.
      const isOld = isDemandOld
      isDemandOld = false
      if (view !== undefined && now - readAt < VIEW_MS) {
        if (isOld) view = { ...view, demand: await releaseDemand(db, view.deployment.releaseId) }
        return view
      }
      readAt = now
      const deployment = await deploymentById(db, deploymentId)
      if (deployment === undefined) return undefined
      const known = new Map(view?.instances.map((instance) => [instance.id, instance]))
      const instances = (await caredInstances(db, deploymentId)).map((row) => ({
        ...row,
        // Counts of health answers live here: losing them costs a second, storing them would cost a write each.
        streak: known.get(row.id)?.streak ?? row.streak,
        misses: known.get(row.id)?.misses ?? row.misses,
        checkedAt: known.get(row.id)?.checkedAt ?? row.checkedAt,
        lastMiss: known.get(row.id)?.lastMiss,
      }))
      view = { deployment, instances, demand: await releaseDemand(db, deployment.releaseId) }
      return view
    },
    keep(current) {
      view = current
    },
    refresh() {
      readAt = 0
    },
    referenceChanged(releaseId) {
      isDemandOld ||= releaseId === undefined || view === undefined || view.deployment.releaseId === releaseId
    },
  }
}
