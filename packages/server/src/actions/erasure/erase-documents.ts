import { forgetCalls, forgetExamples } from '../../domain/erasure/forget-calls.ts'
import type { ComparedCall } from '../../domain/trial/compared-call.ts'
import type { RateImpact } from '../../domain/trial/rate-impact.ts'
import { isLost } from '../../lib/seal.ts'
import { type RewrittenKind, rewriteDocument, sealedDocuments } from '../../store/erasure/erased-documents.ts'
import type { ErasedScope, ErasedSpan } from '../../store/erasure/erased-scope.ts'
import type { SealedRow } from '../../store/erasure/erasures.ts'
import type { Platform } from '../platform/platform.ts'
import { trialReportIdentity } from '../trial/settle-trial.ts'
import { shadowBatchIdentity } from '../trial/shadow-identity.ts'

/** Scope of an erasure: the people, and the latest arrival time. */
export interface ErasedThings {
  installationId: string
  locators: readonly string[] | null
  span: ErasedSpan | null
}

const identities: Record<RewrittenKind, (id: string) => string> = {
  shadowCalls: shadowBatchIdentity,
  trialReports: trialReportIdentity,
}

/** Documents hold up to a hundred calls each, so few are held at once. */
const BATCH = 20

/** The rest of a document; null removes it. */
type Forget<Document> = (document: Document) => { document: Document | null; forgotten: number }

/** Of one document: calls that were forgotten, and 1 where nobody could read it. */
interface Rewritten {
  forgotten: number
  unreadable: number
}

/** Takes calls that name one of the locators out of what shadows and trials keep about many calls; without locators all of it goes. */
export async function eraseDocuments(
  platform: Pick<Platform, 'db' | 'vault'>,
  { installationId, locators, span }: ErasedThings,
  erasedCalls: ReadonlySet<string>,
): Promise<Record<RewrittenKind | 'unreadable', number>> {
  const scope = { installationId, span, named: locators !== null }
  const erased = { shadowCalls: 0, trialReports: 0, unreadable: 0 }
  await rewriteAll<ComparedCall[]>(
    platform,
    'shadowCalls',
    scope,
    (calls) => {
      if (locators === null) return { document: null, forgotten: calls.length }
      const left = forgetCalls(calls, locators)
      return left.document.length === 0 ? { ...left, document: null } : left
    },
    ({ forgotten, unreadable }) => {
      erased.shadowCalls += forgotten
      erased.unreadable += unreadable
    },
  )
  await rewriteAll<RateImpact>(
    platform,
    'trialReports',
    scope,
    (report) => (locators === null ? { document: null, forgotten: 1 } : forgetExamples(report, locators, erasedCalls)),
    ({ unreadable }) => {
      erased.trialReports += 1
      erased.unreadable += unreadable
    },
  )
  return erased
}

/** Rewrites the documents of an installation and tells of each that something was forgotten from it. */
async function rewriteAll<Document>(
  platform: Pick<Platform, 'db' | 'vault'>,
  kind: RewrittenKind,
  scope: ErasedScope,
  forget: Forget<Document>,
  tell: (rewritten: Rewritten) => void,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await sealedDocuments(platform.db, kind, scope, after, BATCH)
    if (rows.length === 0) return
    for (const row of rows) {
      const rewritten = await rewrite(platform, kind, row, forget)
      // Another erasure was at it at the same time: what that one left is read again.
      if (rewritten === undefined) break
      if (rewritten.forgotten > 0) tell(rewritten)
      after = row.id
    }
  }
}

/** Undefined when the document changed meanwhile. What no key opens may name anybody: it goes as a whole, and counts as one. */
async function rewrite<Document>(
  { db, vault }: Pick<Platform, 'db' | 'vault'>,
  kind: RewrittenKind,
  row: SealedRow,
  forget: Forget<Document>,
): Promise<Rewritten | undefined> {
  const identity = identities[kind](row.id)
  const text = await vault.open(row.organizationId, identity, row.sealed).catch((error: unknown) => {
    if (isLost(error)) return undefined
    throw error
  })
  const lost = { document: null, forgotten: 1 }
  const { document, forgotten } = text === undefined ? lost : forget(JSON.parse(text.toString('utf8')) as Document)
  const rewritten = { forgotten, unreadable: text === undefined ? 1 : 0 }
  if (forgotten === 0) return rewritten
  const sealed = document === null ? null : await vault.seal(row.organizationId, identity, JSON.stringify(document))
  const calls = Array.isArray(document) ? document.length : 0
  return (await rewriteDocument(db, kind, row, sealed && { sealed, calls })) ? rewritten : undefined
}
