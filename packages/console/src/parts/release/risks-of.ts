import { isWriteOnly, type Manifest, tenantAccessOf } from '@mkt/manifest'

/** What an application could do to a customer, as far as its manifest tells. */
export type Risk =
  | 'changes'
  | 'reads'
  | 'prices'
  | 'fills'
  | 'hears'
  | 'open'
  | 'anywhere'
  | 'personal'
  | 'sends'
  | 'secrets'

/** The risks of an application, those that matter most first. An empty list: it gets nothing and reaches nothing. */
export function risksOf(manifest: Manifest): Risk[] {
  const { webhooks = [], autofill = [], externalRaters = [], public: open = [], egress } = manifest.platform ?? {}
  const access = tenantAccessOf(manifest)
  const found: Record<Risk, boolean> = {
    changes: access === 'write',
    prices: externalRaters.length > 0,
    anywhere: egress === undefined,
    personal: egress?.some(({ personalData }) => personalData) ?? false,
    open: open.length > 0,
    fills: autofill.length > 0,
    reads: access === 'read',
    hears: webhooks.length > 0,
    sends: egress?.some(({ personalData }) => !personalData) ?? false,
    secrets: (manifest.app?.fields ?? []).some(isWriteOnly),
  }
  return (Object.keys(found) as Risk[]).filter((risk) => found[risk])
}

/** Those a security officer asks about first. */
export const graveRisks: readonly Risk[] = ['changes', 'prices', 'anywhere', 'personal', 'open']
