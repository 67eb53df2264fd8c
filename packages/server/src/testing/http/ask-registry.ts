import { digestOf } from '@mkt/oci'
import { expect } from 'vitest'
import type { TestRegistry, TestRepository } from '../images/registry.ts'

interface Sent {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
  authorization?: string | null
}

function codeOf(bytes: Buffer): string | undefined {
  try {
    return JSON.parse(bytes.toString()).errors?.[0]?.code
  } catch {
    return undefined
  }
}

/** Speaks the protocol by hand, with the key of the repository's organization unless told otherwise. */
export function askRegistry(test: TestRegistry, acme: TestRepository) {
  async function ask(
    path: string,
    { method = 'GET', body, headers = {}, authorization = acme.authorization }: Sent = {},
  ) {
    const answer = await fetch(new URL(path, test.origin), {
      method,
      headers: { ...(authorization === null ? {} : { authorization }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes, code: codeOf(bytes) }
  }

  async function begin(repository = 'acme/rater'): Promise<string> {
    const answer = await ask(`/v2/${repository}/blobs/uploads/`, { method: 'POST' })
    expect(answer.status).toBe(202)
    return answer.headers.get('location') ?? ''
  }

  async function pushBlob(
    content: string,
    repository = 'acme/rater',
    authorization = acme.authorization,
  ): Promise<string> {
    const digest = digestOf(content)
    const path = `/v2/${repository}/blobs/uploads/?digest=${digest}`
    const answer = await ask(path, { method: 'POST', body: Buffer.from(content), authorization })
    expect(answer.status).toBe(201)
    return digest
  }

  async function pushManifest(reference: string, change: object = {}, repository = 'acme/rater') {
    const config = '{}'
    const digest = await pushBlob(config, repository)
    const mediaType = 'application/vnd.oci.image.manifest.v1+json'
    const descriptor = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: config.length }
    const body = JSON.stringify({ schemaVersion: 2, mediaType, config: descriptor, layers: [], ...change })
    const answer = await ask(`/v2/${repository}/manifests/${reference}`, {
      method: 'PUT',
      body,
      headers: { 'content-type': mediaType },
    })
    return { ...answer, digest: digestOf(body), body }
  }

  return { ask, begin, pushBlob, pushManifest }
}
