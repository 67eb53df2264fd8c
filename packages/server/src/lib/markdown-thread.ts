import { renderMarkdown } from './markdown.ts'
import { serveThread } from './serve-thread.ts'

serveThread(renderMarkdown)
