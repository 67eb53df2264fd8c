import { parseManifest } from '@mkt/manifest'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useKeptDraft } from '../../../forms/kept-draft.ts'
import { asPart } from '../../../lib/kept.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import { draftManifestQuery, releasedManifestQuery } from '../../../queries/listing/manifests.ts'
import { manifestDiagnostics } from './manifest-diagnostics.ts'
import { manifestTemplate } from './manifest-template.ts'
import { manifestText } from './manifest-text.ts'

interface KeptDraft {
  text: string
  /** The revision the draft was begun with: saving it over another one is a conflict. */
  revision: string
}

function readDraft(stored: unknown): KeptDraft | null {
  const { text, revision } = asPart<KeptDraft>(stored) ?? {}
  return typeof text === 'string' && text !== '' && typeof revision === 'string' ? { text, revision } : null
}

/** What is saved, as text. */
function baseOf({ manifest, revision }: { manifest: unknown; revision: string }): KeptDraft {
  return { text: manifest ? manifestText(manifest) : '', revision }
}

/**
 * The text in the editor and what follows from it. It begins with what was typed last time and not saved, else with the
 * saved draft, else with what runs, else with a template.
 */
export function useManifestDraft(listing: Listing, mayWrite: boolean) {
  const { data: stored } = useSuspenseQuery(draftManifestQuery(listing.id))
  const { data: running } = useSuspenseQuery(releasedManifestQuery(stored.manifest ? null : listing.currentReleaseId))
  const released = running ? manifestText(running) : undefined
  const [base, setBase] = useState(() => baseOf(stored))
  const saved = base.text
  const kept = useKeptDraft(`manifest.${listing.id}`, readDraft)
  const found = mayWrite ? kept.found : null
  const client = useQueryClient()
  const opened = saved || released || manifestTemplate(listing)
  const [text, setText] = useState(found?.text ?? opened)
  const [revision, setRevision] = useState(found?.revision ?? base.revision)
  const [version, setVersion] = useState(0)
  const settled = useDeferredValue(text)
  const parsed = useMemo(() => parseManifest(settled, { variant: listing.variant }), [settled, listing.variant])
  // While a word is half written the last whole manifest stays: nothing jumps.
  const [shown, setShown] = useState(parsed.manifest)
  if (parsed.manifest && parsed.manifest !== shown) setShown(parsed.manifest)
  const problems = useMemo(() => [...parsed.problems, ...parsed.warnings], [parsed])
  const diagnostics = useMemo(() => manifestDiagnostics(settled, problems), [settled, problems])
  const type = (next: string) => {
    setText(next)
    if (next === opened) kept.forget()
    else kept.store({ text: next, revision })
  }
  const replace = (next: string) => {
    type(next)
    setVersion(version + 1)
  }
  return {
    text,
    setText: type,
    restored: mayWrite && kept.restored,
    discard: () => {
      replace(opened)
      setRevision(base.revision)
    },
    /** Counts the times the text was replaced as a whole. */
    version,
    restart: () => replace(manifestTemplate(listing)),
    saved,
    revision,
    markSaved: (answer: { revision: string }) => {
      setBase({ text, revision: answer.revision })
      setRevision(answer.revision)
      kept.forget()
    },
    /** Begins with what somebody else saved. */
    loadTheirs: async () => {
      const theirs = await client.fetchQuery({ ...draftManifestQuery(listing.id), staleTime: 0 })
      const next = baseOf(theirs)
      setBase(next)
      setRevision(next.revision)
      setText(next.text)
      setVersion(version + 1)
      kept.forget()
    },
    beganWithRelease: !saved && released !== undefined,
    unsaved: text !== saved && text !== released,
    /** Differs from what the editor opened with: a template that nobody touched is no loss. */
    edited: text !== opened,
    problems,
    diagnostics,
    /** The last manifest without problems. */
    shown,
    shownIsOld: shown !== parsed.manifest,
    /** What is in the editor now has no problems. */
    complete: parsed.manifest !== undefined && settled === text,
  }
}
