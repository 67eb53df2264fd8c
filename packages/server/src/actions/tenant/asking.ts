import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'

/** What it takes to ask a policy system something: its credential is opened, a token obtained, and what became of it written down. */
export type Asking = Changing & Pick<Platform, 'vault' | 'log' | 'policySystems' | 'tokens'>
