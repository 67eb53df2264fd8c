import type { Diagnostic } from '@codemirror/lint'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Manifest, type Problem, parseManifest } from '@mkt/manifest'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { openDraft, type SettingValues } from '../../../forms/configuration-draft.ts'
import { SettingsForm } from '../../../forms/settings-form.tsx'
import { Asks } from '../../../parts/release/asks.tsx'
import { ProblemList } from '../../../parts/release/problem-list.tsx'
import { api } from '../../../queries/api.ts'
import { draftManifestQuery, listingQuery } from '../../../queries/listings.ts'
import { publish } from '../../../texts/publish.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { CodeEditor } from '../../../ui/code-editor/code-editor.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { completeManifest } from './complete-manifest.ts'
import { manifestTemplate } from './manifest-template.ts'
import { manifestText } from './manifest-text.ts'
import styles from './own-listing-manifest.module.css'
import { ReleasePlan } from './release-plan.tsx'

const route = getRouteApi('/shell/publish/$listingId')

/** From lines and columns, which people read, to offsets, which the editor needs. */
function diagnosticsOf(text: string, problems: Problem[]): Diagnostic[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return problems.map((problem) => {
    const from = Math.min((starts[problem.line - 1] ?? 0) + problem.column - 1, text.length)
    const token = /^("(?:[^"\\\n]|\\.)*"|[\w.-]+|.)/.exec(text.slice(from))?.[0] ?? ''
    return { from, to: from + token.length, severity: problem.severity, message: `${problem.message} ${problem.fix}` }
  })
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The manifest that runs: where no draft is kept, editing begins with it. */
function useReleased(id: string | null): string | undefined {
  const { data } = useSuspenseQuery({
    queryKey: ['release', id, 'manifest'],
    queryFn: ({ signal }) => (id ? api.getRelease({ params: { id }, signal }) : null),
  })
  return data ? manifestText(data.manifest) : undefined
}

export function OwnListingManifest() {
  const { listingId } = route.useParams()
  const client = useQueryClient()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const { data: stored } = useSuspenseQuery(draftManifestQuery(listingId))
  const released = useReleased(stored.manifest ? null : listing.currentReleaseId)
  const [saved, setSaved] = useState(() => (stored.manifest ? manifestText(stored.manifest) : ''))
  const [text, setText] = useState(() => saved || released || manifestTemplate(listing))
  const [version, setVersion] = useState(0)
  const settled = useDeferredValue(text)
  const parsed = useMemo(() => parseManifest(settled, { variant: listing.variant }), [settled, listing.variant])
  // While a word is half written the last whole manifest stays: nothing jumps.
  const [shown, setShown] = useState(parsed.manifest)
  if (parsed.manifest && parsed.manifest !== shown) setShown(parsed.manifest)
  const problems = useMemo(() => [...parsed.problems, ...parsed.warnings], [parsed])
  const diagnostics = useMemo(() => diagnosticsOf(settled, problems), [settled, problems])
  const save = useMutation({
    mutationFn: () => {
      const manifest = jsonOf(text)
      if (!manifest) throw new Error(publish.manifest.notJson)
      return api.putDraftManifest({ params: { id: listingId }, body: manifest as never })
    },
    onSuccess: (answer) => {
      setSaved(text)
      client.setQueryData(draftManifestQuery(listingId).queryKey, answer)
      notifications.show({ message: publish.manifest.saved, color: 'pine' })
    },
  })
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'platform-app.json'
    link.click()
    URL.revokeObjectURL(address)
  }
  const restart = async () => {
    setText(manifestTemplate(listing))
    setVersion(version + 1)
  }
  const readable = jsonOf(text) !== undefined
  return (
    <div className={styles.split}>
      <Stack gap="md" className={styles.text}>
        <Text c="dimmed" size="sm">
          {publish.manifest.lead} {saved || !released ? null : publish.manifest.beganWith}
        </Text>
        <CodeEditor
          label={publish.manifest.editor}
          value={text}
          version={version}
          diagnostics={diagnostics}
          complete={completeManifest}
          onChange={setText}
        />
        <FailureNote failure={save.error} />
        <Group gap="sm">
          <Button onClick={() => save.mutate()} loading={save.isPending} disabled={!readable || text === saved}>
            {publish.manifest.save}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
            {publish.manifest.download}
          </Button>
          <ConfirmButton
            variant="subtle"
            label={publish.manifest.generate}
            text={publish.manifest.generateText}
            act={restart}
          />
          {text === saved || text === released ? null : (
            <Badge variant="light" color="clay" radius="sm" tt="none">
              {publish.manifest.unsaved}
            </Badge>
          )}
          {readable ? null : (
            <Text size="sm" c="dimmed">
              {publish.manifest.notJson}
            </Text>
          )}
        </Group>
      </Stack>
      <Stack gap="lg">
        <Section title={`${publish.manifest.problems} (${problems.length})`}>
          <ProblemList problems={problems} />
        </Section>
        <ReleasePlan listingId={listingId} text={text} ready={parsed.manifest !== undefined && settled === text} />
        {shown ? <Preview manifest={shown} old={shown !== parsed.manifest} /> : null}
      </Stack>
    </div>
  )
}

function Preview({ manifest, old }: { manifest: Manifest; old: boolean }) {
  const [values, setValues] = useState<SettingValues>(() => openDraft(manifest).settings)
  return (
    <>
      <Section title={publish.manifest.preview} lead={old ? publish.manifest.previewOld : publish.manifest.previewNote}>
        <SettingsForm manifest={manifest} values={values} onChange={setValues} />
      </Section>
      <Section title={publish.manifest.asks}>
        <Asks manifest={manifest} />
      </Section>
    </>
  )
}
