import { Loader, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Installation } from '../queries/installations.ts'
import { manage } from '../texts/manage.ts'
import styles from './progress.module.css'

const order = ['PENDING', 'STARTING', 'REGISTERING', 'RUNNING']
const texts = manage.installation

/** The way of a launch through its states, live; where it failed, the reason. */
export function LaunchProgress({ installation }: { installation: Installation }) {
  const failed = installation.state === 'ERROR'
  const at = order.indexOf(installation.state)
  return (
    <>
      <ol className={styles.steps} aria-live="polite">
        {order.map((state, index) => {
          const [title, text] = texts.steps[state] ?? [state, '']
          const now = index === at
          const done = index < at || installation.state === 'RUNNING'
          const mark = failed ? 'later' : done ? 'done' : now ? 'now' : 'later'
          return (
            <li key={state} className={styles.step} data-state={mark}>
              <span className={styles.dot}>
                {done && !failed ? <IconCheck size={15} stroke={2.6} /> : now ? <Loader size={14} /> : index + 1}
              </span>
              <div>
                <Text fw={600} size="sm">
                  {title}
                </Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
            </li>
          )
        })}
      </ol>
      {failed ? (
        <div className={styles.step} data-state="failed" role="alert">
          <span className={styles.dot}>
            <IconX size={15} stroke={2.6} />
          </span>
          <div>
            <Text fw={600} size="sm">
              {texts.error}
            </Text>
            <Text size="sm">{installation.reason}</Text>
          </div>
        </div>
      ) : null}
    </>
  )
}
