import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { RefusedError } from '@mkt/contract/client'
import { IconDownload } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ConflictNote } from '../../../forms/conflict-note.tsx'
import { LeaveGuard } from '../../../forms/leave-guard.tsx'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import { downloadText } from '../../../lib/download-text.ts'
import { jsonObject } from '../../../lib/json-object.ts'
import { ProblemList } from '../../../parts/release/problem-list.tsx'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { useSaveDraftManifest } from '../../../queries/listing/manifests.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { CodeEditor } from '../../../ui/code-editor/code-editor.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { completeManifest } from './complete-manifest.ts'
import { ManifestPreview } from './manifest-preview.tsx'
import styles from './own-listing-manifest.module.css'
import { ReleasePlan } from './release-plan.tsx'
import { useManifestDraft } from './use-manifest-draft.ts'

const route = getRouteApi('/shell/publish/$listingId')
const texts = publish.manifest

/** The manifest in an editor, with what is wrong with it and what customers get. Who may not keep a draft reads it. */
export function OwnListingManifest() {
  const { listingId } = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const owner = ownedBy(listing.organization)
  const mayWrite = useMay('putDraftManifest', owner)
  const mayPlan = useMay('planRelease', owner)
  const draft = useManifestDraft(listing, mayWrite)
  const { text, problems, shown } = draft
  const [place, setPlace] = useState<{ line: number; column: number }>()
  return (
    <div className={styles.split}>
      <Stack gap="md" className={styles.text}>
        <Text c="dimmed" size="sm">
          {texts.lead} {draft.beganWithRelease ? texts.beganWith : null}
        </Text>
        <LeaveGuard unsaved={mayWrite && draft.edited} />
        {draft.restored ? <RestoredNote onDiscard={draft.discard} /> : null}
        <CodeEditor
          label={texts.editor}
          value={text}
          version={draft.version}
          diagnostics={draft.diagnostics}
          complete={completeManifest}
          readOnly={!mayWrite}
          place={place}
          onChange={draft.setText}
        />
        <Group gap="sm">
          {mayWrite ? <SaveDraft listingId={listingId} text={text} draft={draft} /> : null}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => downloadText('platform-app.json', text, 'application/json')}
          >
            {texts.download}
          </Button>
          {mayWrite ? (
            <ConfirmButton
              variant="subtle"
              label={texts.generate}
              text={texts.generateText}
              act={async () => draft.restart()}
            />
          ) : null}
          {draft.unsaved && mayWrite ? (
            <Badge variant="light" color="clay" radius="sm" tt="none">
              {texts.unsaved}
            </Badge>
          ) : null}
        </Group>
      </Stack>
      <Stack gap="lg">
        <Section title={`${texts.problems} (${problems.length})`}>
          <ProblemList problems={problems} onGo={(line, column) => setPlace({ line, column })} />
        </Section>
        {mayPlan ? <ReleasePlan listingId={listingId} text={text} ready={draft.complete} /> : null}
        {shown ? <ManifestPreview manifest={shown} old={draft.shownIsOld} /> : null}
      </Stack>
    </div>
  )
}

interface SaveProps {
  listingId: string
  text: string
  draft: Pick<ReturnType<typeof useManifestDraft>, 'saved' | 'revision' | 'markSaved' | 'loadTheirs'>
}

/** Keeps the draft. It may have problems, but it has to be JSON. */
function SaveDraft({ listingId, text, draft }: SaveProps) {
  const save = useSaveDraftManifest(listingId)
  const manifest = jsonObject(text)
  const conflict = save.error instanceof RefusedError && save.error.code === 'revision_conflict'
  const send = (over: string | undefined) => {
    if (!manifest) return
    const saving = { manifest, over }
    save.mutate(saving, {
      onSuccess: (answer) => {
        draft.markSaved(answer)
        tellDone(texts.saved)
      },
    })
  }
  const loadTheirs = async () => {
    await draft.loadTheirs()
    save.reset()
  }
  return (
    <>
      {conflict ? (
        <ConflictNote title={texts.conflict} onLoad={() => void loadTheirs()} onOverwrite={() => send(undefined)} />
      ) : (
        <FailureNote failure={save.error} />
      )}
      <Button
        onClick={() => send(draft.revision)}
        loading={save.isPending}
        disabled={!manifest || text === draft.saved}
      >
        {texts.save}
      </Button>
      {manifest ? null : (
        <Text size="sm" c="dimmed">
          {texts.notJson}
        </Text>
      )}
    </>
  )
}
