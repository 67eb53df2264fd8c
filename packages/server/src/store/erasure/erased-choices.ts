import { sql } from 'kysely'
import { ERASED } from '../../domain/erasure/forget-path.ts'
import type { Db } from '../database/database.ts'
import type { ErasedSpan } from './erased-scope.ts'

/**
 * Takes locators out of what trials were asked to try: the policies they were to take; without locators all of them. A place is left for
 * each, so that a trial that waits takes no other calls instead.
 */
export async function eraseChosenPolicies(
  db: Db,
  {
    installationId,
    locators,
    span,
  }: { installationId: string; locators: readonly string[] | null; span: ErasedSpan | null },
): Promise<void> {
  const named = (policy: string) =>
    locators === null
      ? sql`true`
      : sql`exists (select from unnest(${[...locators]}::text[]) as locator where strpos(${sql.ref(policy)}, locator) > 0)`
  const policies = sql`jsonb_array_elements_text(only_calls -> 'policies')`
  await sql`
    update trial set only_calls = jsonb_set(only_calls, '{policies}', (
      select jsonb_agg(case when ${named('policy')} then ${ERASED}::text else policy end order by place)
      from ${policies} with ordinality as chosen (policy, place)))
    where installation_id = ${installationId} and only_calls -> 'policies' is not null
      and ${span === null ? sql`true` : sql`created_at <= ${span.to}`}
      and exists (select from ${policies} as chosen (policy) where ${named('policy')})`.execute(db)
}
