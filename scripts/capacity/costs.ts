/**
 * What work costs, measured by `npm run bench capacity` on one core of an ordinary server. CPU time in milliseconds for a thousand of each,
 * of our processes and of the database.
 */
export interface Cost {
  ours: number
  database: number
  /** Write-ahead log in kilobytes for a thousand. */
  walKb: number
  /** What stays in tables and indexes, in kilobytes for a thousand. */
  keptKb: number
}

export interface Costs {
  measuredOn: string
  /** Taking in an event of 1 KB: gateway. */
  accept: Cost
  /** Delivering it to an application that accepts it at once: worker. */
  delivery: Cost
  /** Carrying a call of 1 KB to an application and recording it: gateway. */
  call: Cost
  /** A read of state that is in memory: state interface. */
  stateRead: Cost
  /** Memory of the state interface for an installation, in kilobytes. */
  installationKb: number
  /** Memory of a small Node application that nobody calls, in megabytes. */
  idleAppMb: number
}
