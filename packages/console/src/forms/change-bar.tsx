import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Setting } from '@mkt/manifest'
import { useRef } from 'react'
import { common } from '../texts/common.ts'
import { forms } from '../texts/forms.ts'
import { Rows } from '../ui/list/rows.tsx'
import styles from './change-bar.module.css'
import { SettingValue } from './setting-value.tsx'

const texts = forms.changes

/** One field that differs from what is saved, in the words people see. Of a secret only what happens to it. */
export interface FieldChange {
  id: string
  title: string
  before: string | null
  after: string | null
  secret?: 'entered' | 'cleared'
  /** Where both are texts of a table, which is shown as one. */
  table?: Setting
}

interface Props {
  changes: FieldChange[]
  save: string
  busy: boolean
  onDiscard: () => void
}

/** Stays in sight while a long form is scrolled: how much differs from what is saved, a look at it, and saving. */
export function ChangeBar({ changes, save, busy, onDiscard }: Props) {
  const [opened, review] = useDisclosure(false)
  const bar = useRef<HTMLDivElement>(null)
  const count = changes.length
  const saveReviewed = () => {
    review.close()
    bar.current?.closest('form')?.requestSubmit()
  }
  return (
    <div ref={bar} className={styles.bar} data-changed={count > 0 || undefined}>
      <Group gap="sm">
        {count > 0 ? (
          <Text size="sm" fw={600} role="status">
            {texts.count(count)}
          </Text>
        ) : null}
        {count > 0 ? (
          <>
            <Button variant="default" onClick={review.open}>
              {texts.review}
            </Button>
            <Button variant="subtle" onClick={onDiscard}>
              {texts.discard}
            </Button>
          </>
        ) : null}
        <Button type="submit" loading={busy}>
          {save}
        </Button>
      </Group>
      <Modal opened={opened && count > 0} onClose={review.close} title={texts.count(count)} size="lg">
        <div className={styles.changes}>
          <Rows
            items={changes}
            keyOf={({ id }) => id}
            caption={texts.review}
            columns={[
              { label: texts.what, cell: ({ title }) => title },
              {
                label: texts.before,
                long: 'below',
                cell: (change) => (change.secret ? '–' : shown(change, change.before, change.after)),
              },
              {
                label: texts.after,
                long: 'below',
                cell: (change) =>
                  change.secret ? texts.secret[change.secret] : shown(change, change.after, change.before),
              },
            ]}
          />
        </div>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={review.close}>
            {common.back}
          </Button>
          <Button onClick={saveReviewed}>{save}</Button>
        </Group>
      </Modal>
    </div>
  )
}

function shown({ table }: FieldChange, value: string | null, against: string | null) {
  if (value === null) return texts.unset
  return table ? <SettingValue setting={table} value={value} against={against} /> : value
}
