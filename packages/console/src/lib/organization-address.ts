/**
 * Pages that show what belongs to the organization one works in, and that nothing else in their address names. Pages of one
 * installation, tenant or listing do not: its id leads to its organization.
 */
const ofOrganization =
  /^\/(manage(\/(tenants(\/new)?|policies(\/[^/]+)?|packages)?)?|publish(\/(new)?)?|organization(\/.*)?|launch\/.*)$/
const named = /^\/o\/([a-z0-9][a-z0-9-]*)(?=\/)/

/** A path of the browser's address, taken apart. */
export function splitAddress(pathname: string): { organization: string | undefined; pathname: string } {
  const found = named.exec(pathname)
  const rest = found ? pathname.slice(found[0].length) : pathname
  // Anything else keeps its address, and is told to be missing.
  if (!found || !ofOrganization.test(rest)) return { organization: undefined, pathname }
  return { organization: found[1], pathname: rest }
}

/** The path as the address shows it: below the organization, where the page is one of its pages. */
export function joinAddress(pathname: string, organization: string | undefined): string {
  return organization !== undefined && ofOrganization.test(pathname) ? `/o/${organization}${pathname}` : pathname
}
