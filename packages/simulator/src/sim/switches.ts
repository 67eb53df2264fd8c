import type { FastifyInstance } from 'fastify'
import { emitConnected } from '../connected/emit.ts'
import { attachRater } from '../connected/product-routes.ts'
import { GOOD_MOOD, readMood } from '../core/mood.ts'
import type { Simulation } from '../core/simulation.ts'
import { emitEnterprise } from '../enterprise/emit.ts'
import { asBody, isRecord, oneOf, optionalFlag, optionalNumber, text } from '../lib/body.ts'
import { requireOwnPageOrTool } from '../lib/guard-request.ts'
import { Refusal } from '../lib/refusal.ts'
import { findTenant } from './find-tenant.ts'
import { overview } from './overview.ts'
import type { ScenarioRunner } from './scenario-runner.ts'
import { SCENARIOS } from './scenarios.ts'
import { seedBook } from './seed-book.ts'
import { startScenario } from './start-scenario.ts'

/** The switches that make the stand-in useful for trying things; served on both ports. */
export function switchRoutes(
  app: FastifyInstance,
  simulation: Simulation,
  runner: ScenarioRunner,
  reset: () => void,
  publicHost: string | undefined,
): void {
  app.addHook('onRequest', async (request) => {
    // A foreign web page must not turn the switches of a simulator on somebody's laptop.
    // Its route counts, not its path: that can be written in several ways.
    if (request.routeOptions.url?.startsWith('/_sim')) requireOwnPageOrTool(request.headers, publicHost)
  })

  app.get('/_sim', async () => overview(simulation))

  app.post('/_sim/events', async (request, reply) => {
    const body = asBody(request.body)
    const tenant = findTenant(simulation, text(body, 'tenant'))
    const type = text(body, 'type')
    const data = body.data ?? {}
    const id =
      'connected' in tenant
        ? emitConnected(simulation, tenant.connected, { type, data, username: 'simulator' })
        : emitEnterprise(simulation, tenant.enterprise, {
            type,
            data,
            userLocator: tenant.enterprise.tokens[0]?.userLocator ?? '',
          })
    return reply.code(202).send({ id })
  })

  app.get('/_sim/mood', async () => simulation.mood)
  app.put('/_sim/mood', async (request) => {
    simulation.mood = readMood(request.body)
    return simulation.mood
  })

  app.post('/_sim/expire-tokens', async (request) => {
    simulation.world.tokenGeneration += 1
    // Personal access tokens cannot be renewed by their holder, so they expire only when asked for by name.
    if (isRecord(request.body) && optionalFlag(request.body, 'personalAccessTokens'))
      for (const token of simulation.world.enterprise.flatMap((tenant) => tenant.tokens))
        token.expiresAt = new Date(simulation.clock()).toISOString()
    simulation.changed()
    return {}
  })

  app.get('/_sim/requests', async () => ({ items: simulation.log.list() }))
  app.delete('/_sim/requests', async () => {
    simulation.log.clear()
    return {}
  })

  app.post('/_sim/reset', async () => {
    runner.stop()
    simulation.mood = GOOD_MOOD
    simulation.log.clear()
    simulation.journal.clear()
    reset()
    return {}
  })

  app.put('/_sim/accounts', async (request) => {
    const body = asBody(request.body)
    const tenant = findTenant(simulation, text(body, 'tenant'))
    const user = 'connected' in tenant && tenant.connected.users.find((item) => item.username === body.username)
    if (!user) throw new Refusal(404, 'user_unknown', 'That tenant has no such user')
    user.locked = optionalFlag(body, 'locked') ?? user.locked
    if (!user.locked) user.wrongPasswords = 0
    simulation.changed()
    return { username: user.username, locked: user.locked }
  })

  app.put('/_sim/raters', async (request) => {
    const body = asBody(request.body)
    const tenant = findTenant(simulation, text(body, 'tenant'))
    if (!('connected' in tenant)) throw new Refusal(400, 'variant', 'Only the connected variant has external raters')
    const product = attachRater(tenant.connected, text(body, 'product'), body.rater)
    simulation.changed()
    return { product: product.name, externalRater: product.externalRater ?? null }
  })

  app.post('/_sim/books', async (request, reply) => {
    const body = asBody(request.body)
    const tenant = findTenant(simulation, text(body, 'tenant'))
    return reply.code(201).send(seedBook(simulation, tenant, optionalNumber(body, 'policies')))
  })

  app.get('/_sim/scenarios', async () => ({ items: runner.list() }))
  app.post('/_sim/scenarios', async (request, reply) => {
    const body = asBody(request.body)
    const name = oneOf(body, 'name', SCENARIOS)
    const [count, seconds] = [optionalNumber(body, 'count'), optionalNumber(body, 'seconds')]
    return reply
      .code(202)
      .send(startScenario(simulation, runner, { name, tenant: text(body, 'tenant'), count, seconds }))
  })
  app.delete<{ Params: { id: string } }>('/_sim/scenarios/:id', async (request) => {
    runner.stop(request.params.id)
    return {}
  })
}
