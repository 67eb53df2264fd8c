import type { Platform } from '../actions/platform/platform.ts'
import { apiKeyRoutes } from './accounts/api-keys.ts'
import { listChoiceRoutes } from './accounts/list-choices.ts'
import { memberRoutes } from './accounts/members.ts'
import { organizationRoutes } from './accounts/organizations.ts'
import { peopleRoutes } from './accounts/people.ts'
import { sessionRoutes } from './accounts/session.ts'
import { activityRoutes } from './activity/activities.ts'
import { policyRoutes } from './activity/policies.ts'
import { alertRoutes } from './alert/alerts.ts'
import { callRoutes } from './call/calls.ts'
import { deliveryRoutes } from './delivery/deliveries.ts'
import { containerLogRoutes } from './deployment/container-logs.ts'
import { deploymentRoutes } from './deployment/deployments.ts'
import { fieldRoutes } from './field/fields.ts'
import type { Route } from './http/route.ts'
import { deviceRoutes } from './identity/devices.ts'
import { factorRoutes } from './identity/factors.ts'
import { platformSsoRoutes } from './identity/platform-sso.ts'
import { scimSettingsRoutes } from './identity/scim-settings.ts'
import { signInPolicyRoutes } from './identity/sign-in-policy.ts'
import { signInStepRoutes } from './identity/sign-in-steps.ts'
import { ssoRoutes } from './identity/sso.ts'
import { ssoSettingsRoutes } from './identity/sso-settings.ts'
import { toolRoutes } from './identity/tools.ts'
import { configurationRoutes } from './installation/configurations.ts'
import { installationRoutes } from './installation/installations.ts'
import { installRoutes } from './installation/installs.ts'
import { listingPartRoutes } from './listing/listing-parts.ts'
import { listingRoutes } from './listing/listings.ts'
import { reviewRoutes } from './moderation/reviews.ts'
import { overviewRoutes } from './overview/overviews.ts'
import { operatingRoutes } from './platform/operating.ts'
import { recordRoutes } from './platform/records.ts'
import { streamRoutes } from './platform/stream.ts'
import { pricingRoutes } from './pricing/pricings.ts'
import { promotionRoutes } from './promotion/promotions.ts'
import { tenantCallRoutes } from './relay/tenant-calls.ts'
import { materialRoutes } from './release/materials.ts'
import { releaseRoutes } from './release/releases.ts'
import { signatureRoutes } from './release/signatures.ts'
import { tunnelRoutes } from './route/tunnels.ts'
import { tenantRoutes } from './tenant/tenants.ts'
import { traceRoutes } from './trace/traces.ts'
import { egressRoutes } from './traffic/egress.ts'
import { testCallRoutes } from './trial/test-calls.ts'
import { trialRoutes } from './trial/trials.ts'
import { dataSheetRoutes } from './trust/data-sheets.ts'
import { trustRoutes } from './trust/trusts.ts'

/** Every operation with what carries it out. */
export function allRoutes(platform: Platform): Route[] {
  return [
    ...sessionRoutes(platform),
    ...listChoiceRoutes(platform),
    ...signInStepRoutes(platform),
    ...factorRoutes(platform),
    ...signInPolicyRoutes(platform),
    ...ssoRoutes(platform),
    ...ssoSettingsRoutes(platform),
    ...scimSettingsRoutes(platform),
    ...platformSsoRoutes(platform),
    ...toolRoutes(platform),
    ...deviceRoutes(platform),
    ...organizationRoutes(platform),
    ...apiKeyRoutes(platform),
    ...listingRoutes(platform),
    ...installationRoutes(platform),
    ...configurationRoutes(platform),
    ...releaseRoutes(platform),
    ...materialRoutes(platform),
    ...signatureRoutes(platform),
    ...tunnelRoutes(platform),
    ...installRoutes(platform),
    ...deploymentRoutes(platform),
    ...containerLogRoutes(platform),
    ...listingPartRoutes(platform),
    ...reviewRoutes(platform),
    ...memberRoutes(platform),
    ...peopleRoutes(platform),
    ...operatingRoutes(platform),
    ...recordRoutes(platform),
    ...streamRoutes(platform),
    ...tenantRoutes(platform),
    ...deliveryRoutes(platform),
    ...callRoutes(platform),
    ...egressRoutes(platform),
    ...tenantCallRoutes(platform),
    ...activityRoutes(platform),
    ...policyRoutes(platform),
    ...traceRoutes(platform),
    ...alertRoutes(platform),
    ...pricingRoutes(platform),
    ...trialRoutes(platform),
    ...testCallRoutes(platform),
    ...promotionRoutes(platform),
    ...fieldRoutes(platform),
    ...dataSheetRoutes(platform),
    ...trustRoutes(platform),
    ...overviewRoutes(platform),
  ]
}
