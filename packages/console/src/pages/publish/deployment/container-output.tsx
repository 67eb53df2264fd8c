import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatClock } from '../../../lib/format.ts'
import { useOutput } from '../../../queries/deployment/use-output.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import styles from './container-output.module.css'

const texts = publish.deployments
const streams = Object.entries(texts.streams).map(([value, label]) => ({ value, label }))

/** What the containers of a deployment print, followed live, newest last unless another order is chosen. */
export function ContainerOutput({ deploymentId }: { deploymentId: string }) {
  const { words } = useAddress()
  const sorting = useSorting('at', ['at'], 'output')
  const newestFirst = sorting.shown === '-at'
  const filter = { q: words.q, stream: words.stream }
  const { lines, earlier } = useOutput(deploymentId, filter)
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)

  // Begin and stay at the end, unless somebody scrolled up to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when lines arrive
  useEffect(() => {
    const shown = box.current
    if (shown && !newestFirst && atEnd.current) shown.scrollTop = shown.scrollHeight
  }, [lines])

  const more = earlier ? (
    <Button variant="subtle" size="compact-sm" loading={earlier.busy} onClick={earlier.show}>
      {texts.earlier}
    </Button>
  ) : null
  const nothing = filter.q || filter.stream ? common.noMatch : texts.noOutput
  return (
    <div>
      <Group justify="space-between" mb="sm" align="flex-end">
        <div>
          <Title order={3}>{texts.output}</Title>
          <Text size="sm" c="dimmed">
            {texts.outputLead}
          </Text>
        </div>
        <Group gap="xs" className={styles.choices}>
          <AddressInput label={texts.search} word="q" />
          <FilterSelect label={texts.stream} any={texts.anyStream} options={streams} word="stream" />
          <OrderSelect label={texts.output} sorting={sorting} />
        </Group>
      </Group>
      {newestFirst ? null : more}
      <pre
        ref={box}
        className={styles.output}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={texts.output}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 160
        }}
      >
        {lines.length === 0 ? nothing : null}
        {(newestFirst ? lines.toReversed() : lines).map((line) => (
          <div key={line.id} className={line.stream === 'stderr' ? styles.stderr : undefined}>
            <span className={styles.at}>{formatClock(line.at)}</span> {line.text}
          </div>
        ))}
      </pre>
      {newestFirst ? more : null}
    </div>
  )
}
