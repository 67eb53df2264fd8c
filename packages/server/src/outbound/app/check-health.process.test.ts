import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as listenRaw } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { checkHealth, probeHealth } from './check-health.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('is well with 200 and nothing else, and says what else was answered', async () => {
  const status = (code: number) => serving((_, response) => void response.writeHead(code).end())
  expect(await probeHealth(await status(200), 30_000)).toEqual({ well: true })
  expect(await probeHealth(await status(404), 30_000)).toEqual({ well: false, saw: 'it answered 404' })
  expect(await probeHealth(await status(204), 30_000)).toEqual({ well: false, saw: 'it answered 204' })
  expect(await checkHealth(await status(200), 30_000)).toBe(true)
})

it('blames no application for the time in which this process is held up itself', async () => {
  const program = `require('node:http').createServer((_, response) => response.end()).listen(0, '127.0.0.1', function () {
    require('node:worker_threads').parentPort.postMessage(this.address().port)
  })`
  const application = new Worker(program, { eval: true })
  closing.push(() => void application.terminate().catch(() => {}))
  const [port] = (await once(application, 'message')) as [number]
  const asked = probeHealth(`http://127.0.0.1:${port}`, 2_000)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
  expect(await asked).toEqual({ well: true })
})

it('says that nothing listens, that no answer came in time, or that it was no HTTP', async () => {
  const silent = await serving(() => {})
  expect(await probeHealth(silent, 50)).toEqual({ well: false, saw: 'it gave no answer within 0.05 s' })
  const other = listenRaw((socket) => void socket.end('SSH-2.0-x\r\n\r\n')).listen(0, '127.0.0.1')
  closing.push(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await probeHealth(`http://127.0.0.1:${port}`, 30_000)).toEqual({ well: false, saw: 'its answer was not HTTP' })
  other.close()
  const nobody = { well: false, saw: 'nothing listened on the port in MKT_PORT' }
  expect(await probeHealth(`http://127.0.0.1:${port}`, 30_000)).toEqual(nobody)
})

it('only the status counts: the connection of an endless answer is closed immediately', async () => {
  const closed = Promise.withResolvers<void>()
  const endless = await serving((_, response) => {
    response.once('close', () => closed.resolve())
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  })
  expect(await probeHealth(endless, 30_000)).toEqual({ well: true })
  await closed.promise
})
