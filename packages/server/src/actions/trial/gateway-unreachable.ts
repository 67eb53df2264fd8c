import { Failure } from '@mkt/contract/errors'

/** A test call did not come to the application, and one of the policy system would not either. */
export function gatewayUnreachable(reason: string): Failure {
  return new Failure('gateway_unreachable', `The platform did not reach its own gateway: ${reason}.`, {
    headers: { 'retry-after': '5' },
  })
}
