import { type AlertKind, alertKinds, type MailTopic, mailTopics } from '@mkt/contract/api'
import type { Client } from '@mkt/contract/client'
import { type Command, Option } from 'commander'
import { wrongUsage } from '../../abort.ts'
import { act, examples, type Setup } from '../../add-command.ts'
import type { Context, Result } from '../../context.ts'
import { askSecret } from '../../prompts/ask.ts'
import { readLines } from '../../prompts/read-lines.ts'
import { ownOrganization } from '../../services/platform/organization.ts'
import { openSession } from '../../services/platform/session.ts'
import { showAlertRules } from '../../views/show-alert-rules.ts'

type NewRule = Parameters<Client['createAlertRule']>[0]['body']

interface AddOptions {
  when: AlertKind
  threshold?: string
  topics?: string
  mail?: string
  webhook?: string
  slack?: string
  secretEnv?: string
  listing?: string
  installation?: string
  quiet?: string
  timeZone: string
}

export function addAlerts(program: Command, setup: Setup): void {
  const alerts = program.command('alerts').description('alert rules of your organization')
  act(alerts.command('list').description('the rules of your organization'), setup, list)
  const add = alerts
    .command('add <name>')
    .description('add an alert rule')
    .addOption(new Option('--when <kind>', 'what to tell of').choices(alertKinds).makeOptionMandatory())
    .option('--threshold <number>', 'minutes of failing, dead letters, milliseconds of p95, or days of a credential')
    .option('--topics <list>', `with --when notifications: ${mailTopics.join(', ')}, separated by commas`)
    .option('--mail <address>', 'the mail address of a member')
    .option('--webhook <url>', 'a web address that gets signed messages; - reads it from standard input')
    .option('--slack <url>', 'a Slack-compatible address, which is a secret; - reads it from standard input')
    .option('--secret-env <variable>', 'the environment variable with the secret of the webhook', 'MKT_ALERT_SECRET')
    .option('--listing <id>', 'watch an app you publish')
    .option('--installation <id>', 'watch one installation')
    .option('--quiet <from-to>', 'no messages between these times, for example 22:00-06:00')
    .option('--time-zone <name>', 'of the quiet hours', 'UTC')
  examples(add, [
    'mkt alerts add night --when failing --threshold 5 --mail ops@example.com --quiet 22:00-06:00 --time-zone Europe/Berlin',
    'mkt alerts add chat --when failing --threshold 5 --slack - < slack-address.txt',
    'mkt alerts add desk --when notifications --topics reviews,suspensions --slack - < slack-address.txt',
    'MKT_ALERT_SECRET=$(cat secret.txt) mkt alerts add letters --when dead_letters --threshold 1 --webhook https://example.com/hook',
  ])
  act(add, setup, create)
  act(alerts.command('remove <id>').description('remove a rule'), setup, remove)
  act(alerts.command('test <id>').description('send a test message now'), setup, test)
}

async function list(context: Context): Promise<Result> {
  const { client } = openSession(context)
  const { id } = await ownOrganization(client)
  const found = await client.getAlertRules({ params: { org: id } })
  return { data: found, text: showAlertRules(found.rules) }
}

async function create(context: Context, name: string, options: AddOptions): Promise<Result> {
  const body = ruleOf(name, await withAddress(context, options), context.env)
  const { client } = openSession(context)
  const { id } = await ownOrganization(client)
  const made = await client.createAlertRule({ params: { org: id }, body })
  return { data: made, text: `Made ${made.id}. "mkt alerts test ${made.id}" sends a test message.` }
}

/** An address may carry a secret: read from standard input, it is in no history of commands. */
async function withAddress(context: Context, options: AddOptions): Promise<AddOptions> {
  const target = (['webhook', 'slack'] as const).find((each) => options[each] === '-')
  if (target === undefined) return options
  const address = context.interactive
    ? await askSecret(context, { message: 'Address', flag: `--${target}` })
    : (await readLines(context.stdin, 1))[0]
  if (!address) throw wrongUsage('Standard input holds no address.', `Write one line to it, or give --${target} a URL.`)
  return { ...options, [target]: address }
}

/** The rule that the options describe. The secret comes from the environment, so that it is in no history of commands. */
export function ruleOf(name: string, options: AddOptions, env: Readonly<Record<string, string | undefined>>): NewRule {
  const targets = (['mail', 'webhook', 'slack'] as const).filter((target) => options[target] !== undefined)
  const [target] = targets
  if (target === undefined || targets.length > 1)
    throw wrongUsage('Say where messages go.', 'Give one of --mail, --webhook and --slack.')
  const secret = target === 'webhook' ? env[options.secretEnv ?? ''] : undefined
  if (target === 'webhook' && secret === undefined)
    throw wrongUsage(`${options.secretEnv} is not set.`, 'A webhook is signed: put its secret into that variable.')
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(options.quiet ?? '') ?? []
  if (options.quiet !== undefined && (from === undefined || to === undefined))
    throw wrongUsage(`"${options.quiet}" are no hours.`, 'Write them as 22:00-06:00.')
  const threshold = options.threshold === undefined ? undefined : Number(options.threshold)
  if (threshold !== undefined && !Number.isInteger(threshold))
    throw wrongUsage(`"${options.threshold}" is no whole number.`, 'Give --threshold a whole number.')
  const topics = options.topics === undefined ? undefined : topicsOf(options.topics)
  return {
    name,
    kind: options.when,
    target,
    address: options[target] ?? '',
    ...(secret === undefined ? {} : { secret }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(topics === undefined ? {} : { topics }),
    ...(options.listing === undefined ? {} : { listingId: options.listing }),
    ...(options.installation === undefined ? {} : { installationId: options.installation }),
    ...(from === undefined || to === undefined ? {} : { quietHours: { from, to, timeZone: options.timeZone } }),
  }
}

function topicsOf(list: string): MailTopic[] {
  return list.split(',').map((word) => {
    const found = mailTopics.find((topic) => topic === word.trim())
    if (found === undefined) throw wrongUsage(`"${word.trim()}" is no topic.`, `Use ${mailTopics.join(', ')}.`)
    return found
  })
}

async function remove(context: Context, id: string): Promise<Result> {
  await openSession(context).client.deleteAlertRule({ params: { id } })
  return { data: { id, removed: true }, text: `Removed ${id}.` }
}

async function test(context: Context, id: string): Promise<Result> {
  const answer = await openSession(context).client.testAlertRule({ params: { id } })
  const text = answer.taken ? 'The test message was delivered.' : `It was not delivered. ${answer.problem ?? ''}`
  return { data: answer, text, exit: answer.taken ? 0 : 1 }
}
