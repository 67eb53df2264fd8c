import { Anchor, Badge, Code, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { publish } from '../../texts/publish.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'

interface ShownProblem {
  rule: string
  severity?: 'error' | 'warning'
  pointer: string
  line?: number | undefined
  column?: number | undefined
  message: string
  fix?: string | undefined
}

interface Props {
  problems: ShownProblem[]
  /** Goes to a place in the text, where it is available. */
  onGo?: ((line: number, column: number) => void) | undefined
}

/** What is wrong, where, and how to put it right. */
export function ProblemList({ problems, onGo }: Props) {
  if (problems.length === 0) {
    return (
      <Group gap={8} wrap="nowrap">
        <IconCircleCheck size={18} color="var(--mantine-color-pine-6)" aria-hidden />
        <Text size="sm">{publish.manifest.noProblems}</Text>
      </Group>
    )
  }
  return (
    <PlainList>
      {problems.map((problem) => (
        <li key={`${problem.rule} ${problem.pointer} ${problem.line}`}>
          <Group gap={8}>
            <Badge
              variant="light"
              size="sm"
              radius="sm"
              tt="none"
              color={problem.severity === 'warning' ? 'clay' : 'red'}
            >
              {problem.severity ?? 'error'}
            </Badge>
            <Code>{problem.rule}</Code>
            <Place problem={problem} onGo={onGo} />
          </Group>
          <Text size="sm" mt={2}>
            {problem.message}
          </Text>
          {problem.fix ? (
            <Text size="sm" c="dimmed">
              {problem.fix}
            </Text>
          ) : null}
        </li>
      ))}
    </PlainList>
  )
}

function Place({ problem: { line, column, pointer }, onGo }: { problem: ShownProblem; onGo: Props['onGo'] }) {
  if (line === undefined || column === undefined) {
    return (
      <Text size="xs" c="dimmed" ff="monospace">
        {pointer}
      </Text>
    )
  }
  const place = publish.manifest.line(line, column)
  if (!onGo) {
    return (
      <Text size="xs" c="dimmed">
        {place}
      </Text>
    )
  }
  return (
    <Anchor component="button" type="button" size="xs" onClick={() => onGo(line, column)}>
      {place}
    </Anchor>
  )
}
