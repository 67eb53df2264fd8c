import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'

type Env = Readonly<Record<string, string | undefined>>

/**
 * The environment of an application that is developed: as npm gives it to scripts, with the Node that runs this tool before others,
 * and with the folder's `.env` below what is set already.
 */
export function developmentEnv(dir: string, env: Env, node = process.execPath): Record<string, string | undefined> {
  const file = join(dir, '.env')
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const bins: string[] = []
  for (let at = dir; ; at = dirname(at)) {
    bins.push(join(at, 'node_modules', '.bin'))
    if (at === dirname(at)) break
  }
  return { ...own, ...env, PATH: [...bins, dirname(node), env.PATH ?? ''].join(delimiter) }
}
