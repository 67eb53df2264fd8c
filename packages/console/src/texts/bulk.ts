export const bulkTexts = {
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all shown',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear selection',
  upgrade: (count: number) => `Upgrade ${count}`,
  upgradeText: (lines: string) =>
    `Each is upgraded to the version offered to it: ${lines}. Its upgrade hook runs, then requests go to it.`,
  start: (count: number) => `Start ${count}`,
  stop: (count: number) => `Stop ${count}`,
  stopText: (names: string) =>
    `Unregisters these from their tenants and runs their stop hooks: ${names}. Settings are kept.`,
  left: (count: number) =>
    count === 1
      ? '1 of the selected cannot do that now and is skipped.'
      : `${count} of the selected cannot do that now and are skipped.`,
  notUpgraded: (count: number) =>
    count === 1
      ? '1 of the selected is skipped: it has no update, needs configuration, or asks for more than before.'
      : `${count} of the selected are skipped: they have no update, need configuration, or ask for more than before.`,
  done: (count: number) => (count === 1 ? '1 installation is upgrading.' : `${count} installations are upgrading.`),
  starting: (count: number) => (count === 1 ? '1 installation is starting.' : `${count} installations are starting.`),
  stopping: (count: number) => (count === 1 ? '1 installation is stopping.' : `${count} installations are stopping.`),
  failed: (name: string) => `${name} was not changed`,
}
