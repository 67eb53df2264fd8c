const TRANSACTION = 'create update validate price underwrite accept refuse issue reset discard'

const FAMILIES: Record<string, string> = {
  'policy.account': 'create update validate discard anonymize',
  'policy.quote': TRANSACTION,
  'policy.change': TRANSACTION,
  'policy.renewal': TRANSACTION,
  'policy.cancellation': TRANSACTION,
  'policy.reinstatement': TRANSACTION,
  'policy.status': 'update',
  'billing.invoice': 'generate settle unsettle',
  'billing.payment': 'create request execute post fail cancel reverse',
  'billing.delinquency': 'create settle lapse',
  document: 'ready failed',
  'claim.fnol': 'create update submit',
}

export const ENTERPRISE_EVENTS: readonly string[] = Object.entries(FAMILIES).flatMap(([family, actions]) =>
  actions.split(' ').map((action) => `${family}.${action}`),
)
