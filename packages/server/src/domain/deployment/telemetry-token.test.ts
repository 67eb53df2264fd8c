import { expect, it } from 'vitest'
import { newId } from '../../testing/platform/new-id.ts'
import { readTelemetryToken, telemetryToken } from './telemetry-token.ts'

const secret = Buffer.alloc(32, 1)
const releaseId = newId('rel', new Date('2026-05-01T12:00:00Z'))

it('names the release it was made for, and nobody makes one without the secret', () => {
  const token = telemetryToken(secret, releaseId)
  expect(readTelemetryToken(secret, token)).toBe(releaseId)
  expect(readTelemetryToken(Buffer.alloc(32, 2), token)).toBeUndefined()
  const other = newId('rel', new Date('2026-05-02T12:00:00Z'))
  expect(readTelemetryToken(secret, token.replace(releaseId.slice(4), other.slice(4)))).toBeUndefined()
  expect(readTelemetryToken(secret, '')).toBeUndefined()
})
