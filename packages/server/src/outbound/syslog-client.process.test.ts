import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { parseSyslogUrl, sendSyslog } from './syslog-client.ts'

it('reads addresses of syslog servers', () => {
  expect(parseSyslogUrl('tcp://siem.internal:601')).toEqual({ tls: false, host: 'siem.internal', port: 601 })
  expect(parseSyslogUrl('tls://[::1]:6514')).toEqual({ tls: true, host: '::1', port: 6514 })
  for (const wrong of ['siem:601', 'udp://siem:514', 'tcp://siem', 'tcp://me:secret@siem:601', 'tcp://siem:70000'])
    expect(parseSyslogUrl(wrong)).toBeUndefined()
})

it('is done once the server has read everything, and fails where there is none', async () => {
  const received: Promise<string>[] = []
  const server = createServer((socket) => received.push(text(socket)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await sendSyslog({ tls: false, host: '127.0.0.1', port }, Buffer.from('2 ab'))
  expect(await Promise.all(received)).toEqual(['2 ab'])
  await new Promise((closed) => server.close(closed))
  await expect(sendSyslog({ tls: false, host: '127.0.0.1', port }, Buffer.from('2 ab'))).rejects.toThrow()
})
