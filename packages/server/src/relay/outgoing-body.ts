import { type LinkPairs, LinkRewriter, rewriteLinks } from '../domain/relay/link-rewriter.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { relayLimits } from './parts.ts'
import { isText } from './relayed-headers.ts'
import { RequestBody } from './request-body.ts'

/** The body of a request as the policy system gets it. */
export interface OutgoingBody {
  content: Buffer | RequestBody | null
  /** Its length, where that is known before it is sent. */
  length: number | undefined
  /** Bytes that the application sent so far. */
  size(): number
}

/** Who reads the body of a request. */
export interface BodyReader {
  /** A part of it came. */
  moved(): void
  guard<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void
  /** It is here, or begins to flow. */
  ready(body: OutgoingBody): void
}

/** Whether the request can be sent again. */
export function isRepeatable({ content }: OutgoingBody): boolean {
  return !(content instanceof RequestBody)
}

/** Reads the body of a request. A small one is held, so that it can be sent again; a larger one flows. */
export function readOutgoingBody(exchange: ServerExchange, links: () => LinkPairs, reader: BodyReader): void {
  const { body, length, chunked } = exchange
  const pairs = isText(exchange.header('content-type'), exchange.header('content-encoding')) ? links() : undefined
  if (exchange.expect !== undefined) exchange.sendContinue()
  if (body !== undefined) reader.ready(held(body, pairs))
  else if (!chunked && length <= relayLimits.heldBodyBytes) gather(exchange, pairs, reader)
  else reader.ready(streamed(exchange, pairs, reader))
}

function gather(exchange: ServerExchange, pairs: LinkPairs | undefined, reader: BodyReader): void {
  const chunks: Buffer[] = []
  exchange.readBody({
    onData: (chunk) => {
      reader.moved()
      chunks.push(chunk)
    },
    onEnd: reader.guard(() => reader.ready(held(Buffer.concat(chunks), pairs))),
  })
}

function held(given: Buffer, pairs: LinkPairs | undefined): OutgoingBody {
  const size = () => given.length
  if (given.length === 0) return { content: null, length: undefined, size }
  const content = pairs ? Buffer.from(rewriteLinks(given.toString('latin1'), pairs), 'latin1') : given
  return { content, length: content.length, size }
}

function streamed(exchange: ServerExchange, pairs: LinkPairs | undefined, reader: BodyReader): OutgoingBody {
  const content = new RequestBody(exchange, pairs && new LinkRewriter(pairs), () => reader.moved())
  // What breaks the stream is told by the call itself.
  content.on('error', () => {})
  // What is rewritten may become longer or shorter.
  const length = pairs === undefined && exchange.length >= 0 ? exchange.length : undefined
  return { content, length, size: () => content.size }
}
