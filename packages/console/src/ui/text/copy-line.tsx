import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { common } from '../../texts/common.ts'
import styles from '../layout/surface.module.css'

/** One line to take away: an address, a command, a key. */
export function CopyLine({ value, label }: { value: string; label: string }) {
  return (
    <div className={styles.copyLine}>
      <textarea
        readOnly
        rows={1}
        spellCheck={false}
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? common.copied : common.copy}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'pine' : 'gray'}
              onClick={copy}
              aria-label={common.of(common.copy, label)}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  )
}
