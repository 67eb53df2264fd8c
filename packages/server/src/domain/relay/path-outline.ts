/** Words of both variants' paths. Whatever else stands in a path may name a policy, an account or a person. */
const words = new Set(
  `account accounts activity aux auxData billing bulk cancel cancellation cancellations catalog claim claims config configuration
  create credit discard document documents endorsement endorsements event exposure exposures fields fnol gross invoice invoices issue
  lapse ledger locks media modification modifications notes organization payment payments peril perils plugin plugins policies policy
  policyholder premium price process product products quote quotes reinstatement reinstatements renewal renewals renewAuthentication
  reports search segments settle simulate status submit summary tags task tenants term terms transaction transactions update
  updateWithAutofill user users validate versions webhook webhooks`.split(/\s+/),
)

/** The path of a request to a policy system for people who may not learn whom it concerns: only the words of the API are left. */
export function pathOutline(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || words.has(segment) ? segment : '*'))
    .join('/')
}
