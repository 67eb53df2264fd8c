import { Link } from '@tanstack/react-router'
import { traces } from '../../texts/traces.ts'

/** Leads from a record to the trace it belongs to. */
export function TraceLink({ id }: { id: string }) {
  return (
    <Link to="/traces/$traceId" params={{ traceId: id }}>
      {traces.open}
    </Link>
  )
}
