import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'

/** Calls a policy system: decrypts the credential, obtains a token, and records the outcome. */
export type Asking = Changing & Pick<Platform, 'vault' | 'log' | 'policySystems' | 'tokens'>

/** The same, and reads the product schema or what is known of it. */
export type ReadingSchema = Asking & Pick<Platform, 'schemas'>
