import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { followFolder } from '../follow-folder.ts'
import { type EgressRules, parseRules } from './rules.ts'

/** Writes the rules of a deployment; its instances follow them. */
export function writeRules(folder: string, deploymentId: string, rules: EgressRules): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${deploymentId}.${process.pid}`)
  writeFileSync(draft, JSON.stringify(rules), { mode: 0o600 })
  renameSync(draft, fileOf(folder, deploymentId))
}

export async function removeRules(folder: string, deploymentId: string): Promise<void> {
  await rm(fileOf(folder, deploymentId), { force: true })
}

/** Calls with the rules that are written, and again whenever others are. */
export function followRules(folder: string, deploymentId: string, apply: (rules: EgressRules) => void): void {
  let last = ''
  const look = () => {
    const text = readText(fileOf(folder, deploymentId))
    if (text === last) return
    const rules = parseRules(text)
    if (rules === null) return
    last = text
    apply(rules)
  }
  followFolder(folder, look)
}

/** The rules that are written; null where there are none. */
export function readRules(folder: string, deploymentId: string): EgressRules | null {
  return parseRules(readText(fileOf(folder, deploymentId)))
}

function fileOf(folder: string, deploymentId: string): string {
  return join(folder, `${deploymentId}.json`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
