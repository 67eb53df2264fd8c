export const packageTexts = {
  tab: 'Packages',
  title: 'Find a package',
  lead: 'See which releases contain a package, and which installations run them.',
  search: 'Name of a package',
  ask: 'Type the exact name of a package, for example log4j-core.',
  none: (name: string) => `No release you can see contains ${name}.`,
  noneHint: 'Releases whose image was not read are not counted.',
  release: 'Release',
  versions: 'Versions',
  installations: 'Installations',
  noInstallation: 'None',
  test: 'test',
} as const
