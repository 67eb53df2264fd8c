interface AskedTimes {
  from?: string | undefined
  to?: string | undefined
}

/** The range of time of a query as moments; what was not asked for stays open. */
export function timesOf({ from, to }: AskedTimes): { from: Date | undefined; to: Date | undefined } {
  return {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}
