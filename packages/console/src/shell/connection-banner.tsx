import { useNetwork } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listen } from '../queries/client/live.ts'
import { shell } from '../texts/shell.ts'
import styles from './shell.module.css'

/** Keeps the change feed open, and says so when what is shown may be old. */
export function ConnectionBanner() {
  const client = useQueryClient()
  const { online } = useNetwork()
  const [lost, setLost] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A blip is not worth a word: only an interruption of some seconds is shown.
    // Each try to reconnect that fails is told again; the time runs from the first.
    const stop = listen(client, (state) => {
      if (state === 'lost') {
        timer ??= setTimeout(() => setLost(true), 4000)
        return
      }
      clearTimeout(timer)
      timer = undefined
      setLost(false)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])

  if (online && !lost) return null
  return (
    <div className={styles.banner} role="status">
      {online ? shell.liveLost : shell.offline}
    </div>
  )
}
