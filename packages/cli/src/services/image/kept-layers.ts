import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const UNUSED_MS = 24 * 3600_000

/**
 * The folder in which unpacked layers are kept between runs, so that the runtime below an app is unpacked once and not at
 * every try. Undefined where it is on another file system than `beside`: files cannot be linked from one to the other.
 */
export function keptLayers(beside: string): string | undefined {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mkt', 'layers')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const [kept, other] = [statSync(folder), statSync(beside)]
    return kept.dev === other.dev && kept.uid === process.getuid?.() ? folder : undefined
  } catch {
    return undefined
  }
}

/** Removes layers that no run used for a day. */
export function pruneKeptLayers(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const home = join(folder, name)
    const used =
      statSync(join(home, 'entries.json'), { throwIfNoEntry: false }) ?? statSync(home, { throwIfNoEntry: false })
    if (used !== undefined && now - used.mtimeMs > UNUSED_MS) rmSync(home, { recursive: true, force: true })
  }
}
