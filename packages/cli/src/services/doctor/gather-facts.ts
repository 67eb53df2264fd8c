import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Abort } from '../../abort.ts'
import { checkFolder, manifestName, openFolder } from '../app/app-folder.ts'
import { languageOf } from '../app/app-language.ts'
import { missingParts } from '../dev/missing-parts.ts'
import { findBuildTool } from '../image/build-tool.ts'
import { explainFailure } from '../platform/explain-failure.ts'
import { networkReason } from '../platform/network-error.ts'
import { type Asking, openSession, platformUrl } from '../platform/session.ts'
import type { Facts } from './diagnose.ts'

const ANSWER_MS = 5_000

/** Looks at this machine, the platform and the folder. Nothing is changed. */
export async function gatherFacts(asking: Asking, dir: string, now: () => number): Promise<Facts> {
  const url = platformUrl(asking)
  const platform = await platformFacts(url, now)
  return {
    node: process.version,
    system: { platform: process.platform, arch: process.arch },
    buildTool: findBuildTool(asking.env)?.name,
    url,
    platform,
    access:
      'problem' in platform ? { problem: 'cannot be tried', fix: 'Reach the platform first.' } : await access(asking),
    app: await appFacts(dir),
  }
}

async function platformFacts(url: string, now: () => number): Promise<Facts['platform']> {
  const started = now()
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' })
    await answer.body?.cancel()
    const ended = now()
    const date = Date.parse(answer.headers.get('date') ?? '')
    // The header has whole seconds, and the answer was in progress: half of each is taken off.
    const clockSkewMs = Number.isNaN(date) ? undefined : (started + ended) / 2 - (date + 500)
    return { answered: true, ready: answer.status === 200, tookMs: ended - started, clockSkewMs }
  } catch (error) {
    return { problem: `${url} does not answer: ${networkReason(error as Error)}` }
  }
}

async function access(asking: Asking): Promise<Facts['access']> {
  try {
    const { organization, clientId, person } = await openSession(asking).client.getMe()
    const by = person ? person.email : `key ${clientId}`
    return { organization: organization?.name ?? 'no organization', by }
  } catch (error) {
    if (error instanceof Abort) return { problem: error.message, fix: error.fix ?? 'Run "mkt login".' }
    const { message, fix } = explainFailure(error).error
    return { problem: message, fix: fix ?? 'Run "mkt login" again.' }
  }
}

async function appFacts(dir: string): Promise<Facts['app']> {
  if (!existsSync(join(dir, manifestName))) return undefined
  const folder = openFolder(dir)
  const { manifest, problems } = checkFolder(folder)
  const missing = await missingParts(folder.dir).catch(() => [])
  return { name: manifest?.name ?? manifestName, language: languageOf(dir), problems: problems.length, missing }
}
