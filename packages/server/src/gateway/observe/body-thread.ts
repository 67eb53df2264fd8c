import { serveThread } from '../../lib/thread/serve-thread.ts'
import { type BodyQuestion, readBodies } from './read-bodies.ts'

serveThread((question: BodyQuestion) => readBodies(question))
