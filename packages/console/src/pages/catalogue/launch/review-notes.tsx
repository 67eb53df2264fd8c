import { Alert, Button, Group } from '@mantine/core'
import { common } from '../../../texts/common.ts'
import { launch as texts } from '../../../texts/launch.ts'
import type { LaunchStep } from './launch-steps.ts'
import type { useLaunch } from './use-launch.ts'

/** What stands in the way of a launch: a step that is not complete, and what the application says of the configuration. */
export function ReviewNotes(
  props: Pick<ReturnType<typeof useLaunch>, 'problems' | 'said' | 'blocking'> & {
    firstOpen: LaunchStep | undefined
    onOpen: (step: LaunchStep) => void
  },
) {
  const { firstOpen, problems, said, blocking, onOpen } = props
  return (
    <>
      {firstOpen ? (
        <Alert color="red" role="alert">
          <Group justify="space-between">
            {common.failure.problems(problems.length)}
            <Button size="compact-sm" variant="default" onClick={() => onOpen(firstOpen)}>
              {texts.steps[firstOpen]}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {said.length > 0 ? (
        <Alert color={blocking ? 'red' : 'clay'} role="alert" title={texts.review.checked}>
          {said.map(({ pointer, message }) => (
            <div key={pointer + message}>{message}</div>
          ))}
          <div>{blocking ? texts.review.checkBlocks : texts.review.checkPasses}</div>
        </Alert>
      ) : null}
    </>
  )
}
