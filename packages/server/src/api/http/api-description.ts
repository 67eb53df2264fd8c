import { createMadeOnce } from '../../lib/thread/made-once.ts'

/** The description of the API as JSON; making it takes longer than the rest of a start, and most processes are never asked. */
export const apiDescription = createMadeOnce<string, string>(new URL('./api-description-thread.ts', import.meta.url))
