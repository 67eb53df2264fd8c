import { RefusedError } from '@mkt/contract/client'
import { type FieldProblem, hookOf, type Manifest, type Variant } from '@mkt/manifest'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { configurationInput, draftProblems } from '../../../forms/configuration-draft.ts'
import { type CredentialsDraft, hasCredentials, replacementOf } from '../../../forms/tenant-draft.ts'
import type { Configuration } from '../../../queries/installation/configurations.ts'
import { useCheckLaunch, useLaunchApp } from '../../../queries/installation/installations.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { launch as texts } from '../../../texts/launch.ts'
import { dropLaunchDraft, keepLaunchDraft, type LaunchDraft, readLaunchDraft } from './launch-draft.ts'

export interface Launching {
  listing: Listing
  org: string
  release: { id: string; version: string; manifest: Manifest }
  /** The configuration to begin with, of another installation. It has no secrets: those are asked for again. */
  copied?: Configuration | undefined
  /** The installation whose configuration is copied. */
  copy?: string | undefined
  /** The release was asked for; else the installation follows what the publisher promotes. */
  exactRelease: boolean
  /** An app of one's own organization as a customer runs it, instead of a test. */
  real?: boolean | undefined
}

/** An installation with credentials of its own needs some to be entered. */
function credentialProblems(variant: Variant, draft: CredentialsDraft | undefined): FieldProblem[] {
  if (draft === undefined || hasCredentials(variant, draft)) return []
  return [{ pointer: '/credentials', rule: 'credentials.missing', message: texts.connect.ownMissing }]
}

/** The draft of a launch, kept in the browser without its secrets, what is wrong with it, and launching it. */
export function useLaunch({ listing, org, release, copied, copy, exactRelease, real }: Launching) {
  const { manifest } = release
  const navigate = useNavigate()
  const { person } = useMe()
  const place = { personId: person.id, org, listingId: listing.id, copy }
  const [draft, setDraft] = useState<LaunchDraft>(() => readLaunchDraft(localStorage, place, manifest, copied))
  const launching = useLaunchApp(org)
  const check = useCheckLaunch(org)
  const mayCheck = useMay('checkLaunch', ownedBy({ id: org }))
  const found = [
    ...draftProblems(manifest, listing.variant, draft),
    ...credentialProblems(listing.variant, draft.credentials),
  ]
  const refused = launching.error instanceof RefusedError ? launching.error.problems : []

  const change = (next: Partial<LaunchDraft>) => {
    const whole = { ...draft, ...next }
    // What the platform refused was another draft: it must not keep this one from going on.
    if (launching.isError) launching.reset()
    if (check.data) check.reset()
    setDraft(whole)
    keepLaunchDraft(localStorage, place, manifest, whole)
  }
  const said = check.data?.problems ?? []
  const launch = () => {
    // A person who has read what the application says may launch anyway.
    const isRead = said.length > 0 && !check.data?.blocking
    if (!mayCheck || hookOf(manifest, 'check') === undefined || isRead) return send()
    const about = { listingId: listing.id, ...(exactRelease ? { releaseId: release.id } : {}) }
    check.mutate(
      { ...about, ...configurationInput(manifest, draft) },
      {
        onSuccess: ({ problems }) => {
          if (problems.length === 0) send()
        },
        // An application that cannot be asked does not stand in the way.
        onError: send,
      },
    )
  }
  const send = () => {
    if (draft.tenantId === null) return
    launching.mutate(
      {
        listingId: listing.id,
        tenantId: draft.tenantId,
        ...(draft.name?.trim() ? { name: draft.name.trim() } : {}),
        ...(real ? { test: false } : {}),
        ...configurationInput(manifest, draft),
        ...(draft.credentials ? { credentials: replacementOf(listing.variant, draft.credentials) } : {}),
        ...(exactRelease ? { releaseId: release.id } : {}),
      },
      {
        onSuccess: ({ id }) => {
          dropLaunchDraft(localStorage, place)
          void navigate({ to: '/manage/installations/$installationId', params: { installationId: id } })
        },
      },
    )
  }
  return {
    draft,
    change,
    launch,
    /** Complete by the rules the server applies; it may still refuse. */
    ready: found.length === 0,
    problems: [...found, ...refused],
    /** Shown at the fields: what the platform refused and what the application says. */
    refused: [...refused, ...said],
    said,
    blocking: check.data?.blocking === true,
    failure: launching.error,
    busy: launching.isPending || check.isPending,
  }
}
