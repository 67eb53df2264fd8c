import { Badge, Code, Group, Text } from '@mantine/core'
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

/** What is wrong, where, and how to put it right. */
export function ProblemList({ problems }: { problems: ShownProblem[] }) {
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
            {problem.line !== undefined && problem.column !== undefined ? (
              <Text size="xs" c="dimmed">
                {publish.manifest.line(problem.line, problem.column)}
              </Text>
            ) : (
              <Text size="xs" c="dimmed" ff="monospace">
                {problem.pointer}
              </Text>
            )}
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
