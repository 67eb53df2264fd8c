import { Failure } from '@mkt/contract/errors'
import type { Db } from '../../store/database/database.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'

/** Refuses releases if the engine cannot isolate them and the operator has not set trust. */
export async function refuseUnisolated(db: Db): Promise<void> {
  const fact = await engineFact(db)
  if (fact === undefined || fact.refusal === null) return
  throw new Failure('engine_not_isolated', `${fact.refusal} The operator can allow it with MKT_SANDBOX_TRUSTED=1.`)
}
