import { scryptSync } from 'node:crypto'
import { serveThread } from '../thread/serve-thread.ts'
import type { Guess } from './derive-key.ts'

const MAX_MEMORY = 256 * 1024 * 1024

serveThread(({ password, salt, cost, length }: Guess) =>
  scryptSync(password, salt, length, { ...cost, maxmem: MAX_MEMORY }),
)
