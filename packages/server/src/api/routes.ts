import type { Platform } from '../actions/platform.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { callRoutes } from './calls.ts'
import { configurationRoutes } from './configurations.ts'
import { containerLogRoutes } from './container-logs.ts'
import { deliveryRoutes } from './deliveries.ts'
import { deploymentRoutes } from './deployments.ts'
import { installationRoutes } from './installations.ts'
import { installRoutes } from './installs.ts'
import { listingPartRoutes } from './listing-parts.ts'
import { listingRoutes } from './listings.ts'
import { memberRoutes } from './members.ts'
import { operatingRoutes } from './operating.ts'
import { organizationRoutes } from './organizations.ts'
import { peopleRoutes } from './people.ts'
import { recordRoutes } from './records.ts'
import { releaseRoutes } from './releases.ts'
import { reviewRoutes } from './reviews.ts'
import type { Route } from './route.ts'
import { sessionRoutes } from './session.ts'
import { streamRoutes } from './stream.ts'
import { tenantRoutes } from './tenants.ts'

/** Every operation with what carries it out. */
export function allRoutes(platform: Platform): Route[] {
  return [
    ...sessionRoutes(platform),
    ...organizationRoutes(platform),
    ...apiKeyRoutes(platform),
    ...listingRoutes(platform),
    ...installationRoutes(platform),
    ...configurationRoutes(platform),
    ...releaseRoutes(platform),
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
  ]
}
