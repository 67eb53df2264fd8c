import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { shell } from '../texts/shell.ts'
import { LatePart } from '../ui/feedback/late-part.tsx'
import { lazyParts } from './lazy-parts.ts'
import styles from './shell.module.css'

/** Opens the search over everything: by button, by / and ?, and by ⌘K or Ctrl K even while typing. */
export function FindButton() {
  const [opened, palette] = useDisclosure(false)
  useHotkeys([['mod+K', palette.open]], [], true)
  useHotkeys([
    ['/', palette.open],
    // On many keyboards the slash itself is typed with shift.
    ['shift+/', palette.open],
    ['shift+?', palette.open],
  ])
  return (
    <>
      <button type="button" className={styles.link} onClick={palette.open}>
        <IconSearch size={19} stroke={1.7} /> {shell.find.button}
        <kbd className={styles.key}>{shell.find.key}</kbd>
      </button>
      <LatePart
        script={lazyParts.palette}
        props={{ onClose: palette.close }}
        wanted={opened}
        onGiveUp={palette.close}
      />
    </>
  )
}
