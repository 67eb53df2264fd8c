import { Alert, Stack } from '@mantine/core'
import { RefusedError } from '@mkt/contract/client'
import { hookOf, type Variant } from '@mkt/manifest'
import { type FormEvent, useRef, useState } from 'react'
import { ChangeBar } from '../../../forms/change-bar.tsx'
import { configurationInput, draftProblems } from '../../../forms/configuration-draft.ts'
import { ConflictNote } from '../../../forms/conflict-note.tsx'
import { focusProblem, useFocusOnFailure } from '../../../forms/focus-problem.ts'
import { LeaveGuard } from '../../../forms/leave-guard.tsx'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import {
  type Configuration,
  useCheckConfiguration,
  useRestoreConfiguration,
  useSaveConfiguration,
} from '../../../queries/installation/configurations.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import type { Release } from '../../../queries/release/releases.ts'
import { useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { ConfigurationInputs } from './configuration-inputs.tsx'
import { useConfigurationDraft } from './use-configuration-draft.ts'

const texts = manage.configuration

interface Props {
  installation: Installation
  configuration: Configuration
  release: Release
  /** The release that runs now, where saving takes another. */
  present?: Release | undefined
  variant: Variant
  /** Saving takes the release too, which needs this configuration. */
  upgrading: boolean
}

/** Reconfiguring: stored secrets stay unless replaced or cleared; input stays whatever the server answers. */
export function ConfigurationForm({ installation, configuration, release, present, variant, upgrading }: Props) {
  const { manifest } = release
  const editing = useConfigurationDraft(installation, configuration, release, present?.manifest)
  const { draft, held, revision, changes } = editing
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = installation.id
  const save = useSaveConfiguration(id, upgrading ? release.id : undefined)
  const restore = useRestoreConfiguration(id)
  const check = useCheckConfiguration(id, release.id)
  const mayCheck = useMay('checkConfiguration', installation)
  useFocusOnFailure(form, save.error)
  const send = (over: number | undefined) =>
    save.mutate(
      { input: configurationInput(manifest, draft), over },
      {
        onSuccess: (saved) => {
          editing.saved(saved)
          setAsked(false)
          const former = saved.revision - 1
          // Taking a release along cannot be taken back by its settings alone.
          tellDone(
            texts.saved(saved.revision),
            upgrading || former < 1 ? undefined : () => restore.mutateAsync(former).then(editing.loadTheirs),
          )
        },
      },
    )
  const conflict = save.error instanceof RefusedError && save.error.code === 'revision_conflict'
  const refused = save.error instanceof RefusedError ? save.error.problems : []
  const found = draftProblems(manifest, variant, draft, held)
  const said = check.data?.problems ?? []
  const problems = [...(asked ? found : []), ...refused, ...said]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (found.length > 0) return focusProblem(form.current)
    // A person who has read what the application says may save anyway.
    if (!mayCheck || hookOf(manifest, 'check') === undefined || (said.length > 0 && !check.data?.blocking))
      return send(revision)
    check.mutate(configurationInput(manifest, draft), {
      onSuccess: ({ problems }) => (problems.length === 0 ? send(revision) : focusProblem(form.current)),
      // An application that cannot be asked does not stand in the way.
      onError: () => send(revision),
    })
  }
  const loadTheirs = async () => {
    await editing.loadTheirs()
    save.reset()
  }
  const change = (next: Parameters<typeof editing.change>[0]) => {
    editing.change(next)
    check.reset()
  }
  const discard = () => {
    editing.discard()
    setAsked(false)
    save.reset()
    check.reset()
  }
  return (
    <form onSubmit={submit} noValidate ref={form}>
      <LeaveGuard unsaved={changes.length > 0} />
      <Stack gap="lg">
        {editing.restored ? <RestoredNote secrets onDiscard={discard} /> : null}
        {conflict ? (
          <ConflictNote title={texts.conflict} onLoad={() => void loadTheirs()} onOverwrite={() => send(undefined)} />
        ) : (
          <FailureNote failure={save.error} />
        )}
        {asked && found.length > 0 ? (
          <Alert color="red" role="alert">
            {common.failure.problems(found.length)}
          </Alert>
        ) : null}
        {said.length > 0 ? (
          <Alert color={check.data?.blocking ? 'red' : 'clay'} role="alert" title={texts.checkTitle}>
            {said.map(({ pointer, message }) => (
              <div key={pointer + message}>{message}</div>
            ))}
          </Alert>
        ) : null}
        <ConfigurationInputs
          title={upgrading ? manage.upgradeTo(release.version) : texts.title}
          manifest={manifest}
          variant={variant}
          tenantId={installation.tenantId}
          draft={draft}
          held={held}
          problems={problems}
          onChange={change}
        />
        <ChangeBar
          changes={changes}
          busy={save.isPending || check.isPending}
          onDiscard={discard}
          save={
            said.length > 0 && !check.data?.blocking
              ? texts.saveAnyway
              : upgrading
                ? manage.installation.upgrade(release.version)
                : texts.save
          }
        />
      </Stack>
    </form>
  )
}
