import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { RegistryClient } from './client.ts'

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A registry that wants Basic credentials and has its blobs given by the location. */
function registry(location: string): Promise<string> {
  return listen((request, response) => {
    if (request.headers.authorization === undefined)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="registry"' })
    else response.writeHead(307, { location })
    response.end()
  })
}

function clientOf(origin: string): RegistryClient {
  const credentials = { username: 'user', password: 'password' }
  const client = new RegistryClient({ registry: origin, repository: 'acme/rater', credentials }, 'pull')
  afterAll(() => client.close())
  return client
}

it('a host that a registry redirects to never gets the credentials, whatever it asks for', async () => {
  const asked: IncomingMessage[] = []
  let challenge = ''
  const foreign: string = await listen((request, response) => {
    asked.push(request)
    response.writeHead(401, { 'www-authenticate': challenge }).end()
  })
  const client = clientOf(await registry(`${foreign}/blob`))
  for (const wanted of ['Basic realm="mine"', `Bearer realm="${foreign}/token",service="mine"`]) {
    challenge = wanted
    const sent = client.send({ method: 'GET', path: 'blobs/x' })
    await expect(sent).rejects.toMatchObject({ code: 'registry_refused', message: expect.stringContaining(foreign) })
  }
  expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/blob', undefined],
    ['/blob', undefined],
  ])
})

it('a location without an origin belongs to the host that gave it', async () => {
  const foreign = await listen((request, response) => {
    if (request.url === '/one/blob') response.writeHead(307, { location: '../two/blob?signed' }).end()
    else response.end(`${request.url} ${request.headers.authorization}`)
  })
  const answer = await clientOf(await registry(`${foreign}/one/blob`)).send({ method: 'GET', path: 'blobs/x' })
  expect(await text(answer.body)).toBe('/two/blob?signed undefined')
})

it('a redirect to something that is no address is refused', async () => {
  for (const location of ['', 'file:///etc/passwd', 'http://'])
    await expect(clientOf(await registry(location)).send({ method: 'GET', path: 'blobs/x' })).rejects.toMatchObject({
      code: 'registry_refused',
    })
})
