const FAMILIES: Record<string, string> = {
  policy:
    'create update price finalize issue discard endorse renew cancel lapse upgrade end end.reminder gracePeriod gracePeriod.update',
  'policy.quote': 'create update quoted accept declined discard',
  'policy.reinstatement': 'open invoice issue close',
  endorsement: 'create update quote accept issue invalidate discard',
  renewal: 'create update quote accept issue invalidate discard',
  cancellation: 'create update rescind issue effective',
  reinstatement: 'create accept issue invalidate deadlineReached',
  invoice: 'issue invalidate pastDue writtenOff',
  payment: 'pay',
  claim: 'create open update close discard',
  subClaim: 'open update close reopen updateReserve createPayable reversePayable',
}

export const CONNECTED_EVENTS: readonly string[] = Object.entries(FAMILIES).flatMap(([family, actions]) =>
  actions.split(' ').map((action) => `${family}.${action}`),
)
