import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EgressCount } from '../egress/tally.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** What the keeper writes once the application is on its way. */
export interface InstanceRecord {
  instanceId: string
  deploymentId: string
  keeper: ProcessIdentity
  init: ProcessIdentity
  uplink: ProcessIdentity | null
  socket: string
  cgroups: string[]
  startedAt: string
}

/** What is written once it has ended, by the keeper or by the process that finds the keeper gone. */
export interface ExitRecord {
  code: number | null
  reason: string
  outOfMemory: boolean
  at: string
}

/** What the platform writes when it claims the folder. */
export interface ClaimRecord {
  instanceId: string
  deploymentId: string
  /** Digest of its image: what must not be removed under it. */
  image: string
  at: string
}

/** What is written before an instance asks for its way out: by it the outlet knows whom it serves. */
export interface OutletRecord {
  socket: string
}

export interface StopRecord {
  graceMs: number
}

const FILES = {
  claim: 'claim.json',
  instance: 'instance.json',
  exit: 'exit.json',
  stop: 'stop.json',
  egress: 'egress.json',
  outlet: 'outlet.json',
  taker: 'taker.json',
} as const

interface Records {
  claim: ClaimRecord
  instance: InstanceRecord
  exit: ExitRecord
  stop: StopRecord
  egress: EgressCount[]
  outlet: OutletRecord
  /** Who takes the output of a container. */
  taker: ProcessIdentity
}

export function readRecord<K extends keyof Records>(folder: string, kind: K): Records[K] | null {
  try {
    return JSON.parse(readFileSync(join(folder, FILES[kind]), 'utf8')) as Records[K]
  } catch {
    return null
  }
}

/** Readers see the old record or the new one, never half of it. */
export function writeRecord<K extends keyof Records>(folder: string, kind: K, record: Records[K]): void {
  const path = join(folder, FILES[kind])
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600 })
  renameSync(draft, path)
}

/** A platform that looks at an instance leaves its mark, so that what nobody looks at any more can end itself. */
export const SEEN = 'seen'

export function lastSeen(folder: string): number {
  try {
    return statSync(join(folder, SEEN)).mtimeMs
  } catch {
    return 0
  }
}
