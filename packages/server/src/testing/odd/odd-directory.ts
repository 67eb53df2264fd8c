import type { Answered, OddSite, OddWorld } from './odd-world.ts'

/** No two of its people and groups are called alike. */
let made = 0

/** Every text that a directory can have stored by SCIM, one site each. */
export function directorySites(world: OddWorld): OddSite[] {
  const { domain } = world.directory
  const user = (change: object) => ({ userName: `user${++made}@${domain}`, active: true, ...change })
  const site = (name: string, path: string, body: (text: string) => object): OddSite => ({
    name: `${name} of a directory`,
    write: (text) => ask(world, 'POST', path, body(text)),
  })
  const patched = (
    name: string,
    path: string,
    resource: () => object,
    operation: (text: string) => object,
  ): OddSite => ({
    name: `${name} of a directory`,
    async write(text) {
      const { id } = JSON.parse((await ask(world, 'POST', path, resource())).text) as { id: string }
      return ask(world, 'PATCH', `${path}/${id}`, { Operations: [operation(text)] })
    },
  })
  const aUser = () => user({})
  const aGroup = () => ({ displayName: `Group ${++made}` })
  return [
    site('a user name', '/Users', (text) => ({ userName: `${text}@${domain}` })),
    site('a user of a domain', '/Users', (text) => ({ userName: `user@${text}` })),
    site('the name of a user', '/Users', (text) => user({ displayName: text, name: { formatted: text } })),
    site('the address of a user', '/Users', (text) => user({ emails: [{ primary: true, value: text }] })),
    site('the external id of a user', '/Users', (externalId) => user({ externalId })),
    site('a group', '/Groups', (displayName) => ({ displayName })),
    site('the external id of a group', '/Groups', (externalId) => ({ ...aGroup(), externalId })),
    site('a member of a group', '/Groups', (value) => ({ ...aGroup(), members: [{ value }] })),
    patched('the path of a change', '/Users', aUser, (path) => ({ op: 'replace', path, value: 'x' })),
    patched('the value of a change', '/Users', aUser, (value) => ({ op: 'replace', path: 'displayName', value })),
    patched('the kind of a change', '/Groups', aGroup, (op) => ({ op, path: 'displayName', value: 'x' })),
    patched('the new name of a group', '/Groups', aGroup, (value) => ({ op: 'replace', path: 'displayName', value })),
  ]
}

/** Reads all users and groups, and looks for those with the text in their name. */
export async function visitDirectory(world: OddWorld, text: string): Promise<Answered[]> {
  const filter = (name: string) =>
    encodeURIComponent(`${name} eq "${text.toWellFormed().replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  const queries = [
    '/Users',
    `/Users?filter=${filter('userName')}`,
    '/Groups',
    `/Groups?filter=${filter('displayName')}`,
  ]
  const answers: Answered[] = []
  for (const query of queries) answers.push(await ask(world, 'GET', query))
  return answers
}

function ask({ directory, ask }: OddWorld, method: string, path: string, body?: object): Promise<Answered> {
  return ask(directory.authorization, method, directory.url + path, body)
}
