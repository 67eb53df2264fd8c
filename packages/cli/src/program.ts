import { Command } from 'commander'
import type { Setup } from './add-command.ts'
import { addAlerts } from './commands/alerts.ts'
import { addApi } from './commands/api.ts'
import { addAudit } from './commands/audit.ts'
import { addBuild } from './commands/build.ts'
import { addCall } from './commands/call.ts'
import { addCalls } from './commands/calls.ts'
import { addCompletion } from './commands/completion.ts'
import { addConformance } from './commands/conformance.ts'
import { addDeploy } from './commands/deploy.ts'
import { addDev } from './commands/dev.ts'
import { addDoctor } from './commands/doctor.ts'
import { addEvents } from './commands/events.ts'
import { addExplain } from './commands/explain.ts'
import { addFindings } from './commands/findings.ts'
import { addInit } from './commands/init.ts'
import { addInstallations } from './commands/installations.ts'
import { addLaunch } from './commands/launch.ts'
import { addListings } from './commands/listings.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addLogs } from './commands/logs.ts'
import { addOpen } from './commands/open.ts'
import { addPlan } from './commands/plan.ts'
import { addPort } from './commands/port.ts'
import { addPricing } from './commands/pricing.ts'
import { addPromotion } from './commands/promotion.ts'
import { addRegister } from './commands/register.ts'
import { addReleases } from './commands/releases.ts'
import { addRestart } from './commands/restart.ts'
import { addSbom } from './commands/sbom.ts'
import { addTenants } from './commands/tenants.ts'
import { addTrace } from './commands/trace.ts'
import { addTrial } from './commands/trial.ts'
import { addTypes } from './commands/types.ts'
import { addValidate } from './commands/validate.ts'
import { addVariables } from './commands/variables.ts'
import { addVersion } from './commands/version.ts'
import { addWhoami } from './commands/whoami.ts'
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
