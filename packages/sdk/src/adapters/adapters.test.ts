import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve as serveHono } from '@hono/node-server'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { serve } from '../serve.ts'
import { type FakePlatform, startFakePlatform } from '../testing/fake-platform.ts'
import { sampleAutofill, sampleEvent } from '../testing/samples.ts'
import { fastifyPlugin } from './fastify.ts'
import { honoHandler } from './fetch.ts'
import { expressHandler, nodeHandler } from './node.ts'

let platform: FakePlatform
beforeAll(async () => {
  platform = await startFakePlatform()
})
afterAll(() => platform.close())

const application = () =>
  createApp({
    stateApi: platform.stateApi,
    webhooks: { '/events': () => {} },
    autofill: {
      '/autofill': async (request, context) => ({
        fieldValues: { answer: [`${request.productName} ${await context.setting('greeting')}`] },
      }),
    },
  })

interface Running {
  url: string
  close(): Promise<void>
}

function running(server: Server): Promise<Running> {
  return new Promise((resolve) => {
    const ready = () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    if (server.listening) ready()
    else server.once('listening', ready)
  })
}

const starts: Record<string, () => Promise<Running>> = {
  serve: () => serve(application(), { port: 0, host: '127.0.0.1', signals: false }),
  'node:http': () => running(createServer(nodeHandler(application())).listen(0, '127.0.0.1')),
  Express: () => running(express().use(expressHandler(application())).listen(0, '127.0.0.1')),
  'Express after express.json()': () =>
    running(express().use(express.json()).use(expressHandler(application())).listen(0, '127.0.0.1')),
  Fastify: async () => {
    const fastify = Fastify()
    await fastify.register(fastifyPlugin(application()))
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
    return { url, close: () => fastify.close() }
  },
  Hono: () => {
    const hono = new Hono().use(honoHandler(application()))
    return running(serveHono({ fetch: hono.fetch, port: 0, hostname: '127.0.0.1' }) as Server)
  },
}

describe.each(Object.entries(starts))('an application under %s', (_name, start) => {
  it('answers health, events and autofill with the state of the customer', async () => {
    const app = await start()
    try {
      const route = platform.route({ settings: { greeting: 'hello' } })
      expect((await fetch(`${app.url}/health`)).status).toBe(200)
      expect((await platform.send(app.url, route, '/events', sampleEvent())).status).toBe(204)
      const answer = await platform.send(app.url, route, '/autofill', sampleAutofill())
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(await answer.json()).toEqual({ fieldValues: { answer: ['personal-auto hello'] } })
      expect((await platform.send(app.url, route, '/autofill', '{')).status).toBe(400)
      expect((await fetch(`${app.url}/nowhere`)).status).toBe(404)
    } finally {
      await app.close()
    }
  })
})

it('leaves paths that are not its own to the framework', async () => {
  const hono = new Hono().use(honoHandler(application())).get('/own', (context) => context.text('mine'))
  expect(await (await hono.request('/own')).text()).toBe('mine')
  const server = await running(
    express()
      .use(expressHandler(application()))
      .get('/own', (_request, response) => void response.send('mine'))
      .listen(0, '127.0.0.1'),
  )
  try {
    expect(await (await fetch(`${server.url}/own`)).text()).toBe('mine')
  } finally {
    await server.close()
  }
})
