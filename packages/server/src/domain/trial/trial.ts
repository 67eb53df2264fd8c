import { limits } from '@mkt/contract/limits'

/** WAITING → RUNNING → DONE or FAILED. A trial whose process died is taken up again from its beginning. */
export type TrialState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED'

/** How far the containers of a trial were kept from the world: what the engine and the platform could enforce. */
export interface TrialIsolation {
  /** `closed`: nothing but the state interface; `open`: public hosts, because the customer opened it or the engine cannot close it. */
  egress: 'closed' | 'open'
  /** `none`: the state record holds no token for the policy system; `read`: one of the relay that only reads. */
  tenant: 'none' | 'read'
}

/** A sample may hold this many calls. */
export const mostSampleCalls: number = limits.sampleCalls.value

/** Why a trial cannot be carried out, in words for those who asked for it. */
export class TrialError extends Error {
  override name = 'TrialError'
}
