import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { withLength } from './forward-question.ts'

const SERVED = { host: '127.88.53.1', port: await freePort('127.88.53.1') }
const ANSWER = Buffer.alloc(4, 7)

/** A question for the address of a name. */
function questionFor(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  const head = Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...labels, Buffer.from([0, 0, 1, 0, 1])])
}

/** A name server that answers every question, by TCP and UDP, with itself and a mark. */
async function startUpstream() {
  const tcp = createServer((socket) =>
    socket.once('data', (data) => socket.end(withLength(Buffer.concat([data.subarray(2), ANSWER])))),
  )
  const port = await freePort()
  tcp.listen(port, '127.0.0.1')
  await once(tcp, 'listening')
  const udp = createSocket('udp4')
  udp.on('message', (query, from) => udp.send(Buffer.concat([query, ANSWER]), from.port, from.address))
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  onTestFinished(() => {
    tcp.close()
    udp.close()
  })
  return port
}

async function askByUdp(query: Buffer): Promise<Buffer> {
  const socket = createSocket('udp4')
  try {
    socket.send(query, SERVED.port, SERVED.host)
    const [reply] = (await once(socket, 'message')) as [Buffer]
    return reply
  } finally {
    socket.close()
  }
}

async function askByTcp(query: Buffer): Promise<Buffer> {
  const socket = connect(SERVED)
  socket.write(withLength(query))
  const [reply] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return reply.subarray(2)
}

it('passes questions on the way they came, counts their names, and answers the excepted ones itself', async () => {
  const port = await startUpstream()
  const program = `const { startResolver } = await import(${JSON.stringify(join(import.meta.dirname, 'resolver.ts'))})
    await startResolver({ at: ${JSON.stringify(SERVED)}, forward: { host: '127.0.0.1', port: ${port}, except: (name) => name === 'own.example' },
      addressOf: (name) => { console.log(name); return name === 'own.example' ? '10.1.2.3' : null } })
    console.log('ready')`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => said).toContain('ready')
  const query = questionFor('other.example')
  expect(await askByUdp(query)).toEqual(Buffer.concat([query, ANSWER]))
  expect(await askByTcp(query)).toEqual(Buffer.concat([query, ANSWER]))
  for (const ask of [askByUdp, askByTcp])
    expect((await ask(questionFor('own.example'))).subarray(-4)).toEqual(Buffer.from([10, 1, 2, 3]))
  await expect.poll(() => said.split('other.example').length - 1).toBe(2)
})
