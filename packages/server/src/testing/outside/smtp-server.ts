import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { atEnd } from '../run/at-end.ts'

export interface ReceivedMail {
  to: string[]
  /** Headers and body as they came. */
  text: string
}

export interface TestSmtp {
  url: string
  mails: ReceivedMail[]
  /** While set, every mail is refused. */
  refuse(yes: boolean): void
}

/** A mail server that speaks just enough SMTP to take mails and keep them. */
export async function testSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let refusing = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let waiting = ''
    let to: string[] = []
    let inData = false
    function command(line: string): void {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO' || verb === 'HELO') say('250 test')
      else if (verb === 'MAIL') say(refusing ? '451 not now' : '250 ok')
      else if (verb === 'RCPT') {
        to.push(/<([^>]*)>/.exec(line)?.[1] ?? '')
        say('250 ok')
      } else if (verb === 'DATA') {
        inData = true
        say('354 go on')
      } else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else say('250 ok')
    }
    say('220 test')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      waiting += chunk
      for (;;) {
        const end = waiting.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const piece = waiting.slice(0, end)
        waiting = waiting.slice(end + (inData ? 5 : 2))
        if (inData) {
          mails.push({ to, text: piece })
          to = []
          inData = false
          say('250 kept')
        } else command(piece)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse(yes) {
      refusing = yes
    },
  }
}
