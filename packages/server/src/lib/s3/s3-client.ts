import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../clock.ts'
import { guarded } from '../guarded.ts'
import { createAgent, orAborted } from '../http/create-agent.ts'
import { fraction, type Random } from '../random.ts'
import type { S3Credentials } from './s3-credentials.ts'
import { S3Error } from './s3-error.ts'
import { presignUrl, sha256, signRequest } from './sign-request.ts'
import { xmlElements, xmlValues } from './xml-values.ts'

export interface S3Options {
  bucket: string
  /** The origin of the service. */
  endpoint: string
  region: string
  /** Whether the bucket stands in the path instead of the host name. */
  pathStyle: boolean
  credentials: () => S3Credentials
  clock: Clock
  random: Random
  removeWithinMs?: number
  /** How long the storage may take to answer one request. */
  answerWithinMs?: number
}

interface Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array
  /** Ends all attempts together. */
  signal?: AbortSignal
}

export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
}

const ATTEMPTS = 4
const FIRST_PAUSE_MS = 100
const ANSWER_WITHIN_MS = 60_000
/** A request that failed so late is not repeated: somebody waits for it. */
const REPEAT_WITHIN_MS = 20_000
/** An object is removed within this time, all attempts together, or the removal fails. */
export const REMOVE_WITHIN_MS = 30_000
/** An answer that is not the bytes of an object is at most a page of a list. */
const MAX_BYTES = 4 * 1024 * 1024
const EMPTY = sha256('')

/** The part of the S3 interface that the platform needs. Requests that fail for a passing reason are repeated; all of them may be. */
export class S3Client {
  readonly #options: S3Options
  readonly #agent: Agent

  constructor(options: S3Options) {
    this.#options = options
    const limit = options.answerWithinMs ?? ANSWER_WITHIN_MS
    this.#agent = createAgent({ connections: 64, connectTimeout: 5_000, headersTimeout: limit, bodyTimeout: limit })
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.#text({ method: 'PUT', key, body })
  }

  /** The size of an object, or undefined where there is none. */
  async size(key: string): Promise<number | undefined> {
    const answer = await this.#send({ method: 'HEAD', key }, [404])
    await answer.body.dump()
    return answer.statusCode === 404 ? undefined : Number(answer.headers['content-length'])
  }

  /** The bytes of an object, or undefined where there is none. */
  async open(key: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
    const answer = await this.#send({ method: 'GET', key, headers }, [404])
    if (answer.statusCode !== 404) return named(answer.body)
    await answer.body.dump()
    return undefined
  }

  async remove(key: string): Promise<void> {
    const signal = AbortSignal.timeout(this.#options.removeWithinMs ?? REMOVE_WITHIN_MS)
    await this.#text({ method: 'DELETE', key, signal }, [404])
  }

  /** Objects whose key begins so, by key. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    let marker = ''
    for (;;) {
      const query = { prefix, 'max-keys': '1000', ...(marker === '' ? {} : { marker }) }
      const xml = await this.#text({ method: 'GET', key: '', query })
      for (const entry of xmlElements(xml, 'Contents')) {
        const [key = ''] = xmlValues(entry, 'Key')
        marker = key
        yield {
          key,
          size: Number(xmlValues(entry, 'Size')[0]),
          modifiedAt: new Date(xmlValues(entry, 'LastModified')[0] ?? ''),
        }
      }
      if (xmlValues(xml, 'IsTruncated')[0] !== 'true') return
    }
  }

  /** Copies an object of this bucket inside the storage. */
  async copy(from: string, key: string): Promise<void> {
    const xml = await this.#text({ method: 'PUT', key, headers: this.#source(from) })
    // A copy that fails on its way does so behind a status of success.
    if (xmlValues(xml, 'ETag').length === 0) throw refusal(200, xml, 'copy')
  }

  async beginParts(key: string): Promise<string> {
    const [id] = xmlValues(await this.#text({ method: 'POST', key, query: { uploads: '' } }), 'UploadId')
    if (id === undefined) throw new S3Error('InvalidAnswer', 200, 'The object storage named no multipart upload.')
    return id
  }

  /** Adds one part to a multipart upload and returns its tag. */
  async putPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<string> {
    const query = { partNumber: String(number), uploadId }
    const answer = await this.#send({ method: 'PUT', key, query, body })
    await answer.body.dump()
    return String(answer.headers.etag)
  }

  /** The same with the bytes of an object that is there already. */
  async copyPart(key: string, uploadId: string, number: number, from: string): Promise<string> {
    const query = { partNumber: String(number), uploadId }
    const xml = await this.#text({ method: 'PUT', key, query, headers: this.#source(from) })
    const [tag] = xmlValues(xml, 'ETag')
    if (tag === undefined) throw refusal(200, xml, 'copy of a part')
    return tag
  }

  async completeParts(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const xml = await this.#text({ method: 'POST', key, query: { uploadId }, body })
    if (xmlValues(xml, 'ETag').length === 0) throw refusal(200, xml, 'completion of a multipart upload')
  }

  async abortParts(key: string, uploadId: string): Promise<void> {
    await this.#text({ method: 'DELETE', key, query: { uploadId } }, [404])
  }

  /** An address from which anybody can read the object for this number of seconds, at this origin. */
  presign(key: string, { seconds, endpoint }: { seconds: number; endpoint: string }): string {
    const { region, credentials } = this.#options
    const url = this.#url(key, {}, endpoint)
    return presignUrl({ method: 'GET', url, region, credentials: credentials(), now: this.#now(), seconds })
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  get #repeatWithinMs(): number {
    return Math.min(REPEAT_WITHIN_MS, this.#options.answerWithinMs ?? REPEAT_WITHIN_MS)
  }

  #now(): Date {
    return this.#options.clock.now()
  }

  #source(key: string): Record<string, string> {
    return { 'x-amz-copy-source': `/${this.#options.bucket}/${key}` }
  }

  #url(key: string, query: Readonly<Record<string, string>>, endpoint = this.#options.endpoint): URL {
    const url = new URL(endpoint)
    const { bucket, pathStyle } = this.#options
    if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
    url.pathname = [...(pathStyle ? [bucket] : []), ...(key === '' ? [] : [key])].join('/')
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  async #text(request: Request, accepted: readonly number[] = []): Promise<string> {
    const answer = await this.#send(request, accepted)
    return readText(answer.body)
  }

  async #send(request: Request, accepted: readonly number[] = []): Promise<Dispatcher.ResponseData> {
    const began = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(request, accepted)
      } catch (error) {
        if (attempt >= ATTEMPTS || !(error instanceof S3Error) || !error.isPassing) throw error
        if (request.signal?.aborted || performance.now() - began > this.#repeatWithinMs) throw error
        await delay(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + fraction(this.#options.random) / 2))
      }
    }
  }

  async #once(request: Request, accepted: readonly number[]): Promise<Dispatcher.ResponseData> {
    const { method, key, query = {}, headers = {}, body, signal = null } = request
    const url = this.#url(key, query)
    const { region, credentials } = this.#options
    const payloadHash = body === undefined ? EMPTY : sha256(body)
    const signed = signRequest({
      method,
      url,
      region,
      credentials: credentials(),
      now: this.#now(),
      headers,
      payloadHash,
    })
    const asked = this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: signed,
      body: body ?? null,
      signal,
    })
    const answer = await orAborted(asked, signal).catch((error: NodeJS.ErrnoException) => {
      throw new S3Error(
        'Unreachable',
        0,
        `The object storage ${url.origin} does not answer (${signal?.aborted ? 'ETIMEDOUT' : (error.code ?? error.name)}).`,
      )
    })
    const { statusCode } = answer
    if ((statusCode >= 200 && statusCode < 300) || accepted.includes(statusCode)) return answer
    throw refusal(
      statusCode,
      method === 'HEAD' ? '' : await readText(answer.body).catch(() => ''),
      operationOf(request),
    )
  }
}

/** Bytes that break off are a failure of the storage, and say so to those who read them. */
function named(body: Readable): Readable {
  const passed = new PassThrough()
  const broken = (cause: unknown) =>
    passed.destroy(new S3Error('Unreachable', 0, 'The answer of the object storage broke off.', { cause }))
  body.once(
    'error',
    guarded(() => passed.destroy(), broken),
  )
  passed.once('close', () => body.destroy())
  return body.pipe(passed)
}

function operationOf({ method, query = {}, headers = {} }: Request): string {
  if ('prefix' in query) return 'list'
  if ('uploads' in query || 'uploadId' in query) return 'multipart'
  if ('x-amz-copy-source' in headers) return 'copy'
  return method.toLowerCase()
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) throw new S3Error('InvalidAnswer', 200, 'The object storage answered with too many bytes.')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof S3Error) throw error
    throw new S3Error('Unreachable', 0, 'The answer of the object storage broke off.', { cause: error })
  }
  return Buffer.concat(chunks).toString()
}

/** What the storage says, without what it repeats of our request. */
function refusal(status: number, xml: string, operation: string): S3Error {
  const [code = `Status${status}`] = xmlValues(xml, 'Code')
  const [said] = xmlValues(xml, 'Message')
  const words = said === undefined ? '' : `: ${said.slice(0, 300)}`
  return new S3Error(code, status, `The object storage refused a ${operation} request with ${status} ${code}${words}`)
}
