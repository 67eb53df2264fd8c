import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'

export type Trace = Awaited<ReturnType<typeof api.getTrace>>
export type TraceStep = Trace['steps'][number]

/** One request's way, by its trace or by a record in it. */
export function traceQuery(id: string) {
  return queryOptions({
    queryKey: ['trace', id],
    queryFn: ({ signal }): Promise<Trace> => api.getTrace({ params: { id }, signal }),
  })
}
