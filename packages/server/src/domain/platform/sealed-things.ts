/** One column of sealed values: what it holds, and what becomes of that without its key. */
export interface SealedThing {
  table: string
  column: string
  what: string
  /** How to replace it; null if it is lost. */
  remedy: string | null
}

/** Everything that is stored sealed. The master key opens all of it; without it each row needs its remedy. */
export const sealedThings: readonly SealedThing[] = [
  { table: 'credential', column: 'sealed', what: 'credentials of tenants', remedy: 'customers replace them' },
  { table: 'secret', column: 'sealed', what: 'write-only settings', remedy: 'customers enter them again' },
  { table: 'variable', column: 'sealed', what: 'variables of applications', remedy: 'publishers set them again' },
  { table: 'caller_secret', column: 'sealed', what: 'caller secrets', remedy: 'customers rotate them' },
  {
    table: 'registration',
    column: 'sealed',
    what: 'signing secrets of registrations',
    remedy: 'stop and start the installation',
  },
  {
    table: 'sso_connection',
    column: 'sealed_secret',
    what: 'client secrets of single sign-on',
    remedy: 'owners enter them again',
  },
  {
    table: 'alert_rule',
    column: 'sealed',
    what: 'addresses of alert rules',
    remedy: 'remove the rules and add them again',
  },
  {
    table: 'totp',
    column: 'sealed',
    what: 'authenticator apps',
    remedy: 'people use a recovery code and set them up again',
  },
  { table: 'token', column: 'sealed', what: 'tokens for policy systems', remedy: 'fetched again with the credentials' },
  {
    table: 'signing_key',
    column: 'sealed',
    what: 'keys that sign x-MKT-key',
    remedy: 'delete the rows; the next start makes new ones',
  },
  {
    table: 'installation',
    column: 'target_configuration',
    what: 'configurations on their way',
    remedy: 'customers save them again',
  },
  { table: 'event', column: 'body', what: 'bodies of events', remedy: null },
  { table: 'event', column: 'first_answer', what: 'answers to first deliveries', remedy: null },
  { table: 'attempt', column: 'answer', what: 'answers to deliveries', remedy: null },
  { table: 'call', column: 'app_message', what: 'messages of applications', remedy: null },
  { table: 'call_payload', column: 'sealed', what: 'recorded payloads of calls', remedy: null },
  { table: 'last_answer', column: 'sealed', what: 'last answers of raters', remedy: 'kept again with the next call' },
  { table: 'last_answer', column: 'request', what: 'requests they answer', remedy: 'kept again with the next call' },
  { table: 'late_erasure', column: 'locators', what: 'whom late looks of erasures forget', remedy: null },
  { table: 'sample_call', column: 'sealed', what: 'samples of calls', remedy: 'customers take new samples' },
  { table: 'trial', column: 'report', what: 'reports of trials', remedy: 'run the trial again' },
  { table: 'trial_call', column: 'sealed', what: 'calls of trials', remedy: 'run the trial again' },
  { table: 'shadow_batch', column: 'sealed', what: 'calls of shadows', remedy: 'collected again' },
]
