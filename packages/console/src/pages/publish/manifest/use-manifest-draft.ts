import { parseManifest } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Listing } from '../../../queries/listing/listings.ts'
import { draftManifestQuery, releasedManifestQuery } from '../../../queries/listing/manifests.ts'
import { manifestDiagnostics } from './manifest-diagnostics.ts'
import { manifestTemplate } from './manifest-template.ts'
import { manifestText } from './manifest-text.ts'

/** The text in the editor and what follows from it. It begins with the draft that is kept, else with what runs, else with a template. */
export function useManifestDraft(listing: Listing) {
  const { data: stored } = useSuspenseQuery(draftManifestQuery(listing.id))
  const { data: running } = useSuspenseQuery(releasedManifestQuery(stored.manifest ? null : listing.currentReleaseId))
  const released = running ? manifestText(running) : undefined
  const [saved, setSaved] = useState(() => (stored.manifest ? manifestText(stored.manifest) : ''))
  const [text, setText] = useState(() => saved || released || manifestTemplate(listing))
  const [version, setVersion] = useState(0)
  const settled = useDeferredValue(text)
  const parsed = useMemo(() => parseManifest(settled, { variant: listing.variant }), [settled, listing.variant])
  // While a word is half written the last whole manifest stays: nothing jumps.
  const [shown, setShown] = useState(parsed.manifest)
  if (parsed.manifest && parsed.manifest !== shown) setShown(parsed.manifest)
  const problems = useMemo(() => [...parsed.problems, ...parsed.warnings], [parsed])
  const diagnostics = useMemo(() => manifestDiagnostics(settled, problems), [settled, problems])
  return {
    text,
    setText,
    /** Counts the times the text was replaced as a whole. */
    version,
    restart: () => {
      setText(manifestTemplate(listing))
      setVersion(version + 1)
    },
    saved,
    markSaved: () => setSaved(text),
    beganWithRelease: !saved && released !== undefined,
    unsaved: text !== saved && text !== released,
    problems,
    diagnostics,
    /** The last manifest without problems. */
    shown,
    shownIsOld: shown !== parsed.manifest,
    /** What is in the editor now has no problems. */
    complete: parsed.manifest !== undefined && settled === text,
  }
}
