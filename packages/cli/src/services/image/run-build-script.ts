import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Abort } from '../../abort.ts'
import { isInstalled } from '../app/is-installed.ts'

export interface BuildScriptOptions {
  dir: string
  /** False where somebody asked not to run it. */
  wanted: boolean
  env: Readonly<Record<string, string | undefined>>
  say: (line: string) => void
  note: (line: string) => void
}

interface PackageJson {
  scripts?: { build?: string }
  devDependencies?: Record<string, string>
}

const LAST_LINES = 20

/** Runs the script `build` of package.json, where there is one, so that the image holds what it makes. */
export async function runBuildScript({ dir, wanted, env, say, note }: BuildScriptOptions): Promise<void> {
  const file = join(dir, 'package.json')
  const { scripts, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as PackageJson
  if (scripts?.build === undefined) return
  if (!wanted) return note(`"build" of package.json was not run: --no-build-script`)
  const missing = Object.keys(devDependencies).find((name) => !isInstalled(dir, name))
  if (missing !== undefined)
    throw new Abort('build_failed', `"build" of package.json needs ${missing}, which is not installed.`, {
      fix: 'Run "npm ci" first, or give --no-build-script if the result is there already.',
    })
  say(`npm run build: ${scripts.build}`)
  const last: string[] = []
  const child = spawn('npm', ['run', '--silent', 'build'], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      last.push(line)
      say(line)
    })
  const [code] = await once(child, 'close').catch((error: Error) => {
    throw new Abort('build_failed', `npm cannot be started: ${error.message}.`, {
      fix: 'Install npm, or run "build" yourself and give --no-build-script.',
    })
  })
  if (code !== 0)
    throw new Abort(
      'build_failed',
      `"build" of package.json ended with ${code}:\n${last.slice(-LAST_LINES).join('\n')}`,
      {
        fix: 'Fix it; "npm run build" shows the same.',
      },
    )
}
