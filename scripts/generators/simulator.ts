import type { FastifyInstance } from 'fastify'
import { autofillRoutes } from '../../packages/simulator/src/connected/autofill-routes.ts'
import { claimRoutes } from '../../packages/simulator/src/connected/claim-routes.ts'
import { integrationRoutes } from '../../packages/simulator/src/connected/integrations.ts'
import { policyRoutes } from '../../packages/simulator/src/connected/policy-routes.ts'
import { productRoutes } from '../../packages/simulator/src/connected/product-routes.ts'
import { signInRoutes } from '../../packages/simulator/src/connected/sign-in.ts'
import { webhookRoutes } from '../../packages/simulator/src/connected/webhooks.ts'
import { dataRoutes } from '../../packages/simulator/src/enterprise/data-routes.ts'
import { firstNoticeRoutes } from '../../packages/simulator/src/enterprise/first-notice-routes.ts'
import { webhookRoutes as enterpriseWebhookRoutes } from '../../packages/simulator/src/enterprise/webhook-routes.ts'
import { switchRoutes } from '../../packages/simulator/src/sim/switches.ts'
import { type Generator, generatedBy, table } from './generator.ts'

type Register = (app: FastifyInstance, ...rest: never[]) => unknown
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The routes that functions register, asked of them: nothing is served, so what else they are given does not matter. */
function routesOf(...registers: Register[]): [method: string, path: string][] {
  const found: [string, string][] = []
  const app: Record<string, unknown> = { addHook: () => app }
  for (const method of methods) app[method] = (path: string) => found.push([method.toUpperCase(), path])
  for (const register of registers) register(app as unknown as FastifyInstance, ...([{}, {}, () => {}] as never[]))
  return found
}

/** One row a path, with its methods. */
function section(title: string, ...registers: Register[]): string {
  const paths = new Map<string, string[]>()
  for (const [method, path] of routesOf(...registers)) paths.set(path, [...(paths.get(path) ?? []), method])
  if (paths.size === 0) throw new Error(`${title}: no route was found`)
  const rows = [...paths].map(([path, of]) => [`\`${path.replaceAll(/:(\w+)/g, '{$1}')}\``, of.join(', ')])
  return [`## ${title}`, '', table(['path', 'methods'], rows)].join('\n')
}

function makeSimulator(): string {
  return [
    generatedBy,
    "# The simulator's interface",
    '',
    'Every path the simulated policy system answers. What the switches take is in [the simulator](../../packages/simulator/README.md);',
    'refusals are `{ httpStatus, code, message }`. Paths of the systems themselves need a token, as in the real ones.',
    '',
    section('Switches, on both ports', switchRoutes),
    '',
    section(
      'Connected',
      ...[signInRoutes, productRoutes, policyRoutes, claimRoutes, integrationRoutes, autofillRoutes, webhookRoutes],
    ),
    '',
    section('Enterprise', dataRoutes, firstNoticeRoutes, enterpriseWebhookRoutes),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/simulator.md', make: makeSimulator }]
