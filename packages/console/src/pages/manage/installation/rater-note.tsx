import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lastCallQuery } from '../../../queries/activity/calls.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = manage.installation

/** How to attach a rater, until the policy system asked it for a price; from then on, when that was last. */
export function RaterNote({ installation }: { installation: Installation }) {
  // A test call is no sign that the policy system knows the rater.
  const { data: last } = useSuspenseQuery(lastCallQuery(installation.id, 'rater'))
  return (
    <Section title={last ? texts.raterAttached : texts.rater}>
      <Text size="sm" mb="sm">
        {last ? (
          <>
            {texts.raterAsked} <Time at={last.at} />.
          </>
        ) : (
          texts.raterText
        )}
      </Text>
      {installation.externalRaters.map((name) => (
        <CopyLine key={name} label={texts.rater} value={`"externalRater": "${name}"`} />
      ))}
    </Section>
  )
}
