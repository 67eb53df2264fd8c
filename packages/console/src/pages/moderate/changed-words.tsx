import { Text } from '@mantine/core'
import type { Dossier } from '../../queries/listing/reviews.ts'
import { trust as texts } from '../../texts/trust.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Rows } from '../../ui/list/rows.tsx'

type Change = Dossier['changes'][number]

/** The details of a changed word are its text before and after, each with its name in front. */
function textOf({ details }: Change, at: 0 | 1): string {
  return details[at]?.replace(/^(Before|After): /, '') ?? ''
}

/** What would change in a public listing, before and after. */
export function ChangedWords({ changes }: { changes: Change[] }) {
  const cell = (at: 0 | 1) => (change: Change) => (
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {textOf(change, at)}
    </Text>
  )
  return (
    <Section title={texts.changedWords} lead={texts.changedWordsLead}>
      <Rows
        caption={texts.changedWords}
        items={changes}
        keyOf={({ name }) => name}
        columns={[
          { label: '', width: '22%', cell: ({ name }) => name },
          { label: texts.before, long: 'below', cell: cell(0) },
          { label: texts.after, long: 'below', cell: cell(1) },
        ]}
      />
    </Section>
  )
}
