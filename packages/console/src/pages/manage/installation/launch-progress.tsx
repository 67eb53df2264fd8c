import { Loader, Text } from '@mantine/core'
import { installationMachine, launchPath } from '@mkt/contract/states'
import { IconCheck, IconX } from '@tabler/icons-react'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { logQuery } from '../../../queries/installation/installation-records.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { Time } from '../../../ui/text/time.tsx'
import styles from './progress.module.css'

const texts = manage.installation

/** Where a launch was when this step of it failed, as the log names steps; -1 for a step the log does not name. */
function placeOf(step: unknown): number {
  return launchPath.findIndex((state) => (installationMachine.states[state].steps as readonly unknown[]).includes(step))
}

type Mark = 'done' | 'now' | 'failed' | 'later'

function markOf(index: number, at: number, failed: boolean): Mark {
  if (index < at) return 'done'
  if (index > at) return 'later'
  return failed ? 'failed' : 'now'
}

const marks = {
  done: <IconCheck size={15} stroke={2.6} />,
  now: <Loader size={14} />,
  failed: <IconX size={15} stroke={2.6} />,
}

/** The way of a launch through its states, live; where it failed, at which step and why. */
export function LaunchProgress({ installation }: { installation: Installation }) {
  const { items: log } = usePaged(logQuery(installation.id), { shown: defaultOrders.log })
  const failed = installation.state === 'ERROR'
  const failure = failed ? log.find(({ details }) => details.state === 'ERROR') : undefined
  const at = failed ? placeOf(failure?.details.step) : launchPath.findIndex((state) => state === installation.state)
  const reason = (
    <div role="alert">
      <Text fw={600} size="sm" className={styles.problem}>
        {texts.error}
      </Text>
      <Text size="sm">{installation.reason}</Text>
    </div>
  )
  return (
    <>
      <ol className={styles.steps} aria-live="polite">
        {launchPath.map((state, index) => {
          const [title, text] = texts.steps[state]
          // Nothing says where an old failure happened: then no step is marked, and the reason stands below.
          const mark = failed && at < 0 ? 'later' : markOf(index, at, failed)
          return (
            <li key={state} className={styles.step} data-state={mark}>
              <span className={styles.dot}>{mark === 'later' ? index + 1 : marks[mark]}</span>
              <div className={styles.words}>
                <Text fw={600} size="sm">
                  {title}
                </Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
                {mark === 'failed' ? reason : null}
                {mark === 'now' && installation.waiting ? <Wait waiting={installation.waiting} /> : null}
              </div>
            </li>
          )
        })}
      </ol>
      {failed && at < 0 ? <div className={styles.below}>{reason}</div> : null}
    </>
  )
}

/** Why a step takes long, and when it is tried again: nobody watches a wheel without a word. */
function Wait({ waiting: { reason, nextTryAt } }: { waiting: NonNullable<Installation['waiting']> }) {
  if (nextTryAt === null) {
    return (
      <Text fw={600} size="sm" role="status">
        {reason}
      </Text>
    )
  }
  return (
    <div role="status">
      <Text fw={600} size="sm" className={styles.problem}>
        {texts.waiting}
      </Text>
      <Text size="sm">
        {reason}. {texts.nextTry} <Time at={nextTryAt} ahead="next" />.
      </Text>
    </div>
  )
}
