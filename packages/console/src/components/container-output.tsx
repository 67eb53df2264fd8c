import { Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatClock } from '../format.ts'
import type { OutputLine } from '../queries/deployments.ts'
import { publish } from '../texts/publish.ts'
import styles from './container-output.module.css'
import { FilterInput } from './filter-input.tsx'

const most = 1000

function isLine(value: unknown): value is OutputLine {
  return typeof value === 'object' && value !== null && 'text' in value && 'at' in value
}

/** What the containers of a deployment print, followed live, newest last. */
export function ContainerOutput({ deploymentId }: { deploymentId: string }) {
  const [lines, setLines] = useState<OutputLine[]>([])
  const [q, setQ] = useState('')
  const end = useRef<HTMLPreElement>(null)

  useEffect(() => {
    setLines([])
    const words = q ? `&q=${encodeURIComponent(q)}` : ''
    const source = new EventSource(`/api/v1/deployments/${deploymentId}/logs/stream?tail=200${words}`)
    source.onmessage = (message) => {
      const line: unknown = JSON.parse(message.data)
      if (!isLine(line)) return
      // A reconnect may repeat lines; each is shown once.
      setLines((before) => (before.some((one) => one.id === line.id) ? before : [...before, line].slice(-most)))
    }
    return () => source.close()
  }, [deploymentId, q])

  // Stay at the end unless somebody scrolled up to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when lines arrive
  useEffect(() => {
    const box = end.current
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < 160) box.scrollTop = box.scrollHeight
  }, [lines])

  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {publish.deployments.outputLead}
        </Text>
        <FilterInput label={publish.deployments.search} value={q} onChange={setQ} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre ref={end} className={styles.output} tabIndex={0} role="log" aria-label={publish.deployments.output}>
        {lines.length === 0 ? publish.deployments.noOutput : null}
        {lines.map((line) => (
          <div key={line.id} className={line.stream === 'stderr' ? styles.stderr : undefined}>
            <span className={styles.at}>{formatClock(line.at)}</span> {line.text}
          </div>
        ))}
      </pre>
    </>
  )
}
