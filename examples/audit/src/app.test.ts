import { fetchHandler } from '@mkt/sdk'
import { sampleEnterpriseEvent, startFakePlatform } from '@mkt/sdk/testing'
import { describe, expect, it, vi } from 'vitest'
import { app } from './app.ts'
import { auditLine } from './audit-line.ts'

describe('the audit trail', () => {
  it('has a sealed line for each event and never the secret', async () => {
    const platform = await startFakePlatform()
    vi.stubEnv('MKT_STATE_API', platform.stateApi)
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    try {
      const route = platform.route({ settings: { detail: 'names', chainSecret: 'never shown' } })
      const answer = await platform.send(fetchHandler(app), route, '/policies', sampleEnterpriseEvent())
      expect(answer.status).toBe(204)
      const line = String(print.mock.calls[0]?.[0])
      expect(line).toContain('"what":"policy.quote.issue"')
      expect(line).not.toContain('never shown')
    } finally {
      print.mockRestore()
      vi.unstubAllEnvs()
      await platform.close()
    }
  })

  it('names people only where the customer wants it, and is the same for a repeat', () => {
    const event = sampleEnterpriseEvent()
    expect(auditLine(event, { detail: 'names' }, 't')).not.toContain(event.userLocator)
    expect(auditLine(event, { detail: 'people' }, 't')).toContain(event.userLocator)
    expect(auditLine(event, { chainSecret: 'a' }, 't')).toBe(auditLine(event, { chainSecret: 'a' }, 't'))
    expect(auditLine(event, { chainSecret: 'a' }, 't')).not.toBe(auditLine(event, { chainSecret: 'b' }, 't'))
  })
})
