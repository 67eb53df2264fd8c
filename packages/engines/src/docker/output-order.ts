/** Where the daemon listens, as the taker of output reaches it without a client library. */
export type DaemonPlace = { socketPath: string } | { host: string; port: number }

/** What the platform hands the taker of a container's output through standard input: nothing of it touches the disk. */
export interface OutputOrder {
  daemon: DaemonPlace
  /** The name of the container. */
  container: string
  folder: string
  /** What lines are sealed with, in base64; null: they lie there as they are. */
  outputKey: string | null
  /** Whether the container may have written while nobody took its output. */
  late: boolean
}

/** Lines the taker says: it has the output from now on, or another one has it. */
export const TAKING = 'taking'
export const TAKEN = 'taken'
