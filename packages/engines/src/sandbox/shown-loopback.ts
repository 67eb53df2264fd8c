import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { followFolder } from '../follow-folder.ts'

/** A place on this machine's own loopback. */
export interface Endpoint {
  host: string
  port: number
}

const FILE = 'loopback.json'

/** Writes down which places of this machine's loopback all instances see; keepers follow it. */
export function writeShown(folder: string, endpoints: readonly Endpoint[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.draft-${process.pid}`)
  writeFileSync(draft, JSON.stringify(endpoints), { mode: 0o600 })
  renameSync(draft, join(folder, FILE))
}

/** Tells every endpoint once: those that are written down, and those that come later. What is taken away stays until the end. */
export function followShown(folder: string, show: (endpoint: Endpoint) => void): void {
  const told = new Set<string>()
  const look = () => {
    for (const endpoint of readShown(folder)) {
      const name = `${endpoint.host} ${endpoint.port}`
      if (told.has(name)) continue
      told.add(name)
      show(endpoint)
    }
  }
  followFolder(folder, look)
}

function readShown(folder: string): Endpoint[] {
  try {
    return JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Endpoint[]
  } catch {
    return []
  }
}
