import type { Config } from './config.ts'

/** The configuration, and what a start adds to it. */
export type AppConfig = Config & {
  /** Where applications reach this machine when that is not where it listens. */
  applicationHost?: string | null
  /** Whether this is one of several processes that share the ports of gateway and state interface. */
  isFront?: boolean
}
