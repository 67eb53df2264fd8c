#!/usr/bin/env node
import { startApp } from './app.ts'
import { ConfigError, loadConfig } from './config.ts'
import { seedAccounts } from './laptop/seed-accounts.ts'
import { createLog } from './lib/log.ts'
import { explainStartFailure } from './start-failure.ts'
import { startEmbedded } from './store/embedded/start-embedded.ts'
import type { PoolAddress } from './store/pool.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = loadConfig(process.env, process.argv.slice(2))
  const log = createLog({ level: config.logLevel, readable: !config.production })
  const stops: (() => Promise<unknown>)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      for (const part of stops.splice(0).reverse()) await part()
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0)))
  }
  try {
    let address: PoolAddress
    if (config.databaseUrl === undefined) {
      const embedded = await startEmbedded({ dataDir: config.dataDir, log })
      stops.push(() => embedded.stop())
      address = embedded.poolConfig
    } else {
      address = { connectionString: config.databaseUrl }
    }
    const app = await startApp(config, address, log)
    stops.push(() => app.stop())
    const { publicUrl } = app.platform.addresses
    if (config.laptop) {
      const file = await seedAccounts(app.platform, config)
      say('MKT ready')
      say(`  Console       ${publicUrl}`)
      say(`  Sign-in       ${file}`)
    } else {
      say('MKT ready')
      say(`  Console       ${publicUrl}`)
    }
  } catch (error) {
    await stop()
    throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`)
  process.exit(1)
})
