import { formatDetails } from './format.ts'

interface Row {
  subject: { kind: string; id: string; name?: string | undefined }
  details: Record<string, unknown>
}

const asText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
/** Words that are not written as they are spoken. */
const kinds: Record<string, string> = { 'api-key': 'API key', scim: 'SCIM', sso: 'Single sign-on' }
const kindOf = (kind: string) => kinds[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)

/** The thing by its name, the one of its row before the one it has now: the id stands below then. */
function nameOf({ subject, details }: Row) {
  const named = asText(details.name) ?? asText(details.title) ?? asText(details.email) ?? subject.name
  if (named) return { name: named, told: ['name', 'title', 'email'] }
  const app = asText(details.listing)
  if (!app || !['listing', 'release', 'review'].includes(subject.kind)) return { name: undefined, told: [] }
  return { name: [app, asText(details.version)].filter(Boolean).join(' '), told: ['listing', 'version'] }
}

/** What a row of the audit is about, in two lines: the thing, and what is known of it. */
export function subjectOf(row: Row): { name: string; details: string } {
  const { kind, id } = row.subject
  const { name, told } = nameOf(row)
  const rest = formatDetails(row.details, told)
  const called = kindOf(kind)
  return name
    ? { name: `${called} ${name}`, details: [id, rest].filter(Boolean).join(' · ') }
    : { name: `${called} ${id}`, details: rest }
}
