import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { passwordHashOf, personByEmail } from '../store/accounts/people.ts'
import { testSimulator } from '../testing/outside/simulator.ts'
import { testPlatform } from '../testing/platform/platform.ts'
import { atEnd } from '../testing/run/at-end.ts'
import type { Bootstrap } from './bootstrap.ts'
import { seedAccounts } from './seed-accounts.ts'

const { platform } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const sim = await testSimulator()
const folder = mkdtempSync(join(tmpdir(), 'mkt-accounts-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))

/** A start of the laptop; answers what is written down for its owner, and what the database keeps of the operator's password. */
async function start(more: Record<string, string> = {}): Promise<{ bootstrap: Bootstrap; hash: string }> {
  const file = await seedAccounts(platform, loadConfig({ MKT_DATA_DIR: folder, ...more }), sim.ready)
  const bootstrap = JSON.parse(readFileSync(file, 'utf8')) as Bootstrap
  const { id = '' } = (await personByEmail(platform.db, 'operator@mkt.test')) ?? {}
  return { bootstrap, hash: (await passwordHashOf(platform.db, id)) ?? '' }
}

it('a password that the platform made costs little to check, one that somebody asked for what every password costs', async () => {
  const made = await start()
  expect(made.hash).toMatch(/^scrypt\$1024\$8\$1\$/)
  expect((await start()).hash).toBe(made.hash)
  const asked = await start({ MKT_BOOTSTRAP_PASSWORD: 'a word of somebody' })
  expect(asked.hash).toMatch(/^scrypt\$16384\$8\$5\$/)
  expect(asked.bootstrap.operator.password).toBe('a word of somebody')
})

it('without the file of a former start the accounts get new passwords', async () => {
  const former = await start()
  rmSync(join(folder, 'bootstrap.json'))
  const next = await start()
  expect(next.bootstrap.operator.password).not.toBe(former.bootstrap.operator.password)
  expect(next.hash).not.toBe(former.hash)
})
