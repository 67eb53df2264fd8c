import type { Command } from 'commander'
import { collect } from '../../collect.ts'

/** The flags of everything that writes a configuration. */
export function configurationOptions(command: Command): Command {
  return command
    .option('--setting <name=value>', 'a setting; repeat it for more', collect)
    .option(
      '--setting-file <name=path>',
      'a setting whose value is in a file: CSV or JSON of a Table, the file of a File, else its text; repeat it for more',
      collect,
    )
    .option('--settings <file>', 'a JSON object of settings, or - for standard input')
    .option('--mapping <product:field=path>', 'a mapped field; repeat it for more', collect)
    .option('--mappings <file>', 'a JSON array of { productName, fields }: all mappings at once')
    .option('--suggest-mappings', "map what has no place yet by the names in the tenant's schema")
}
