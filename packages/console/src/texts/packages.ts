export const packageTexts = {
  tab: 'Packages',
  title: 'Who has this package',
  lead: 'Releases you may see whose image holds a package, and the installations that run them.',
  search: 'Name of a package',
  ask: 'Type the exact name of a package, for example log4j-core.',
  none: (name: string) => `No release that you may see has ${name}.`,
  noneHint: 'Releases whose image was not read are not counted.',
  release: 'Release',
  versions: 'Versions',
  installations: 'Installations',
  noInstallation: 'None',
  test: 'test',
} as const
