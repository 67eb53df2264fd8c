import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import { emailOfScimUser, nameOfScimUser } from '../../domain/identity/scim-user.ts'
import { domainOf } from '../../domain/identity/sso-outcome.ts'
import { newId } from '../../lib/ids.ts'
import { insertPerson, personByEmail, personById, renamePerson, setPersonEmail } from '../../store/accounts/people.ts'
import { isKnownTo, isSharedAccount } from '../../store/identity/scim-people.ts'
import { isScimUserTaken, type ScimUser } from '../../store/identity/scim-users.ts'
import { ssoDomainsOf } from '../../store/identity/sso-domains.ts'
import type { Unit } from '../platform/unit.ts'

type Who = Pick<ScimUser, 'personId' | 'madePerson'>

/** The person behind an active user: known, found by an address of a domain that the organization proved, or made now. */
export async function personOfScimUser(unit: Unit, user: ScimUser): Promise<Who> {
  const { personId, madePerson } = user
  const email = emailOfScimUser(user)
  if (personId !== null && !madePerson) return { personId, madePerson }
  if (email === null)
    throw new ScimRefusal(400, 'A user needs a mail address: in emails, or as userName.', 'invalidValue')
  if (!(await isOwnAddress(unit, user.organizationId, email)))
    throw new ScimRefusal(400, `The organization has not verified the domain ${domainOf(email)}.`, 'invalidValue')
  if (personId !== null) await rename(unit, user, personId, email)
  if (personId !== null) return { personId, madePerson }
  const known = await personByEmail(unit.trx, email)
  if (known !== undefined) {
    if (await isKnownTo(unit.trx, known.id, user.organizationId)) return { personId: known.id, madePerson: false }
    throw new ScimRefusal(
      409,
      `${email} is the address of an account outside the organization. Invite it; once it has joined, send the user again.`,
      'uniqueness',
    )
  }
  const id = newId('per', unit.now, unit.random)
  const row = { id, email, name: nameOfScimUser(user), passwordHash: null, platformRole: null, now: unit.now }
  if (!(await insertPerson(unit.trx, row)))
    throw new ScimRefusal(409, `${email} was taken just now. Try again.`, 'uniqueness')
  unit.record('person.create', { organizationId: null, id, details: { email, by: 'scim' } })
  return { personId: id, madePerson: true }
}

/** The person behind an inactive user. Nobody is made, but somebody who is here already has to be found to be shut out. */
export async function personToShutOut(unit: Unit, user: ScimUser): Promise<Who> {
  const { personId, madePerson, organizationId } = user
  const email = emailOfScimUser(user)
  if (personId !== null || email === null) return { personId, madePerson }
  const known = await personByEmail(unit.trx, email)
  if (known === undefined || !(await isOwnAddress(unit, organizationId, email))) return { personId, madePerson }
  const isOther = await isScimUserTaken(unit.trx, { ...user, userName: '', personId: known.id })
  if (isOther || !(await isKnownTo(unit.trx, known.id, organizationId))) return { personId, madePerson }
  return { personId: known.id, madePerson: false }
}

async function isOwnAddress(unit: Unit, organizationId: string, email: string): Promise<boolean> {
  const domains = await ssoDomainsOf(unit.trx, organizationId)
  return domains.some(({ domain, verifiedAt }) => verifiedAt !== null && domain === domainOf(email))
}

/** A directory names the account it made, until others rely on it: a new address would hand them somebody else. */
async function rename(unit: Unit, user: ScimUser, personId: string, email: string): Promise<void> {
  const person = await personById(unit.trx, personId)
  if (person === undefined || (await isSharedAccount(unit.trx, personId, user.organizationId))) return
  const name = nameOfScimUser(user)
  if (person.name !== name) await renamePerson(unit.trx, personId, name)
  if (person.email.toLowerCase() === email.toLowerCase()) return
  const other = await personByEmail(unit.trx, email)
  if (other !== undefined) throw new ScimRefusal(409, `${email} belongs to another account.`, 'uniqueness')
  await setPersonEmail(unit.trx, personId, email)
}
