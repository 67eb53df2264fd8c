import { createHttpClient, type OutboundAnswer, type OutboundRequest } from './http-client.ts'

/** The operator said where the gateway is, so its address may be private; those that customers enter may not. */
const anywhere = ['0.0.0.0/0', '::/0']

/** One request to the platform's own gateway, over a connection of its own. Throws an `OutboundError` when there is no answer. */
export async function askGateway(request: OutboundRequest): Promise<OutboundAnswer> {
  const client = createHttpClient({ allow: () => anywhere })
  try {
    return await client.send(request)
  } finally {
    await client.close()
  }
}
