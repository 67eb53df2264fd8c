import type { Db } from '../database/database.ts'

/** What the worker found out about its engine, for processes that have none. */
export interface EngineFact {
  engine: string
  missing: readonly { part: string; reason: string }[]
  outside: boolean
  /** Why declared egress cannot be enforced; absent where it is. */
  egress?: string
  /** What else an operator may want to know, a sentence each. */
  notes: readonly string[]
  /** Problems that keep applications from working, a sentence each. */
  problems: readonly string[]
  /** Why nothing may be run, or null. */
  refusal: string | null
}

const NAME = 'engine'

export async function setEngineFact(db: Db, fact: EngineFact, now: Date): Promise<void> {
  const value = JSON.stringify(fact)
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute()
}

export async function engineFact(db: Db): Promise<EngineFact | undefined> {
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value as EngineFact | undefined
}
