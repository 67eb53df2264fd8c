import { writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, release, platform as system, totalmem, uptime } from 'node:os'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { examinePlatform } from '../actions/platform/examine-platform.ts'
import { readHealth } from '../actions/platform/read-health.ts'
import { type Config, variables } from '../config.ts'
import { findingLines } from '../domain/platform/diagnosis.ts'
import { secretsIn, shownConfiguration, withoutSecrets } from '../domain/platform/support-text.ts'
import { type TarFile, tarOf } from '../lib/archive/tar.ts'
import type { Log } from '../lib/log.ts'
import { version } from '../lib/process/version.ts'
import { createDatabase, type Db } from '../store/database/database.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'
import { appliedMigrations, databaseFacts } from '../store/platform/database-facts.ts'
import { readPlatformFigures } from '../store/platform/platform-figures.ts'
import { lastErrorsOfProcesses } from '../store/platform/processes.ts'
import { supportFacts } from '../store/platform/support-facts.ts'
import { examined } from './doctor.ts'

type Environment = Readonly<Record<string, string | undefined>>

function machineFacts() {
  const memory = { bytes: totalmem(), load: loadavg(), uptimeSeconds: uptime() }
  return {
    mkt: version,
    node: process.version,
    system: system(),
    release: release(),
    arch: arch(),
    cpus: cpus().length,
    ...memory,
  }
}

/** What somebody who helps wants to see, a file each. A part that cannot be read says why and takes nothing else with it. */
async function gather(config: Config, db: Db, env: Environment): Promise<TarFile[]> {
  const parts: Record<string, () => unknown> = {
    'versions.json': async () => ({
      ...machineFacts(),
      database: await databaseFacts(db),
      migrations: await appliedMigrations(db),
    }),
    'configuration.json': () => shownConfiguration(env, Object.keys(variables)),
    'health.json': () => readHealth({ db }),
    'doctor.txt': async () => findingLines(await examinePlatform(examined(config, db))).join('\n'),
    'queue.json': () => readPlatformFigures(db),
    'database.json': () => supportFacts(db),
    'errors.json': () => lastErrorsOfProcesses(db),
  }
  const files: TarFile[] = []
  for (const [name, read] of Object.entries(parts)) {
    const found = await (async () => read())().catch((error: Error) => ({ notRead: error.message }))
    files.push({
      name: `mkt-support/${name}`,
      text: typeof found === 'string' ? found : JSON.stringify(found, null, 2),
    })
  }
  const secrets = secretsIn(env)
  return files.map(({ name, text }) => ({ name, text: `${withoutSecrets(text, secrets)}\n` }))
}

/** `mkt-admin support <file>`: one archive for somebody who helps, without secrets, payloads or settings. */
export async function runSupport(
  file: string,
  config: Config,
  address: PoolAddress,
  log: Log,
  env: Environment,
): Promise<void> {
  const pool = createPool(address, { name: 'mkt-admin', max: 2 }, log)
  try {
    const files = await gather(config, createDatabase(pool), env)
    writeFileSync(resolve(file), gzipSync(tarOf(files, new Date())), { mode: 0o600, flag: 'wx' })
    process.stdout.write(
      `${file} holds ${files.map(({ name }) => name.split('/')[1]).join(', ')}. It has no secrets, payloads or settings; read it before you send it.\n`,
    )
  } finally {
    await pool.end()
  }
}
