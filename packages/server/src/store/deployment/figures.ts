import { type Page, unknownCursor } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'

export interface FigurePoint {
  at: Date
  cpuSeconds: number
  memoryBytes: number
  processes: number
  instances: number
  restarts: number
  requests: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
}

export async function addFigure(db: Db, deploymentId: string, point: FigurePoint): Promise<void> {
  await db
    .insertInto('figure')
    .values({
      deployment_id: deploymentId,
      at: point.at,
      cpu_seconds: point.cpuSeconds,
      memory_bytes: point.memoryBytes,
      processes: point.processes,
      instances: point.instances,
      restarts: point.restarts,
      requests: point.requests,
      failed: point.failed,
      p50_ms: point.p50Ms,
      p95_ms: point.p95Ms,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Oldest first. The cursor is the time of a point in milliseconds. */
export async function figuresOf(db: Db, deploymentId: string, from: Date, page: Page): Promise<FigurePoint[]> {
  let query = db
    .selectFrom('figure')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('at', '>=', from)
    .orderBy('at')
    .limit(page.limit + 1)
  if (page.after !== null) {
    if (!/^\d{1,15}$/.test(page.after)) throw unknownCursor()
    query = query.where('at', '>', new Date(Number(page.after)))
  }
  const rows = await query.execute()
  return rows.map((row) => ({
    at: row.at,
    cpuSeconds: row.cpu_seconds,
    memoryBytes: Number(row.memory_bytes),
    processes: row.processes,
    instances: row.instances,
    restarts: row.restarts,
    requests: row.requests,
    failed: row.failed,
    p50Ms: row.p50_ms,
    p95Ms: row.p95_ms,
  }))
}

export async function pruneFigures(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('figure').where('at', '<', before).execute()
}
