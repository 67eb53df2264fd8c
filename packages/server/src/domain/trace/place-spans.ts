/** A span that belongs to an application and, where it is known, to one installation of it. */
interface Placed {
  listingId: string
  installationId: string | null
}

/** An installation that has steps in the trace. */
interface Present {
  installationId: string
  listingId: string
}

/**
 * Says for each span to which installation of the trace it belongs. A container serves many customers and does not say for whom it worked,
 * so a span counts for the only installation of its application in the trace. Where there are several, the publisher sees it and no
 * customer does; where there is none, the caller made the trace up and nobody does.
 */
export function placeSpans<Span extends Placed>(
  spans: readonly Span[],
  present: readonly Present[],
): { span: Span; installationId: string; forCustomers: boolean }[] {
  return spans.flatMap((span) => {
    const of = present.filter(({ listingId }) => listingId === span.listingId)
    if (span.installationId !== null) {
      const known = of.some(({ installationId }) => installationId === span.installationId)
      return known ? [{ span, installationId: span.installationId, forCustomers: true }] : []
    }
    const [first] = of
    return first === undefined ? [] : [{ span, installationId: first.installationId, forCustomers: of.length === 1 }]
  })
}
