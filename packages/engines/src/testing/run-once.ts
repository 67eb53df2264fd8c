/** Starts one application in the folder given, with the uplink given, looks around from inside, stops it, and prints what it saw. */
import { createSandboxEngine } from '../sandbox/engine.ts'
import { UPLINKS } from '../sandbox/uplink-plan.ts'
import { appImage } from './app-image.ts'
import { callInstance, until } from './call-instance.ts'
import { FULL_SHARE } from './full-share.ts'
import { PROBES } from './probes.ts'
import { portOf, startSayServer } from './say-server.ts'

const [folder = '', uplink = ''] = process.argv.slice(2)
const uplinks = UPLINKS.filter((name) => name === uplink)
const engine = await createSandboxEngine({ folder, outletIdleMs: 1_000, uplinks })
const state = await startSayServer('127.0.0.1', 'the state')
const foreign = await startSayServer('127.0.0.1', 'the control plane')
const { missing, outside } = await engine.isolation()
const started = await engine.start({
  instanceId: 'inst_once',
  deploymentId: 'dep_once',
  app: 'acme/moody',
  version: '1.0.0',
  image: await appImage(),
  variables: {},
  stateApi: `http://127.0.0.1:${portOf(state)}`,
  plan: { cpu: FULL_SHARE, cpuCeiling: 1, memoryBytes: 128 * 1024 * 1024 },
  allowAddresses: [],
})
const address = started.address ?? ''
const health = await until('health', async () => (await callInstance(address, '/health')).status)
const look = async (program: string) => {
  const answer = await callInstance(address, '/run', program)
  return answer.status === 200 ? JSON.parse(answer.body) : answer.body
}
const tryCall = `return await new Promise((resolve) => spawn('${PROBES}/unshare').on('exit', resolve))`
const figures = await engine.figures('inst_once')
const seen = {
  missing: missing.map((part) => part.part),
  outside,
  counted: figures !== null && figures.memoryBytes > 1_000_000 && figures.cpuSeconds > 0,
  health,
  uid: await look('return process.getuid()'),
  privileges: await look("return /CapEff:\\s+(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]"),
  filter: await look("return /Seccomp:\\s+(\\d)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]"),
  namespaces: process.arch === 'x64' ? await look(tryCall) : 0,
  readOnly: await look("fs.writeFileSync('/x', '')"),
  state: await look("return await (await fetch(process.env.MKT_STATE_API + '/state/k')).text()"),
  loopback: await look(`return await reach('127.0.0.1', ${portOf(foreign)})`),
  private: await look("return await reach('10.0.0.1', 80)"),
}
await engine.stop('inst_once', { graceMs: 5_000 })
const exit = (await engine.observe('inst_once'))?.exit?.code
await engine.close({ stopInstances: true })
state.close()
foreign.close()
process.stdout.write(JSON.stringify({ ...seen, exit }))
