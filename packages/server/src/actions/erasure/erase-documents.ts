import { forgetCalls, forgetExamples } from '../../domain/erasure/forget-calls.ts'
import type { ComparedCall } from '../../domain/trial/compared-call.ts'
import type { RateImpact } from '../../domain/trial/rate-impact.ts'
import { type RewrittenKind, rewriteDocument, type SealedRow, sealedDocuments } from '../../store/erasure/erasures.ts'
import type { Platform } from '../platform/platform.ts'
import { trialReportIdentity } from '../trial/settle-trial.ts'
import { shadowBatchIdentity } from '../trial/shadow-identity.ts'

const identities: Record<RewrittenKind, (id: string) => string> = {
  shadowCalls: shadowBatchIdentity,
  trialReports: trialReportIdentity,
}

/** Takes calls that name one of the locators out of what shadows and trials keep about many calls; without locators all of it goes. */
export async function eraseDocuments(
  platform: Pick<Platform, 'db' | 'vault'>,
  installationId: string,
  locators: readonly string[] | null,
  erasedCalls: ReadonlySet<string>,
): Promise<Record<RewrittenKind, number>> {
  const erased = { shadowCalls: 0, trialReports: 0 }
  for (const row of await sealedDocuments(platform.db, 'shadowCalls', installationId))
    erased.shadowCalls += await rewrite<ComparedCall[]>(platform, 'shadowCalls', row, (calls) => {
      if (locators === null) return { document: null, forgotten: calls.length }
      const left = forgetCalls(calls, locators)
      return left.document.length === 0 ? { ...left, document: null } : left
    })
  for (const row of await sealedDocuments(platform.db, 'trialReports', installationId)) {
    const forgotten = await rewrite<RateImpact>(platform, 'trialReports', row, (report) =>
      locators === null ? { document: null, forgotten: 1 } : forgetExamples(report, locators, erasedCalls),
    )
    erased.trialReports += forgotten > 0 ? 1 : 0
  }
  return erased
}

async function rewrite<Document>(
  platform: Pick<Platform, 'db' | 'vault'>,
  kind: RewrittenKind,
  { id, organizationId, sealed }: SealedRow,
  forget: (document: Document) => { document: Document | null; forgotten: number },
): Promise<number> {
  const { db, vault } = platform
  const text = await vault.open(organizationId, identities[kind](id), sealed)
  const { document, forgotten } = forget(JSON.parse(text.toString('utf8')) as Document)
  if (forgotten === 0) return 0
  const left =
    document === null ? null : await vault.seal(organizationId, identities[kind](id), JSON.stringify(document))
  const calls = Array.isArray(document) ? document.length : 0
  await rewriteDocument(db, kind, id, left && { sealed: left, calls })
  return forgotten
}
