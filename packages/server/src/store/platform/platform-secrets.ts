import type { Db } from '../database/database.ts'

const factOf = (name: string) => `secret ${name}`

/** A sealed secret of the platform itself; undefined before there is one. */
export async function storedPlatformSecret(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', factOf(name)).executeTakeFirst()
  return typeof row?.value === 'string' ? Buffer.from(row.value, 'base64') : undefined
}

/** Keeps the first one; that of another process stays. */
export async function insertPlatformSecret(db: Db, name: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto('platform_fact')
    .values({ name: factOf(name), value: JSON.stringify(sealed.toString('base64')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
