import { Button, Group, Text } from '@mantine/core'
import { common } from '../../texts/common.ts'
import styles from './notes.module.css'

const texts = common.failure

/** Says above the page that a part of it did not arrive, most often because the network or the former version is gone. */
export function PartMissing({ retry, onGiveUp }: { retry: () => void; onGiveUp?: (() => void) | undefined }) {
  return (
    <div role="alert" className={styles.note}>
      <Text fw={640}>{texts.partTitle}</Text>
      <Text size="sm">{texts.partText}</Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={retry} autoFocus>
          {texts.retry}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          {texts.reload}
        </Button>
        {onGiveUp ? (
          <Button size="compact-sm" variant="subtle" onClick={onGiveUp}>
            {common.close}
          </Button>
        ) : null}
      </Group>
    </div>
  )
}
