import type { ColumnType, Generated } from 'kysely'
import type { FailedGate, Gates } from '../../../domain/trial/gates.ts'
import type { SampleSelection } from '../../../domain/trial/sample-selection.ts'
import type { StoredPublisherImpact } from '../../../domain/trial/stored-impact.ts'
import type { TrialIsolation, TrialState } from '../../../domain/trial/trial.ts'
import type { Json, OptionalTime, Time } from './core.ts'

export interface TrialTables {
  sample_call: {
    id: string
    installation_id: string
    organization_id: string
    kind: 'autofill' | 'rater'
    path: string
    query: string
    timeout_ms: number
    sealed: Buffer
    at: Time
  }
  trial: {
    id: string
    organization_id: string
    listing_id: string
    installation_id: string
    release_id: string
    baseline_release_id: string
    state: TrialState
    sample: 'pinned' | 'recordings'
    open_egress: Generated<boolean>
    gates: Json<Gates>
    failed_gates: Json<FailedGate[]> | null
    isolation: Json<TrialIsolation> | null
    only_calls: ColumnType<SampleSelection, string | undefined, string>
    calls: Generated<number>
    done: Generated<number>
    report: Buffer | null
    publisher_report: Json<StoredPublisherImpact> | null
    failure: string | null
    created_by: string
    created_at: Time
    started_at: OptionalTime
    ended_at: OptionalTime
    lease_owner: string | null
    lease_until: OptionalTime
  }
  shadow_instance: {
    release_id: string
    instance_id: string
    address: string | null
    failure: string | null
    lease_owner: string
    lease_until: Time
  }
  shadow_batch: {
    id: string
    installation_id: string
    release_id: string
    organization_id: string
    calls: number
    dropped: number
    sealed: Buffer
    at: Time
  }
  trial_call: {
    trial_id: string
    call_id: string
    organization_id: string
    sealed: Buffer
  }
}
