import type { Db } from './database.ts'

export interface FigurePoint {
  at: Date
  cpuSeconds: number
  memoryBytes: number
  processes: number
  instances: number
  restarts: number
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function figuresOf(db: Db, deploymentId: string, from: Date): Promise<FigurePoint[]> {
  const rows = await db
    .selectFrom('figure')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('at', '>=', from)
    .orderBy('at')
    .limit(10_000)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    cpuSeconds: row.cpu_seconds,
    memoryBytes: Number(row.memory_bytes),
    processes: row.processes,
    instances: row.instances,
    restarts: row.restarts,
  }))
}

export async function pruneFigures(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('figure').where('at', '<', before).execute()
}
