import { Anchor, Text } from '@mantine/core'
import type { SheetLine } from '../../queries/release/trust.ts'
import { trust as texts } from '../../texts/trust.ts'
import { Mark } from './mark.tsx'
import styles from './trust-panel.module.css'

/**
 * The lines of a data sheet, each with what it says and who vouches for it. A line that is not stated says so; a sheet without a word
 * is one sentence, not a column of the same.
 */
export function DataSheetLines({ lines }: { lines: readonly SheetLine[] }) {
  if (lines.every(({ text }) => text === null))
    return (
      <Text size="sm" c="dimmed">
        {texts.sheetEmpty(lines.map(({ title }) => title).join(', '))}
      </Text>
    )
  return (
    <dl className={styles.lines}>
      {lines.map((line) => (
        <div key={line.line} className={styles.line}>
          <dt>{line.title}</dt>
          <dd>{line.text === null ? <Unstated line={line} /> : <Said text={line.text} />}</dd>
          <dd>
            <Mark line={line} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Unstated({ line }: { line: SheetLine }) {
  const isObserved = line.line === 'egress' || line.line === 'tenantCalls' || line.line === 'fields'
  return (
    <Text component="span" size="sm" c="dimmed">
      {isObserved ? texts.notObserved : texts.notStated}
    </Text>
  )
}

/** Links are https by the rules of the sheet; everything else is text. */
function Said({ text }: { text: string }) {
  if (!/^https:\/\/\S+$/.test(text)) return text
  return (
    <Anchor href={text} rel="noopener noreferrer nofollow" target="_blank" size="sm">
      {text}
    </Anchor>
  )
}
