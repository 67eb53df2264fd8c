import { serveThread } from '../../../lib/thread/serve-thread.ts'
import { parseSchema } from './parse-schema.ts'

serveThread(parseSchema)
