import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OciError, planNodeStart, satisfiesRange } from '@mkt/oci'
import { isInstalled } from '../app/is-installed.ts'

interface PackageJson {
  engines?: { node?: string }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  scripts?: Record<string, string>
}

/** What an application lacks to be started from its sources, in sentences that say what to do. */
export async function missingParts(dir: string, node = process.version): Promise<string[]> {
  const file = join(dir, 'package.json')
  if (!existsSync(file)) return []
  const { dependencies = {}, engines, scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as PackageJson
  const absent = Object.keys(dependencies).filter((name) => !isInstalled(dir, name))
  const missing = absent.length === 0 ? [] : [`not installed: ${absent.join(', ')}; run "npm install" in ${dir}`]
  if (engines?.node !== undefined && !satisfiesRange(node, engines.node))
    missing.push(`engines.node asks for ${engines.node}, and this is ${node}; run mkt with a Node that fits`)
  // A start that builds makes its files itself.
  if (/\brun (-\S+ )*build\b/.test(`${scripts.prestart} ${scripts.start}`)) return missing
  const files = await planNodeStart(dir).catch((error: unknown) => {
    // A line that an image cannot have may well run here.
    if (error instanceof OciError) return []
    throw error
  })
  for (const name of files) {
    const ways = scripts.build === undefined ? 'make it first' : 'run "npm run build" first'
    const other = scripts.dev === undefined ? '' : ', or develop with --command "npm run dev"'
    missing.push(`${name}, which the start script names, is not there; ${ways}${other}`)
  }
  return missing
}
