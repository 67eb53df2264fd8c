import { serveThread } from '../serve-thread.ts'
import { renderMarkdown } from './markdown.ts'

serveThread(renderMarkdown)
