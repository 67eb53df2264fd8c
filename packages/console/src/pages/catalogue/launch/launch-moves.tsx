import { Button, Group } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { common } from '../../../texts/common.ts'
import { launch as texts } from '../../../texts/launch.ts'
import type { LaunchStep } from './launch-steps.ts'

/** The buttons below a step: back, and forward or launch. */
export function LaunchMoves(props: {
  step: LaunchStep
  back: LaunchStep | undefined
  /** While another tenant is connected: that form has buttons of its own. */
  hidden: boolean
  hasTenant: boolean
  ready: boolean
  busy: boolean
  onOpen: (step: LaunchStep) => void
  onForward: () => void
  onLaunch: () => void
}) {
  const { step, back, hidden, hasTenant, ready, busy, onOpen, onForward, onLaunch } = props
  return (
    <Group justify="space-between" {...(hidden ? { display: 'none' } : {})}>
      {back ? (
        <Button variant="default" onClick={() => onOpen(back)}>
          {common.back}
        </Button>
      ) : (
        <span />
      )}
      {step === 'review' ? (
        <Button leftSection={<IconRocket size={17} />} loading={busy} disabled={!ready} onClick={onLaunch}>
          {texts.review.launch}
        </Button>
      ) : (
        <Button
          type={step === 'connect' ? 'button' : 'submit'}
          disabled={!hasTenant}
          {...(step === 'connect' ? { onClick: onForward } : {})}
        >
          {common.next}
        </Button>
      )}
    </Group>
  )
}
