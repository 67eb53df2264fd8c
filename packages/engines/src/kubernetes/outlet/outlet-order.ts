import { createHash } from 'node:crypto'
import { type EgressRules, type Endpoint, parseRules } from '../../egress/rules.ts'
import type { EgressCount } from '../../egress/tally.ts'
import type { InstanceSpec } from '../../engine.ts'
import type { OutletKind } from '../plan.ts'

/** What of an instance its outlet depends on; kept in its order, because rules change long after the start. */
export type OutletSpec = Pick<
  InstanceSpec,
  'instanceId' | 'deploymentId' | 'stateApi' | 'otlp' | 'allowAddresses' | 'isolated'
>

/** What an outlet is started with, in the file `order` of its folder; beside it lies `token`, which the platform shows it. */
export interface OutletOrder {
  /** How the network of the instance was built; it stays so for its life. */
  kind: OutletKind
  rules: EgressRules
  /** The address of the Service in front of it. */
  address: string
  allow: readonly string[]
  platform: readonly Endpoint[]
  /** Whose it is; read by the platform. */
  spec: OutletSpec
}

/** What an outlet answers when it is asked for its counts. */
export interface OutletReport {
  /** Names the rules by which it goes. */
  rules: string
  counts: EgressCount[]
}

/** The name by which a waiting instance asks whether its outlet answers: no application asked for it, so nobody counts it. */
export const WAIT_NAME = 'outlet.invalid'
export const OUTLET_FOLDER = '/etc/mkt-outlet'
/** Outlives a container that crashed, not its pod. */
export const COUNTS_FILE = '/tmp/counts.json'

/** Names a value by its content. */
export function markOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** As the outlet reads rules, so that both name the same ones alike. */
export function rulesMark(rules: EgressRules): string {
  return markOf(parseRules(JSON.stringify(rules)))
}
