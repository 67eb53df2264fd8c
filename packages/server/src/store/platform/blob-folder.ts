import type { Db } from '../database/database.ts'

const NAME = 'blob folder'

/** The mark of the folder with the image blobs of this platform: the one that is recorded, or this one where none is. */
export async function recordBlobFolder(db: Db, mark: string): Promise<string> {
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value: JSON.stringify(mark) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', NAME).executeTakeFirst()
  return (row?.value as string | undefined) ?? mark
}

/** The next process with a folder of blobs says which it is. */
export async function forgetBlobFolder(db: Db): Promise<void> {
  await db.deleteFrom('platform_fact').where('name', '=', NAME).execute()
}
