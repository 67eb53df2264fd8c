import { IconCheck } from '@tabler/icons-react'
import styles from './steps.module.css'

interface Props {
  label: string
  steps: { id: string; label: string }[]
  current: string
  /** Steps before the current one can be returned to. */
  onGo: (id: string) => void
}

export function Steps({ label, steps, current, onGo }: Props) {
  const at = steps.findIndex((step) => step.id === current)
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const done = index < at
        const inner = (
          <>
            <span className={styles.number}>{done ? <IconCheck size={14} stroke={2.4} /> : index + 1}</span>
            <span className={styles.label}>{step.label}</span>
          </>
        )
        return (
          <li key={step.id}>
            {done ? (
              <button type="button" className={styles.step} data-done onClick={() => onGo(step.id)}>
                {inner}
              </button>
            ) : (
              <span className={styles.step} aria-current={index === at ? 'step' : undefined}>
                {inner}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
