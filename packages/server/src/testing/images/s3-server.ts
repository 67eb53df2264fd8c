import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import S3rver from 's3rver'
import { systemClock } from '../../lib/clock.ts'
import { systemRandom } from '../../lib/random.ts'
import { S3Client } from '../../lib/s3/s3-client.ts'
import { Secret } from '../../lib/secret.ts'
import { atEnd } from '../run/at-end.ts'
import { keepObjectsWhole, type S3Store } from './s3-store.ts'

const KEY = 'S3RVER'
const REGION = 'eu-central-1'

export interface TestS3 {
  endpoint: string
  /** The same server at another origin, as clients outside see it. */
  publicEndpoint: string
  bucket: string
  region: string
  key: string
  /** How many requests each method made. */
  asked: string[]
  /** While set, requests (of one method, where it is named) are answered with this status, and with this code where one is given. */
  failing: number | { status: number; code: string; method?: string } | undefined
  /** While true, requests are taken and never answered. */
  silent: boolean
  client(secret?: string, options?: { answerWithinMs: number }): S3Client
}

/**
 * An S3 server on a free port. s3rver does not check signatures of version 4 and lacks two requests of multipart uploads, so the
 * signature of each request and the hash of its body are checked here by another implementation than ours.
 */
export async function testS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'mkt-s3-'))
  const bucket = 'images'
  const server = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket, configs: [] }] })
  await server.configureBuckets()
  const { store } = server as unknown as { store: S3Store }
  keepObjectsWhole(store)
  const handle = server.callback()
  const test: TestS3 = {
    endpoint: '',
    publicEndpoint: '',
    bucket,
    region: REGION,
    key: KEY,
    asked: [],
    failing: undefined,
    silent: false,
    client: (secret = KEY, options = undefined) => {
      const credentials = { accessKeyId: KEY, secretAccessKey: Secret.of(secret) }
      const client = new S3Client({
        bucket,
        endpoint: test.endpoint,
        region: REGION,
        pathStyle: true,
        credentials: () => credentials,
        clock: systemClock,
        random: systemRandom,
        ...options,
      })
      atEnd(() => client.close())
      return client
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    test.asked.push(`${request.method} ${request.url}`)
    if (test.silent) return
    if (typeof test.failing === 'number') return void response.writeHead(test.failing).end()
    if (test.failing !== undefined && (test.failing.method ?? request.method) === request.method)
      return void response.writeHead(test.failing.status).end(`<Error><Code>${test.failing.code}</Code></Error>`)
    const problem = await signatureProblem(request)
    if (problem !== undefined)
      return void response.writeHead(403).end(`<Error><Code>${problem}</Code><Message>No.</Message></Error>`)
    watchBody(request, response)
    const url = new URL(request.url ?? '/', test.endpoint)
    const uploadId = url.searchParams.get('uploadId')
    const source = request.headers['x-amz-copy-source']
    if (request.method === 'PUT' && uploadId !== null && typeof source === 'string') {
      const { content } = await store.getObject(bucket, decodeURIComponent(source).replace(`/${bucket}/`, ''))
      const { md5 } = await store.putPart(bucket, uploadId, Number(url.searchParams.get('partNumber')), content)
      return void response.end(`<CopyPartResult><ETag>"${md5}"</ETag></CopyPartResult>`)
    }
    if (request.method === 'DELETE' && uploadId !== null) {
      rmSync(join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId), { recursive: true, force: true })
      return void response.writeHead(204).end()
    }
    handle(request, response)
  }

  async function listen(): Promise<string> {
    const http = createServer((request, response) => {
      answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    atEnd(() => {
      http.closeAllConnections()
      http.close()
    })
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  }
  atEnd(() => rmSync(directory, { recursive: true, force: true }))
  test.endpoint = await listen()
  test.publicEndpoint = await listen()
  return test
}

/** The host that was asked is signed too. */
async function signatureProblem(request: IncomingMessage): Promise<string | undefined> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const presigned = url.searchParams.get('X-Amz-Signature')
  const base = {
    method: request.method ?? 'GET',
    accessKeyId: KEY,
    secretAccessKey: KEY,
    service: 's3',
    region: REGION,
  }
  if (presigned !== null) {
    const datetime = url.searchParams.get('X-Amz-Date') ?? ''
    const began = Date.parse(datetime.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
    if (!(began + Number(url.searchParams.get('X-Amz-Expires')) * 1000 > Date.now())) return 'AccessDenied'
    url.searchParams.delete('X-Amz-Signature')
    const signer = new AwsV4Signer({ ...base, url: url.href, datetime, signQuery: true })
    return (await signer.signature()) === presigned ? undefined : 'SignatureDoesNotMatch'
  }
  const [, names, given] = /SignedHeaders=([^,]+), Signature=(\w+)$/.exec(request.headers.authorization ?? '') ?? []
  if (names === undefined) return 'AccessDenied'
  const headers = names.split(';').flatMap((name): [string, string][] => {
    const value = request.headers[name]
    return name === 'host' || typeof value !== 'string' ? [] : [[name, value]]
  })
  const datetime = String(request.headers['x-amz-date'])
  const signer = new AwsV4Signer({ ...base, url: url.href, headers, datetime, allHeaders: true })
  return (await signer.signature()) === given ? undefined : 'SignatureDoesNotMatch'
}

/** Breaks the connection where the body is not what was signed. */
function watchBody(request: IncomingMessage, response: ServerResponse): void {
  const hash = createHash('sha256')
  const emit = request.emit.bind(request)
  const signed = request.headers['x-amz-content-sha256']
  request.emit = (event: string, ...input: unknown[]) => {
    if (event === 'data') hash.update(input[0] as Buffer)
    if (event === 'end' && signed !== undefined && hash.digest('hex') !== signed) response.destroy()
    return emit(event, ...input)
  }
}
