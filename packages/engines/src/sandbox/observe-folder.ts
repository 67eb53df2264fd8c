import { rmSync } from 'node:fs'
import { unixAddress } from '../address.ts'
import type { Exit, Observation } from '../engine.ts'
import { removeCgroups } from './cgroup.ts'
import { type ExitRecord, readRecord, writeRecord } from './instance-folder.ts'
import { isAlive, signal } from './process-identity.ts'

/** A claimed folder without a keeper after this time belongs to a platform that died while starting it. */
const START_PATIENCE_MS = 60_000

/**
 * What is true about an instance, read from its folder and from the kernel. When its keeper was killed, whatever it
 * left is ended here: an application without a keeper has no network and no log.
 */
export function observeFolder(folder: string, now: Date): Observation | null {
  const claim = readRecord(folder, 'claim')
  if (claim === null) return null
  const record = readRecord(folder, 'instance')
  const base = { instanceId: claim.instanceId, deploymentId: claim.deploymentId }
  const startedAt = record === null ? null : new Date(record.startedAt)
  const exit = readRecord(folder, 'exit')
  if (exit !== null) return { ...base, status: 'stopped', address: null, startedAt, exit: parseExit(exit) }
  if (record === null) {
    if (now.getTime() - Date.parse(claim.at) < START_PATIENCE_MS) {
      return { ...base, status: 'starting', address: null, startedAt, exit: null }
    }
    const never = lost('The platform went away while it was being started.', now)
    return { ...base, status: 'stopped', address: null, startedAt, exit: never }
  }
  if (isAlive(record.keeper)) {
    return { ...base, status: 'running', address: unixAddress(record.socket), startedAt, exit: null }
  }
  const written = readRecord(folder, 'exit')
  if (written !== null) return { ...base, status: 'stopped', address: null, startedAt, exit: parseExit(written) }
  signal(record.init, 'SIGKILL')
  if (record.uplink) signal(record.uplink, 'SIGKILL')
  rmSync(record.socket, { force: true })
  removeCgroups(record.cgroups)
  const ended = lost('Its keeper was killed, or the machine was restarted.', now)
  if (isAlive(record.init)) return { ...base, status: 'running', address: null, startedAt, exit: null }
  writeRecord(folder, 'exit', { ...ended, at: ended.at.toISOString() })
  return { ...base, status: 'stopped', address: null, startedAt, exit: ended }
}

function parseExit(record: ExitRecord): Exit {
  return { ...record, at: new Date(record.at) }
}

function lost(reason: string, at: Date): Exit {
  return { code: null, reason, outOfMemory: false, at }
}
