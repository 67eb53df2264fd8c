import { activityOperations } from './activity.ts'
import { apiKeyOperations } from './api-keys.ts'
import { configurationOperations } from './configurations.ts'
import { dataSheetOperations } from './data-sheets.ts'
import { deliveryOperations } from './deliveries.ts'
import { deploymentOperations } from './deployments.ts'
import { egressOperations } from './egress.ts'
import { factorOperations } from './factors.ts'
import { fieldOperations } from './fields.ts'
import { installationOperations } from './installations.ts'
import { installOperations } from './installs.ts'
import { listingPartOperations } from './listing-parts.ts'
import { listingOperations } from './listings.ts'
import { materialOperations } from './materials.ts'
import { operatingOperations } from './operating.ts'
import { organizationOperations } from './organizations.ts'
import { overviewOperations } from './overview.ts'
import { peopleOperations } from './people.ts'
import { pricingOperations } from './pricing.ts'
import { promotionOperations } from './promotions.ts'
import { recordOperations } from './records.ts'
import { releaseOperations } from './releases.ts'
import { reviewOperations } from './reviews.ts'
import { scimOperations } from './scim.ts'
import { sessionOperations } from './session.ts'
import { signatureOperations } from './signatures.ts'
import { ssoOperations } from './sso.ts'
import { tenantCallOperations } from './tenant-calls.ts'
import { tenantOperations } from './tenants.ts'
import { toolOperations } from './tools.ts'
import { traceOperations } from './traces.ts'
import { trialOperations } from './trials.ts'
import { trustOperations } from './trust.ts'

/** Every operation of the publishing interface by its id. */
export const operations = {
  ...sessionOperations,
  ...factorOperations,
  ...ssoOperations,
  ...scimOperations,
  ...toolOperations,
  ...organizationOperations,
  ...apiKeyOperations,
  ...listingOperations,
  ...listingPartOperations,
  ...dataSheetOperations,
  ...releaseOperations,
  ...materialOperations,
  ...signatureOperations,
  ...installOperations,
  ...reviewOperations,
  ...peopleOperations,
  ...operatingOperations,
  ...recordOperations,
  ...deploymentOperations,
  ...tenantOperations,
  ...installationOperations,
  ...configurationOperations,
  ...deliveryOperations,
  ...egressOperations,
  ...tenantCallOperations,
  ...activityOperations,
  ...traceOperations,
  ...pricingOperations,
  ...trialOperations,
  ...promotionOperations,
  ...fieldOperations,
  ...trustOperations,
  ...overviewOperations,
}
