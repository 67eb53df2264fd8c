import { machines, statesOf } from '@mkt/contract/states'
import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'

const { pool } = await testDatabase()

/** PAUSED is not stored: it is WAITING on a paused route. */
const stored = {
  listing: statesOf(machines.listing),
  release: statesOf(machines.release),
  review: statesOf(machines.review),
  deployment: statesOf(machines.deployment),
  instance: statesOf(machines.instance),
  installation: statesOf(machines.installation),
  event: statesOf(machines.delivery).filter((state) => state !== 'PAUSED'),
  registration: statesOf(machines.registration),
}

it.each(Object.entries(stored))(
  'the column "state" of %s takes the states of its machine and no others',
  async (name, states) => {
    const { rows } = await pool.query<{ rule: string }>(
      `select pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%(state %'`,
      [name],
    )
    const taken = [...(rows[0]?.rule ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, state]) => state)
    expect(rows).toHaveLength(1)
    expect(taken.sort()).toEqual([...states].sort())
  },
)
