import type { FastifyInstance } from 'fastify'
import type { ConnectedTenant, Product } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { asBody } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { findProduct } from './find-product.ts'
import { findIntegration } from './integrations.ts'
import { requireSubject } from './tokens.ts'

/** Attaches a rater to a product, or with null takes it away. It changes prices, so a person does it. */
export function attachRater(tenant: ConnectedTenant, productName: string, rater: unknown): Product {
  const product = findProduct(tenant, productName, 404)
  if (rater === null || rater === undefined || rater === '') {
    delete product.externalRater
    return product
  }
  const integration = findIntegration(tenant, String(rater))
  if (integration.type !== 'external_rater')
    throw new Refusal(400, 'integration_type', `"${integration.name}" is not an integration of type external_rater`)
  product.externalRater = integration.name
  return product
}

export function productRoutes(app: FastifyInstance, simulation: Simulation): void {
  const products = async (request: Parameters<typeof requireSubject>[1]) =>
    (await requireSubject(simulation, request, 'read')).tenant.products

  app.get('/products/', products)
  app.get('/products', products)

  app.get('/products/policyholder', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'read')
    return { name: 'policyholder', fields: tenant.policyholderFields }
  })

  app.patch<{ Params: { name: string } }>('/products/:name', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const product = attachRater(tenant, request.params.name, asBody(request.body).externalRater)
    simulation.changed()
    return product
  })
}
