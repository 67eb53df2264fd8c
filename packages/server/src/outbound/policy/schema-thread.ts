import { serveThread } from '../../lib/serve-thread.ts'
import { parseSchema } from './parse-schema.ts'

serveThread(parseSchema)
