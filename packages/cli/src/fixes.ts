/** What to do about a refusal, by code; the message says what happened. */
export const fixes: Readonly<Record<string, string>> = {
  platform_unreachable: 'Check the address (--url or MKT_URL) and that the platform runs.',
  credentials_missing: 'Run "mkt login" first.',
  credentials_wrong: 'Check client ID and API key: publisher dashboard, API keys. Then run "mkt login".',
  organization_disabled: 'Ask the operator of the platform.',
  forbidden: 'Use an API key with the needed scope: "publish" or "manage".',
  listing_not_published: 'Publish the listing: "mkt listings publish <name>", or in the console.',
  listing_incomplete: 'Fill in what is missing with "mkt listings change <name>", or in the console.',
  listing_suspended: 'Write to the moderators; the console shows the reason.',
  manifest_invalid: 'Run "mkt validate" and mend what it names.',
  image_unknown: 'Deploy again: the image was not found on the platform.',
  release_not_approved: 'Ask for a review with "mkt listings review <name>" and promote when it is approved.',
  configuration_invalid: 'Give the named settings with --setting name=value.',
  name_taken: 'Choose another name.',
  quota_exceeded: 'Make the image smaller, or ask the operator for more room.',
  rate_limited: 'Wait a moment and try again.',
  registry_unauthorized: 'Run "mkt login" with a key of the organization that owns the listing.',
  registry_unreachable: 'Check the address (--url or MKT_URL) and that the platform runs, then deploy again.',
  platform_missing: 'Build the image for linux/amd64 (docker build --platform linux/amd64).',
  image_missing: 'Check the name; "docker images" lists what there is. A tar goes with --archive.',
  build_impossible:
    'A Node app needs a package.json and a program; other apps need a Dockerfile and Docker, or --archive.',
}
