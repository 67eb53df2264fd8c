/** Every `<prefix>.<action>` of the given actions. */
function names<const Prefix extends string, const Action extends string>(
  prefix: Prefix,
  actions: readonly Action[],
): `${Prefix}.${Action}`[] {
  return actions.map((action) => `${prefix}.${action}` as const)
}

const changeActions = ['create', 'update', 'quote', 'accept', 'issue', 'invalidate', 'discard'] as const

export const connectedEventNames = [
  ...names('policy', [
    'create',
    'update',
    'price',
    'finalize',
    'issue',
    'discard',
    'endorse',
    'renew',
    'cancel',
    'lapse',
    'upgrade',
    'end',
    'end.reminder',
    'gracePeriod',
    'gracePeriod.update',
  ]),
  ...names('policy.quote', ['create', 'update', 'quoted', 'accept', 'declined', 'discard']),
  ...names('policy.reinstatement', ['open', 'invoice', 'issue', 'close']),
  ...names('endorsement', changeActions),
  ...names('renewal', changeActions),
  ...names('cancellation', ['create', 'update', 'rescind', 'issue', 'effective']),
  ...names('reinstatement', ['create', 'accept', 'issue', 'invalidate', 'deadlineReached']),
  ...names('invoice', ['issue', 'invalidate', 'pastDue', 'writtenOff']),
  ...names('payment', ['pay']),
  ...names('claim', ['create', 'open', 'update', 'close', 'discard']),
  ...names('subClaim', ['open', 'update', 'close', 'reopen', 'updateReserve', 'createPayable', 'reversePayable']),
] as const

const quoteActions = [
  'create',
  'update',
  'validate',
  'price',
  'underwrite',
  'accept',
  'refuse',
  'issue',
  'reset',
  'discard',
] as const

export const enterpriseEventNames = [
  ...names('policy.account', ['create', 'update', 'validate', 'discard', 'anonymize']),
  ...names('policy.quote', quoteActions),
  ...names('policy.change', quoteActions),
  ...names('policy.renewal', quoteActions),
  ...names('policy.cancellation', quoteActions),
  ...names('policy.reinstatement', quoteActions),
  ...names('policy.status', ['update']),
  ...names('billing.invoice', ['generate', 'settle', 'unsettle']),
  ...names('billing.payment', ['create', 'request', 'execute', 'post', 'fail', 'cancel', 'reverse']),
  ...names('billing.delinquency', ['create', 'settle', 'lapse']),
  ...names('document', ['ready', 'failed']),
  ...names('claim.fnol', ['create', 'update', 'submit']),
] as const

export type ConnectedEventName = (typeof connectedEventNames)[number]
export type EnterpriseEventName = (typeof enterpriseEventNames)[number]
