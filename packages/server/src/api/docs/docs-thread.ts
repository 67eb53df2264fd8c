import { serveThread } from '../../lib/thread/serve-thread.ts'
import { makeDocs } from './make-docs.ts'

serveThread(makeDocs)
