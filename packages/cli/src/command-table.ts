import type { Command } from 'commander'
import type { Setup } from './add-command.ts'

interface Part {
  /** The commands that it adds. */
  names: readonly string[]
  load(): Promise<(program: Command, setup: Setup) => void>
}

/** The commands in the order of the help. Each is loaded when it is asked for: all of them together take longer than most of them need to run. */
export const commandTable: readonly Part[] = [
  { names: ['login'], load: async () => (await import('./commands/platform/login.ts')).addLogin },
  { names: ['logout'], load: async () => (await import('./commands/platform/logout.ts')).addLogout },
  { names: ['whoami'], load: async () => (await import('./commands/platform/whoami.ts')).addWhoami },
  { names: ['init'], load: async () => (await import('./commands/app/init.ts')).addInit },
  { names: ['port'], load: async () => (await import('./commands/app/port.ts')).addPort },
  { names: ['dev'], load: async () => (await import('./commands/app/dev.ts')).addDev },
  { names: ['validate'], load: async () => (await import('./commands/app/validate.ts')).addValidate },
  { names: ['types'], load: async () => (await import('./commands/app/types.ts')).addTypes },
  { names: ['conformance'], load: async () => (await import('./commands/app/conformance.ts')).addConformance },
  { names: ['version'], load: async () => (await import('./commands/app/version.ts')).addVersion },
  { names: ['build'], load: async () => (await import('./commands/app/build.ts')).addBuild },
  { names: ['sbom'], load: async () => (await import('./commands/app/sbom.ts')).addSbom },
  { names: ['plan'], load: async () => (await import('./commands/release/plan.ts')).addPlan },
  { names: ['deploy'], load: async () => (await import('./commands/release/deploy.ts')).addDeploy },
  {
    names: ['releases', 'promote', 'withdraw', 'rollback'],
    load: async () => (await import('./commands/release/releases.ts')).addReleases,
  },
  { names: ['findings'], load: async () => (await import('./commands/release/findings.ts')).addFindings },
  { names: ['promotion'], load: async () => (await import('./commands/release/promotion.ts')).addPromotion },
  { names: ['listings'], load: async () => (await import('./commands/listing/listings.ts')).addListings },
  { names: ['variables'], load: async () => (await import('./commands/listing/variables.ts')).addVariables },
  { names: ['restart'], load: async () => (await import('./commands/release/restart.ts')).addRestart },
  { names: ['scale'], load: async () => (await import('./commands/release/scale.ts')).addScale },
  { names: ['metrics'], load: async () => (await import('./commands/watch/metrics.ts')).addMetrics },
  { names: ['tenants'], load: async () => (await import('./commands/tenant/tenants.ts')).addTenants },
  { names: ['launch'], load: async () => (await import('./commands/installation/launch.ts')).addLaunch },
  {
    names: ['installations'],
    load: async () => (await import('./commands/installation/installations.ts')).addInstallations,
  },
  { names: ['call'], load: async () => (await import('./commands/installation/call.ts')).addCall },
  { names: ['calls'], load: async () => (await import('./commands/installation/calls.ts')).addCalls },
  { names: ['pricing'], load: async () => (await import('./commands/installation/pricing.ts')).addPricing },
  { names: ['register'], load: async () => (await import('./commands/tenant/register.ts')).addRegister },
  { names: ['trial'], load: async () => (await import('./commands/installation/trial.ts')).addTrial },
  { names: ['logs'], load: async () => (await import('./commands/watch/logs.ts')).addLogs },
  { names: ['events'], load: async () => (await import('./commands/watch/events.ts')).addEvents },
  { names: ['trace'], load: async () => (await import('./commands/watch/trace.ts')).addTrace },
  { names: ['alerts'], load: async () => (await import('./commands/watch/alerts.ts')).addAlerts },
  { names: ['audit'], load: async () => (await import('./commands/watch/audit.ts')).addAudit },
  { names: ['open'], load: async () => (await import('./commands/platform/open.ts')).addOpen },
  { names: ['api'], load: async () => (await import('./commands/platform/api.ts')).addApi },
  { names: ['explain'], load: async () => (await import('./commands/platform/explain.ts')).addExplain },
  { names: ['doctor'], load: async () => (await import('./commands/platform/doctor.ts')).addDoctor },
  { names: ['completion'], load: async () => (await import('./commands/platform/completion.ts')).addCompletion },
]
