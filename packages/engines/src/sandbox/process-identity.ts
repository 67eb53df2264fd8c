import { readFileSync } from 'node:fs'

/** A process number is used again; together with its start time and the boot it names one process forever. */
export interface ProcessIdentity {
  pid: number
  startTicks: string
  boot: string
}

let boot: string | undefined

export function currentBoot(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return boot
}

export function identify(pid: number): ProcessIdentity | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return { pid, startTicks: fields[19] ?? '', boot: currentBoot() }
  } catch {
    return null
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid)
  return now !== null && now.startTicks === identity.startTicks && now.boot === identity.boot
}

/** Sends a signal to exactly this process; false when it is gone. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false
  try {
    process.kill(identity.pid, name)
    return true
  } catch {
    return false
  }
}
