import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { listingFacts } from '@mkt/contract/states'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from '../../../forms/forms.module.css'
import { useKeptDraft } from '../../../forms/kept-draft.ts'
import { LeaveGuard } from '../../../forms/leave-guard.tsx'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import { asPart } from '../../../lib/kept.ts'
import { problemAt } from '../../../lib/problem-at.ts'
import { DataSheetLines } from '../../../parts/trust/data-sheet-lines.tsx'
import type { Listing } from '../../../queries/listing/listings.ts'
import {
  type DataSheet,
  type DataSheetAnswer,
  dataSheetQuery,
  usePutDataSheet,
} from '../../../queries/release/trust.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { trust } from '../../../texts/trust.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { SubprocessorsInput } from './subprocessors-input.tsx'
import { type TypedLines, typedLines, withTyped } from './typed-lines.ts'

const texts = trust.form
type TextLine = keyof typeof texts.labels
const lines: { name: TextLine; max: number; long?: true }[] = [
  { name: 'legalName', max: 200 },
  { name: 'securityContact', max: 500 },
  { name: 'dpa', max: 500 },
  { name: 'personalData', max: 2000, long: true },
  { name: 'purpose', max: 2000, long: true },
  { name: 'storedWhere', max: 500 },
  { name: 'keptFor', max: 500 },
  { name: 'supportHours', max: 200 },
]

interface Props {
  listing: Listing
  /** The revision that was opened. */
  revision: number
  onSaved: (revision: number) => void
}

/** The data sheet of a listing, as its publisher writes it. Who may not write it reads it. */
export function DataSheetSection({ listing, revision, onSaved }: Props) {
  const { data } = useSuspenseQuery(dataSheetQuery(listing.id))
  const mayPut = useMay('putDataSheet', ownedBy(listing.organization))
  return (
    <Section title={trust.sheet} lead={listingFacts(listing.state).shown ? texts.publicLead : texts.lead}>
      {mayPut ? (
        <DataSheetForm listing={listing} revision={revision} onSaved={onSaved} answer={data} />
      ) : (
        <DataSheetLines lines={data.lines} />
      )}
    </Section>
  )
}

function DataSheetForm({ listing, revision, onSaved, answer }: Props & { answer: DataSheetAnswer }) {
  const kept = useKeptDraft(`data-sheet.${listing.id}`, asPart<TypedLines>)
  const [opened, setOpened] = useState<DataSheet>(() => answer.waiting?.sheet ?? answer.sheet)
  const [draft, setDraft] = useState<DataSheet>(() => withTyped(opened, kept.found ?? {}))
  const unsaved = Object.keys(typedLines(opened, draft)).length > 0
  const type = (next: DataSheet) => {
    setDraft(next)
    const typed = typedLines(opened, next)
    if (Object.keys(typed).length > 0) kept.store(typed)
    else kept.forget()
  }
  const put = usePutDataSheet(listing.id)
  const save = () =>
    put.mutate(
      { sheet: draft, revision },
      {
        onSuccess: (saved) => {
          onSaved(saved.revision)
          setOpened(draft)
          kept.forget()
          tellDone(saved.waiting === null ? texts.saved : texts.savedWaiting)
        },
      },
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <LeaveGuard unsaved={unsaved} />
      <Stack gap="md" className={styles.narrow}>
        {kept.restored ? (
          <RestoredNote
            onDiscard={() => {
              setDraft(opened)
              kept.forget()
            }}
          />
        ) : null}
        {answer.waiting === null ? null : <Alert role="note">{texts.waiting}</Alert>}
        <FailureNote failure={put.error} atFields />
        {lines.map(({ name, max, long }) => {
          const input = {
            label: texts.labels[name],
            description: texts.hints[name],
            maxLength: max,
            value: draft[name] ?? '',
            error: problemAt(put.error, `/${name}`),
            onChange: (event: { currentTarget: { value: string } }) =>
              type({ ...draft, [name]: event.currentTarget.value }),
          }
          return long ? (
            <Textarea key={name} {...input} autosize minRows={2} maxRows={10} />
          ) : (
            <TextInput key={name} {...input} />
          )
        })}
        <SubprocessorsInput
          value={draft.subprocessors}
          failure={put.error}
          onChange={(subprocessors) => {
            const { subprocessors: _former, ...rest } = draft
            type(subprocessors === undefined ? rest : { ...rest, subprocessors })
          }}
        />
        <Group>
          <Button type="submit" loading={put.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
