import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { common } from '../../texts/common.ts'

/** The shape of what is coming, so that nothing jumps when it arrives. */
export function Waiting({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap="md" p="md" aria-busy="true">
      <VisuallyHidden role="status">{common.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <Skeleton key={line} height={line === 0 ? 26 : 18} width={`${[46, 92, 78, 86, 64][line % 5]}%`} radius="sm" />
      ))}
    </Stack>
  )
}
