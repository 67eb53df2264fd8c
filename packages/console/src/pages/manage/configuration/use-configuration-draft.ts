import { type Manifest, mappingFieldsOf } from '@mkt/manifest'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConfigurationDraft, heldOf, openDraft, storable } from '../../../forms/configuration-draft.ts'
import { useKeptDraft } from '../../../forms/kept-draft.ts'
import { asPart } from '../../../lib/kept.ts'
import { type Configuration, configurationQuery } from '../../../queries/installation/configurations.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import type { Release } from '../../../queries/release/releases.ts'
import { draftChanges } from './draft-changes.ts'
import { useMappedPlace } from './use-mapped-place.ts'

interface KeptDraft extends ConfigurationDraft {
  /** The revision the draft was begun with: saving it over a newer one is a conflict. */
  revision: number
}

function readDraft(stored: unknown): KeptDraft | null {
  const { revision, settings, mappings } = asPart<KeptDraft>(stored) ?? {}
  if (typeof revision !== 'number' || asPart(settings) === null || !Array.isArray(mappings)) return null
  return { revision, settings: settings ?? {}, mappings }
}

/** What a form of this release takes from a kept draft: values of settings it still has. */
function applied(manifest: Manifest, opened: ConfigurationDraft, kept: KeptDraft): ConfigurationDraft {
  return { settings: { ...opened.settings, ...storable(manifest, kept).settings }, mappings: kept.mappings }
}

/** The configuration as it is being edited, kept in the browser until it is saved or discarded. Secrets are never kept. */
export function useConfigurationDraft(
  installation: Installation,
  configuration: Configuration,
  release: Release,
  present: Manifest | undefined,
) {
  const { manifest } = release
  const client = useQueryClient()
  const placeOf = useMappedPlace(installation.tenantId, mappingFieldsOf(manifest).length > 0)
  const kept = useKeptDraft(`configuration.${installation.id}.${release.id}`, readDraft)
  const [base, setBase] = useState(configuration)
  const [opened, setOpened] = useState(() => openDraft(manifest, configuration, present))
  const [draft, setDraft] = useState(() => (kept.found ? applied(manifest, opened, kept.found) : opened))
  const [revision, setRevision] = useState(kept.found?.revision ?? configuration.revision)
  const begin = (stored: Configuration, next: ConfigurationDraft) => {
    setBase(stored)
    setRevision(stored.revision)
    setOpened(next)
    setDraft(next)
    kept.forget()
  }
  return {
    draft,
    held: heldOf(base.settings),
    revision,
    restored: kept.restored,
    changes: draftChanges(manifest, opened, draft, placeOf),
    change: (next: Partial<ConfigurationDraft>) => {
      const whole = { ...draft, ...next }
      setDraft(whole)
      const own = storable(manifest, whole)
      if (draftChanges(manifest, opened, own).length > 0) kept.store({ revision, ...own })
      else kept.forget()
    },
    discard: () => begin(base, opened),
    /** Goes on with what was saved. */
    saved: (saved: Configuration) => begin(saved, openDraft(manifest, saved)),
    loadTheirs: async () => {
      const theirs = await client.fetchQuery({ ...configurationQuery(installation.id), staleTime: 0 })
      begin(theirs, openDraft(manifest, theirs, present))
    },
  }
}
