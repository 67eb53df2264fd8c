import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createOperator } from '../actions/accounts/create-operator.ts'
import { ConfigError } from '../config/config-error.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { systemRandom } from '../lib/random.ts'
import { createDatabase } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'

const USAGE = `mkt-server create-operator --email you@example.com [--password-stdin]
Makes an operator account. Without --password-stdin a password is made and printed once.`

export interface OperatorOrder {
  email: string
  passwordFromInput: boolean
}

/** Reads the arguments of the command, or throws with how to use it. */
export function readOperatorOrder(args: readonly string[]): OperatorOrder {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    })
    if (values.email !== undefined && /^[^\s@]+@[^\s@]+$/.test(values.email)) {
      return { email: values.email, passwordFromInput: values['password-stdin'] === true }
    }
  } catch {
    // Unknown flags end up with the same advice as missing ones.
  }
  throw new ConfigError(USAGE)
}

/** `mkt-server create-operator`: the way to the first account of a platform without demo data. */
export async function runCreateOperator(order: OperatorOrder, address: PoolAddress, log: Log): Promise<void> {
  const given = order.passwordFromInput ? (await text(process.stdin)).split('\n')[0] : undefined
  const password = given ?? randomBytes(18).toString('base64url')
  if (password.length < 12) throw new ConfigError('The password needs at least 12 characters.')
  await migrate(address, log)
  const pool = createPool(address, { name: 'mkt create-operator', max: 1 }, log)
  try {
    await createOperator(
      // Nothing in this process listens to changes; those that run hear of it from the database.
      { db: createDatabase(pool), clock: systemClock, random: systemRandom, changes: { tell: async () => {} } },
      { email: order.email, password },
    )
  } finally {
    await pool.end()
  }
  process.stdout.write(
    given === undefined
      ? `${order.email} is an operator. Password, shown only now: ${password}\n`
      : `${order.email} is an operator.\n`,
  )
}
