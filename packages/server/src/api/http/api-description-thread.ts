import { openApiDocument } from '@mkt/contract/openapi'
import { serveThread } from '../../lib/thread/serve-thread.ts'

serveThread((version: string) => JSON.stringify(openApiDocument(version)))
