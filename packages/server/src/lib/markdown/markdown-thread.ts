import { serveThread } from '../thread/serve-thread.ts'
import { renderMarkdown } from './markdown.ts'

serveThread(renderMarkdown)
