import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Database, Db } from '../../store/database/database.ts'

/** A database that answers nothing: each statement waits for a connection forever. */
export function silentDb(asked: () => void = () => {}): Db {
  class SilentDriver extends DummyDriver {
    override acquireConnection(): Promise<never> {
      asked()
      return new Promise(() => {})
    }
  }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SilentDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
