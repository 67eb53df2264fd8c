import { writeFile } from 'node:fs/promises'
import { containerProfile } from '../system-calls/container-profile.ts'
import { type DaemonFacts, hasFilter } from './daemon.ts'

/** The security option by which a container gets the platform's filter of system calls; null where it has the daemon's own, or none. */
export async function callFilter(facts: DaemonFacts, file: string, sameMachine: boolean): Promise<string | null> {
  if (!hasFilter(facts.info)) return null
  if (!facts.podman) return `seccomp=${containerProfile()}`
  // Podman takes the name of a file, which it reads itself.
  if (!sameMachine) return null
  await writeFile(file, containerProfile(), { mode: 0o644 })
  return `seccomp=${file}`
}
