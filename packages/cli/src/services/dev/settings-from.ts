import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from '@mkt/contract/client'
import { isWriteOnly, type Manifest, settingsOf } from '@mkt/manifest'
import { defaultSettings } from './default-settings.ts'
import { type DevConfiguration, readDevConfiguration } from './dev-configuration.ts'

type Configuration = Pick<Awaited<ReturnType<Client['getConfiguration']>>, 'settings' | 'mappings'>

/**
 * The configuration of an installation for a working copy. A write-only setting never leaves the platform: it keeps the value it has
 * here, or gets a made-up one.
 */
export function withoutSecrets(
  manifest: Manifest,
  { settings: theirs, mappings }: Configuration,
  here: Readonly<Record<string, string>>,
): { configuration: DevConfiguration; madeUp: string[] } {
  const settings: Record<string, string> = {}
  const secrets = new Set(settingsOf(manifest).flatMap((setting) => (isWriteOnly(setting) ? [setting.name] : [])))
  for (const [name, value] of Object.entries(theirs)) {
    if (isMark(value)) secrets.add(name)
    else if (!secrets.has(name)) settings[name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  const usual = defaultSettings(manifest)
  const madeUp: string[] = []
  for (const name of secrets) {
    if (!(name in theirs)) continue
    settings[name] = here[name] ?? usual[name] ?? `dev-${name}`
    if (here[name] === undefined) madeUp.push(name)
  }
  return { configuration: { settings, mappings }, madeUp }
}

/** What stands for a value that cannot be read back. */
function isMark(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Writes it to the file that `mkt dev` reads, and keeps what was there beside it. Returns lines to show. */
export function takeConfiguration(dir: string, manifest: Manifest, from: Configuration, source: string): string[] {
  const file = join(dir, '.mkt', 'dev.json')
  const there = existsSync(file)
  const { configuration, madeUp } = withoutSecrets(manifest, from, there ? readDevConfiguration(file).settings : {})
  const text = `${JSON.stringify(configuration, null, 2)}\n`
  const lines = [`settings and mappings of ${source}`]
  if (there && readFileSync(file, 'utf8') !== text) {
    copyFileSync(file, `${file}.before`)
    lines.push(`the former ones are in ${file}.before`)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o600 })
  if (madeUp.length > 0) lines.push(`made up, because nobody can read it back: ${madeUp.join(', ')}`)
  return lines
}
