import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Abort } from '../../abort.ts'
import { type AppFolder, openFolder, writeManifest } from '../app/app-folder.ts'
import { replaceVersion } from '../app/replace-version.ts'

/**
 * Stands beside the manifest while a deploy has raised its version and the release does not exist yet. A mark without
 * its process means that the deploy was killed; the next command puts the file right.
 */
export interface DeployingMark {
  pid: number
  /** When that process began, so that another one with the same number is not taken for it. */
  processStart: string | null
  url: string
  listing: { id: string; name: string }
  previousVersion: string
  version: string
  original: string
  raised: string
  /** The file was put back although nobody could say whether the release exists. */
  restored: boolean
}

function markFile(folder: AppFolder): string {
  return join(dirname(folder.file), '.platform-app.json.deploying')
}

export function readMark(folder: AppFolder): DeployingMark | undefined {
  try {
    return JSON.parse(readFileSync(markFile(folder), 'utf8')) as DeployingMark
  } catch (error) {
    // A mark cut short by the kill was written before the manifest was touched.
    if (error instanceof SyntaxError) removeMark(folder)
    else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Sets the mark; only one deploy of a folder can. */
export function setMark(folder: AppFolder, mark: Omit<DeployingMark, 'pid' | 'processStart' | 'restored'>): void {
  const own = { ...mark, pid: process.pid, processStart: processStart(process.pid), restored: false }
  try {
    writeFileSync(markFile(folder), JSON.stringify(own, null, 2), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw deployRunning(folder)
    throw error
  }
}

export function rewriteMark(folder: AppFolder, mark: DeployingMark): void {
  writeFileSync(markFile(folder), JSON.stringify(mark, null, 2), { mode: 0o600, flush: true })
}

export function removeMark(folder: AppFolder): void {
  rmSync(markFile(folder), { force: true })
}

export function isRunning(mark: DeployingMark): boolean {
  const start = processStart(mark.pid)
  if (start !== null || mark.processStart !== null) return start !== null && start === mark.processStart
  try {
    process.kill(mark.pid, 0)
    return true
  } catch {
    // There is no such process, or it is not ours.
    return false
  }
}

export function deployRunning(folder: AppFolder): Abort {
  return new Abort('deploy_running', `Another deploy of ${folder.dir} is going on.`, {
    fix: 'Wait until it has ended.',
  })
}

/** Puts the former version back; whatever else was edited in the meantime stays. */
export function restoreManifest(
  folder: AppFolder,
  mark: Pick<DeployingMark, 'version' | 'original' | 'raised' | 'previousVersion'>,
): void {
  const now = openFolder('/', folder.file).text
  if (now === mark.raised) writeManifest(folder, mark.original)
  else if (versionOf(now) === mark.version) writeManifest(folder, replaceVersion(now, mark.previousVersion) ?? now)
}

/** The other way round: the release turned out to exist. */
export function raiseManifest(folder: AppFolder, mark: DeployingMark): void {
  const now = openFolder('/', folder.file).text
  if (now === mark.original) writeManifest(folder, mark.raised)
  else if (versionOf(now) === mark.previousVersion) writeManifest(folder, replaceVersion(now, mark.version) ?? now)
}

function versionOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { version?: unknown }).version
  } catch {
    // Being edited: not ours to touch.
    return undefined
  }
}

/**
 * Ticks since boot at which a process began; null where the system does not say. A zombie is dead: nobody has asked
 * for its exit code yet, which in a container without an init may never happen.
 */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch {
    // No such process, or no /proc.
    return null
  }
}
