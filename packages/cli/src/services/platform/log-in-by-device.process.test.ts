import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { logInByDevice } from './log-in-by-device.ts'

it('keeps asking while the platform is away or busy, until the sign-in is approved', async () => {
  const session = { token: 't', person: { email: 'a@acme.test' }, organizations: [{ id: 'org_1', name: 'acme' }] }
  const begun = { deviceCode: 'd', userCode: 'U', verificationUri: 'http://x.test', interval: 0, expiresIn: 60 }
  let asked = 0
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const first = asked === 0
    asked += 1
    if (first) return answer(201, begun)
    if (asked === 2) return answer(503, { code: 'unavailable' })
    if (asked === 3) return request.socket.destroy()
    if (asked === 4) return answer(400, { code: 'authorization_pending' })
    return answer(200, session)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await logInByDevice(url, () => {})).toMatchObject({ token: 't', organization: { name: 'acme' } })
  expect(asked).toBe(5)
})
