import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })))

/** Opens the search over everything: by button, by / and ?, and by ⌘K or Ctrl K even while typing. */
export function FindButton() {
  const [opened, palette] = useDisclosure(false)
  useHotkeys([['mod+K', palette.open]], [], true)
  useHotkeys([
    ['/', palette.open],
    ['shift+?', palette.open],
  ])
  return (
    <>
      <button type="button" className={styles.link} onClick={palette.open}>
        <IconSearch size={19} stroke={1.7} /> {shell.find.button}
        <kbd className={styles.key}>{shell.find.key}</kbd>
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <Palette onClose={palette.close} />
        </Suspense>
      ) : null}
    </>
  )
}
