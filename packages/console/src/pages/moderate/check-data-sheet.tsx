import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { TypedNotes } from '../../forms/typed-notes.tsx'
import { useTypedDraft } from '../../forms/use-typed-draft.ts'
import { Mark } from '../../parts/trust/mark.tsx'
import {
  type CheckedLine,
  type DataSheetAnswer,
  dataSheetQuery,
  useCheckDataSheet,
} from '../../queries/release/trust.ts'
import { useMay } from '../../queries/session/may.ts'
import { trust as texts } from '../../texts/trust.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { tellDone } from '../../ui/feedback/tell-done.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** Where a moderator marks lines of a data sheet as checked. */
export function CheckDataSheet({ listingId }: { listingId: string }) {
  const { data } = useSuspenseQuery(dataSheetQuery(listingId))
  const mayCheck = useMay('checkDataSheet')
  const stated = data.lines.filter(({ mark }) => mark === 'declared' || mark === 'checked')
  if (!mayCheck || stated.length === 0) return null
  return (
    <Section title={texts.check} lead={texts.checkLead}>
      <Lines key={`${listingId} ${data.revision}`} listingId={listingId} sheet={data} stated={stated} />
    </Section>
  )
}

interface Props {
  listingId: string
  sheet: DataSheetAnswer
  stated: DataSheetAnswer['lines']
}

function Lines({ listingId, sheet, stated }: Props) {
  const before = namesOf(stated.filter(({ mark }) => mark === 'checked'))
  // Marks belong to the words that were read: those of another revision are not taken up.
  const typed = useTypedDraft(`checked-lines.${listingId}.${sheet.revision}`, { chosen: before })
  const { chosen } = typed.draft
  const check = useCheckDataSheet(listingId)
  const added = chosen.filter((line) => !before.includes(line)) as CheckedLine[]
  const removed = before.filter((line) => !chosen.includes(line)) as CheckedLine[]
  const save = async () => {
    const { revision } = sheet
    if (added.length > 0) await check.mutateAsync({ lines: added, checked: true, revision })
    if (removed.length > 0) await check.mutateAsync({ lines: removed, checked: false, revision })
    typed.settle({ chosen })
    tellDone(texts.checkSaved)
  }
  return (
    <Stack gap="sm">
      <TypedNotes typed={typed} />
      <FailureNote failure={check.error} />
      <Checkbox.Group value={chosen} onChange={(next) => typed.type({ chosen: next })}>
        <Stack gap="xs">
          {stated.map((line) => (
            <Checkbox
              key={line.line}
              value={line.line}
              label={
                <>
                  {line.title} <Mark line={line} />
                </>
              }
              description={line.text}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {sheet.waiting === null ? null : (
        <Text size="sm" c="dimmed">
          {texts.checkWaiting}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          loading={check.isPending}
          disabled={added.length + removed.length === 0}
          // What went wrong is shown above.
          onClick={() => void save().catch(() => {})}
        >
          {texts.checkSave}
        </Button>
      </Group>
    </Stack>
  )
}

function namesOf(lines: DataSheetAnswer['lines']): string[] {
  return lines.map(({ line }) => line)
}
