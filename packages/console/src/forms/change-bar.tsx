import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { forms } from '../texts/forms.ts'
import { Rows } from '../ui/list/rows.tsx'
import styles from './change-bar.module.css'

const texts = forms.changes

/** One field that differs from what is saved, in the words people see. Of a secret only what happens to it. */
export interface FieldChange {
  id: string
  title: string
  before: string | null
  after: string | null
  secret?: 'entered' | 'cleared'
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
  const count = changes.length
  return (
    <div className={styles.bar} data-changed={count > 0 || undefined}>
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
        <Rows
          items={changes}
          keyOf={({ id }) => id}
          caption={texts.review}
          columns={[
            { label: texts.what, cell: ({ title }) => title },
            { label: texts.before, long: true, cell: ({ before, secret }) => (secret ? '–' : (before ?? texts.unset)) },
            {
              label: texts.after,
              long: true,
              cell: ({ after, secret }) => (secret ? texts.secret[secret] : (after ?? texts.unset)),
            },
          ]}
        />
      </Modal>
    </div>
  )
}
