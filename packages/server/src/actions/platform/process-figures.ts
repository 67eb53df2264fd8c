import { statfs } from 'node:fs/promises'
import { type FigureName, figure } from '../../domain/platform/figures.ts'
import { type ReadFigure, showFigure } from '../../lib/figures/show-figure.ts'
import type { Exported } from '../../lib/otlp/batch-exporter.ts'
import { version } from '../../lib/process/version.ts'
import type { Pool } from '../../store/database/pool.ts'
import type { Platform } from './platform.ts'

/** Shows what every process knows of itself: its connections, its change feed, its disk. */
export function showProcessFigures(
  platform: Pick<Platform, 'metrics' | 'changes'> & { policy: Pick<Platform['policy'], 'dataDir'> },
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
  exported: { spans?: Exported | undefined; metrics?: Exported | undefined; logs?: Exported | undefined } = {},
): void {
  const { metrics, changes, policy } = platform
  const show = (name: FigureName, read: ReadFigure) => showFigure(metrics, figure(name), read)
  let lostAt = changes.connected ? undefined : performance.now()
  changes.onConnected((connected) => {
    lostAt = connected ? undefined : performance.now()
  })
  const disk = async (pick: (bytes: { free: number; size: number }) => number) => {
    const found = await statfs(policy.dataDir).catch(() => undefined)
    if (found === undefined) return []
    return pick({ free: found.bavail * found.bsize, size: found.blocks * found.bsize })
  }
  show('mkt_build_info', () => [{ labels: { version }, value: 1 }])
  show('mkt_change_feed_connected', () => (changes.connected ? 1 : 0))
  show('mkt_change_feed_lag_seconds', () => (lostAt === undefined ? 0 : (performance.now() - lostAt) / 1000))
  show('mkt_database_pool_connections', () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
  ])
  show('mkt_database_pool_waiting', () => pool.waitingCount)
  const outcomes = (of: Exported | undefined) => [
    { labels: { outcome: 'sent' }, value: of?.sent ?? 0 },
    { labels: { outcome: 'dropped' }, value: of?.dropped ?? 0 },
  ]
  show('mkt_otlp_spans_total', () => outcomes(exported.spans))
  show('mkt_otlp_points_total', () => outcomes(exported.metrics))
  show('mkt_otlp_logs_total', () => outcomes(exported.logs))
  show('mkt_disk_free_bytes', () => disk(({ free }) => free))
  show('mkt_disk_size_bytes', () => disk(({ size }) => size))
}
