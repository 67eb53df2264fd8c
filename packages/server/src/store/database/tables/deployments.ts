import type { ColumnType, Generated } from 'kysely'
import type { DeploymentState } from '../../../domain/deployment/deployment.ts'
import type { InstanceState } from '../../../domain/deployment/instance.ts'
import type { OptionalTime, Time } from './core.ts'

export interface DeploymentTables {
  deployment: {
    id: string
    release_id: string
    listing_id: string
    state: DeploymentState
    replicas: Generated<number>
    min_instances: number | null
    max_instances: number | null
    generation: Generated<number>
    starting_at: Time
    idle_since: OptionalTime
    crashes: Generated<number>
    restarts: Generated<number>
    next_start_at: OptionalTime
    reason: string | null
    lease_holder: string | null
    lease_until: OptionalTime
    created_at: Time
    updated_at: Time
  }
  instance: {
    id: string
    deployment_id: string
    generation: number
    engine: string
    state: InstanceState
    since: Time
    address: string | null
    streak: Generated<number>
    misses: Generated<number>
    checked_at: OptionalTime
    exit_reason: string | null
    log_cursor: string | null
    forgotten: Generated<boolean>
    created_at: Time
  }
  container_log: {
    id: Generated<string>
    listing_id: string
    deployment_id: string
    instance_id: string
    at: Time
    stream: 'stdout' | 'stderr'
    text: string
  }
  figure: {
    deployment_id: string
    at: Time
    cpu_seconds: number
    memory_bytes: ColumnType<string, number, number>
    processes: number
    instances: number
    restarts: number
    requests: Generated<number>
    failed: Generated<number>
    p50_ms: number | null
    p95_ms: number | null
  }
  request_tally: {
    deployment_id: string
    requests: number
    failed: number
    buckets: number[]
    slowest_ms: Generated<number>
    busy_ms: ColumnType<string, number | undefined, number>
  }
}
