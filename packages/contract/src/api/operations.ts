import { apiKeyOperations } from './accounts/api-keys.ts'
import { listChoiceOperations } from './accounts/list-choices.ts'
import { organizationOperations } from './accounts/organizations.ts'
import { peopleOperations } from './accounts/people.ts'
import { sessionOperations } from './accounts/session.ts'
import { activityOperations } from './activity/activity.ts'
import { alertOperations } from './alert/alerts.ts'
import { callOperations } from './call/calls.ts'
import { deliveryOperations } from './delivery/deliveries.ts'
import { deploymentOperations } from './deployment/deployments.ts'
import { erasureOperations } from './erasure/erasures.ts'
import { fieldOperations } from './field/fields.ts'
import { factorOperations } from './identity/factors.ts'
import { scimOperations } from './identity/scim.ts'
import { ssoOperations } from './identity/sso.ts'
import { toolOperations } from './identity/tools.ts'
import { configurationOperations } from './installation/configurations.ts'
import { installationOperations } from './installation/installations.ts'
import { installOperations } from './installation/installs.ts'
import { listingPartOperations } from './listing/listing-parts.ts'
import { listingOperations } from './listing/listings.ts'
import { materialOperations } from './material/materials.ts'
import { reviewOperations } from './moderation/reviews.ts'
import { allInstallationOperations } from './overview/all-installations.ts'
import { overviewOperations } from './overview/overview.ts'
import { operatingOperations } from './platform/operating.ts'
import { recordOperations } from './platform/records.ts'
import { pricingOperations } from './pricing/pricing.ts'
import { promotionOperations } from './promotion/promotions.ts'
import { tenantCallOperations } from './relay/tenant-calls.ts'
import { releaseOperations } from './release/releases.ts'
import { signatureOperations } from './release/signatures.ts'
import { routeOperations } from './route/routes.ts'
import { tenantOperations } from './tenant/tenants.ts'
import { traceOperations } from './trace/traces.ts'
import { egressOperations } from './traffic/egress.ts'
import { trafficOperations } from './traffic/traffic.ts'
import { testCallOperations } from './trial/test-calls.ts'
import { trialOperations } from './trial/trials.ts'
import { dataSheetOperations } from './trust/data-sheets.ts'
import { trustOperations } from './trust/trust.ts'

/** Every operation of the publishing interface by its id. */
export const operations = {
  ...sessionOperations,
  ...listChoiceOperations,
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
  ...routeOperations,
  ...erasureOperations,
  ...configurationOperations,
  ...deliveryOperations,
  ...callOperations,
  ...trafficOperations,
  ...egressOperations,
  ...tenantCallOperations,
  ...activityOperations,
  ...traceOperations,
  ...alertOperations,
  ...pricingOperations,
  ...trialOperations,
  ...testCallOperations,
  ...promotionOperations,
  ...fieldOperations,
  ...trustOperations,
  ...overviewOperations,
  ...allInstallationOperations,
}
