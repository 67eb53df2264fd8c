import { Text } from '@mantine/core'
import { releaseTexts } from '../../texts/release.ts'
import { Prose } from '../../ui/text/prose.tsx'

/** What the publisher says about a release, where a customer decides on it. */
export function ReleaseNotes({ html }: { html: string }) {
  if (html === '') return null
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>
        {releaseTexts.notes}
      </Text>
      <Prose html={html} />
    </div>
  )
}
