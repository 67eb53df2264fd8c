import { expect, it } from 'vitest'
import { buildFailure } from './build-failure.ts'

const codeOf = (message: string) => buildFailure(message, 'Dockerfile').code

it('a registry out of reach is not blamed on the Dockerfile', () => {
  for (const message of [
    'Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io on 127.0.0.53:53: no such host',
    'Get "https://registry-1.docker.io/v2/": net/http: TLS handshake timeout',
    'Get "https://registry.example.com/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
    'Get "http://127.0.0.1:1/v2/": dial tcp 127.0.0.1:1: connect: connection refused',
    'initializing source docker://node:22: pinging container registry registry-1.docker.io: Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host',
    'Get "https://registry.example.com/v2/": x509: certificate signed by unknown authority',
  ]) {
    expect({ message, code: codeOf(message) }).toEqual({ message, code: 'registry_unreachable' })
    expect(buildFailure(message, 'Dockerfile').fix).not.toContain('Dockerfile')
  }
})

it('tells an image that does not exist, one that is not given, and a step that failed', () => {
  expect(codeOf('manifest for node:99 not found: manifest unknown: manifest unknown')).toBe('image_missing')
  expect(codeOf("pull access denied for acme/base, repository does not exist or may require 'docker login'")).toBe(
    'registry_unauthorized',
  )
  expect(codeOf('toomanyrequests: You have reached your pull rate limit.')).toBe('rate_limited')
  expect(codeOf("The command '/bin/sh -c npm ci' returned a non-zero code: 1")).toBe('build_failed')
  expect(codeOf('COPY failed: file not found in build context or excluded by .dockerignore: stat x')).toBe(
    'build_failed',
  )
  expect(codeOf('dockerfile parse error line 1: unknown instruction: FORM')).toBe('build_failed')
})
