import { Failure } from '@mkt/contract/errors'
import type { Db } from '../../store/database/database.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'

/** Nothing is released where the engine cannot isolate it and the operator has not said to trust it all the same. */
export async function refuseUnisolated(db: Db): Promise<void> {
  const fact = await engineFact(db)
  if (fact === undefined || fact.refusal === null) return
  throw new Failure('engine_not_isolated', `${fact.refusal} The operator can allow it with MKT_SANDBOX_TRUSTED=1.`)
}
