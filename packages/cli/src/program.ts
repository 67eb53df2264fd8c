import { Command } from 'commander'
import type { Setup } from './add-command.ts'
import { addBuild } from './commands/app/build.ts'
import { addConformance } from './commands/app/conformance.ts'
import { addDev } from './commands/app/dev.ts'
import { addInit } from './commands/app/init.ts'
import { addPort } from './commands/app/port.ts'
import { addSbom } from './commands/app/sbom.ts'
import { addTypes } from './commands/app/types.ts'
import { addValidate } from './commands/app/validate.ts'
import { addVersion } from './commands/app/version.ts'
import { addCall } from './commands/installation/call.ts'
import { addCalls } from './commands/installation/calls.ts'
import { addInstallations } from './commands/installation/installations.ts'
import { addLaunch } from './commands/installation/launch.ts'
import { addPricing } from './commands/installation/pricing.ts'
import { addTrial } from './commands/installation/trial.ts'
import { addListings } from './commands/listing/listings.ts'
import { addVariables } from './commands/listing/variables.ts'
import { addApi } from './commands/platform/api.ts'
import { addCompletion } from './commands/platform/completion.ts'
import { addDoctor } from './commands/platform/doctor.ts'
import { addExplain } from './commands/platform/explain.ts'
import { addLogin } from './commands/platform/login.ts'
import { addLogout } from './commands/platform/logout.ts'
import { addOpen } from './commands/platform/open.ts'
import { addWhoami } from './commands/platform/whoami.ts'
import { addDeploy } from './commands/release/deploy.ts'
import { addFindings } from './commands/release/findings.ts'
import { addPlan } from './commands/release/plan.ts'
import { addPromotion } from './commands/release/promotion.ts'
import { addReleases } from './commands/release/releases.ts'
import { addRestart } from './commands/release/restart.ts'
import { addScale } from './commands/release/scale.ts'
import { addRegister } from './commands/tenant/register.ts'
import { addTenants } from './commands/tenant/tenants.ts'
import { addAlerts } from './commands/watch/alerts.ts'
import { addAudit } from './commands/watch/audit.ts'
import { addEvents } from './commands/watch/events.ts'
import { addLogs } from './commands/watch/logs.ts'
import { addMetrics } from './commands/watch/metrics.ts'
import { addTrace } from './commands/watch/trace.ts'
import type { World } from './world.ts'

/** In the order of the help. */
const commands: readonly ((program: Command, setup: Setup) => void)[] = [
  addLogin,
  addLogout,
  addWhoami,
  addInit,
  addPort,
  addDev,
  addValidate,
  addTypes,
  addConformance,
  addVersion,
  addBuild,
  addSbom,
  addPlan,
  addDeploy,
  addReleases,
  addFindings,
  addPromotion,
  addListings,
  addVariables,
  addRestart,
  addScale,
  addMetrics,
  addTenants,
  addLaunch,
  addInstallations,
  addCall,
  addCalls,
  addPricing,
  addRegister,
  addTrial,
  addLogs,
  addEvents,
  addTrace,
  addAlerts,
  addAudit,
  addOpen,
  addApi,
  addExplain,
  addDoctor,
  addCompletion,
]

/** The whole command line. Nothing in it exits the process or writes past the world it is given. */
export function buildProgram(world: World, setExit: (code: number) => void = () => {}): Command {
  const program = new Command('mkt')
    .description('Publish applications on the marketplace: write, check, build, deploy, launch, watch.')
    .option('--json', 'print exactly one JSON object on standard output')
    .option('--url <url>', 'the platform (or MKT_URL)')
    .option('--profile <name>', 'the profile of stored credentials (or MKT_PROFILE)')
    .option('--debug', 'show each request to the platform, and where a failure came from')
    .showSuggestionAfterError()
    .helpCommand('help [command]', 'show the help of a command')
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      // Errors are thrown and printed once, at the edge.
      writeErr: () => {},
      outputError: () => {},
    })
    .exitOverride()
  for (const add of commands) add(program, { world, setExit })
  return program
}
