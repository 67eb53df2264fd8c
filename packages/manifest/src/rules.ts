import { hookNames, limits, settingTypes } from './manifest.ts'
import type { Severity } from './problem.ts'

export interface Rule {
  title: string
  severity: Severity
  fix: string
}

const error = (title: string, fix: string): Rule => ({ title, severity: 'error', fix })
const warning = (title: string, fix: string): Rule => ({ title, severity: 'warning', fix })

const pathFix =
  'Begin with one slash and use letters, digits and - _ . ~ % ! $ & ( ) + , ; = : @ only, without empty, "." or ".." parts.'

/** Every rule a manifest is checked against, by its stable id `<object>.<property>.<problem>`. */
const manifestRules = {
  'manifest.json.invalid': error('The file is JSON', 'Correct the JSON at this place.'),
  'manifest.json.duplicate-key': error('A property is given once', 'Remove one of the two properties.'),
  'manifest.json.number': error('Numbers can be held exactly enough', 'Use a smaller number, or a text.'),
  'manifest.size': error('The file has at most 256 KB', 'Shorten the file, for example long lists of values.'),
  'manifest.type.invalid': error(
    'Objects, lists and texts stand where they belong',
    'Use the kind of value that is named.',
  ),
  'manifest.text.invalid': error('Texts hold no NUL and no half surrogate pair', 'Remove the character.'),
  'manifest.property.unknown': warning(
    'Properties are known',
    'Check the spelling, or leave it: it is kept and ignored.',
  ),
  'manifest.name.invalid': error(
    'The name is <org-name>/<app-name>',
    'Use the name that the listing shows: two parts of lower-case letters, digits and inner hyphens, 63 characters each at most.',
  ),
  'manifest.name.mismatch': error("The name is the listing's", 'Use the name that the listing shows.'),
  'manifest.version.invalid': error(
    'The version has three numeric parts',
    'Write it like 1.0.0, without leading zeros.',
  ),
  'manifest.targetPlatform.unknown': error('The target platform is known', 'Use "connected" or "enterprise".'),
  'manifest.targetPlatform.mismatch': error(
    "The target platform is the listing's variant",
    "Use the listing's variant, or leave targetPlatform out.",
  ),
  'manifest.performancePlan.unknown': error('The performance plan is known', 'Use "Standard" or "Increased".'),

  'setting.count': error('There are at most 100 settings', 'Remove settings.'),
  'setting.name.missing': error(
    'A setting has a name',
    'Give the setting a name; the application reads its value by it.',
  ),
  'setting.name.invalid': error(
    'A setting name is usable as a key',
    'Use 1 to 128 characters without control characters, and not "__proto__".',
  ),
  'setting.name.duplicate': error('Setting names differ', 'Rename one of the two settings.'),
  'setting.title.missing': error('A setting has a title', 'Give the setting a title; it is the label of its input.'),
  'setting.type.unknown': error(
    'A setting type is known',
    `Use ${settingTypes.map((type) => `"${type}"`).join(', ')}.`,
  ),
  'setting.property.type': error('Properties of a setting have the right type', 'Use the kind of value that is named.'),
  'setting.values.missing': error('A Select has values', 'Give values: a non-empty array of { "text", "value" }.'),
  'setting.values.count': error('A Select has at most 500 values', 'Remove values, or use a Text setting.'),
  'setting.values.item': error(
    'A value item has text and value',
    'Give each item a text "text" and a text "value" of 8 KB at most.',
  ),
  'setting.values.duplicate': error('The values of a Select differ', 'Remove one of the two items.'),
  'setting.values.unused': warning('Only a Select has values', 'Remove values, or make the type "Select".'),
  'setting.default.not-offered': error(
    'The default of a Select is one of its values',
    'Use the "value" of one of the items.',
  ),
  'setting.default.write-only': error(
    'A write-only setting has no default',
    'Remove default: everybody who reads the manifest would know it.',
  ),
  'setting.default.invalid': error(
    'The default is a value the setting accepts',
    'Make it fit the type and what the setting allows: min, max, step, maxLength, pattern.',
  ),
  'setting.maxLength.invalid': error('maxLength is a whole number from 1 to 8192', 'Use such a number.'),
  'setting.pattern.invalid': error(
    'The pattern is RE2 syntax',
    'Use RE2 syntax: no look-around and no back-references.',
  ),
  'setting.pattern.too-long': error('The pattern has at most 200 characters', 'Shorten the pattern.'),
  'setting.pattern.too-complex': error(
    'The pattern can be matched quickly',
    'Repeat less: use maxLength for lengths, and smaller numbers in { }.',
  ),
  'setting.pattern.write-only': error('A write-only setting has no pattern', 'Remove pattern.'),
  'setting.pattern.unused': warning(
    'A Select needs no pattern',
    'Remove pattern: only the offered values are accepted.',
  ),
  'setting.patternMessage.unused': warning(
    'A pattern message belongs to a pattern',
    'Add pattern, or remove patternMessage.',
  ),
  'setting.number.invalid': error(
    'min, max and step of a Number are numbers that leave a value',
    'Use numbers, min not above max, and a step above 0.',
  ),
  'setting.number.unused': warning('Only a Number has min, max and step', 'Remove them, or make the type "Number".'),
  'setting.columns.missing': error('A Table has columns', 'Give columns: a list of { "name", "title", "type" }.'),
  'setting.columns.count': error('A Table has at most 50 columns', 'Remove columns.'),
  'setting.columns.invalid': error(
    'A column has a name of its own, a title, and a type',
    'Use { "name", "title", "type" } with the type "Text", "Number" or "Boolean".',
  ),
  'setting.columns.unused': warning('Only a Table has columns', 'Remove columns, or make the type "Table".'),
  'setting.accept.invalid': error(
    'accept lists name endings and media types',
    'Use at most 20 entries such as ".pem", "image/png" or "image/*".',
  ),
  'setting.accept.unused': warning('Only a File has accept', 'Remove accept, or make the type "File".'),
  'setting.table.sensitive': error('A Table can be read', 'Remove sensitive; keep secrets in settings of their own.'),
  'setting.visibleWhen.invalid': error('visibleWhen has name and equals', 'Write { "name": "…", "equals": "…" }.'),
  'setting.visibleWhen.unknown': error(
    'visibleWhen names a setting of this manifest',
    'Use the name of another setting.',
  ),
  'setting.visibleWhen.write-only': error(
    'visibleWhen names a setting that can be read',
    'Use a setting that is neither a Password nor sensitive.',
  ),
  'setting.visibleWhen.cycle': error('No setting depends on itself', 'Break the circle of visibleWhen.'),
  'setting.visibleWhen.not-offered': error('visibleWhen can come true', 'Use the "value" of an item of that Select.'),

  'mapping.count': error(`There are at most ${limits.mappingFields} mapping fields`, 'Remove mapping fields.'),
  'mapping.name.missing': error('A mapping field has a name', 'Give it a name; the application reads the path by it.'),
  'mapping.name.invalid': error(
    'A mapping field name is usable as a key',
    'Use 1 to 128 characters without control characters, and not "__proto__".',
  ),
  'mapping.name.duplicate': error('Mapping field names differ', 'Rename one of the two mapping fields.'),
  'mapping.title.missing': error('A mapping field has a title', 'Give it a title; it is the label of its input.'),
  'mapping.property.type': error(
    'Properties of a mapping field have the right type',
    'Use the kind of value that is named.',
  ),

  'integration.path.invalid': error('A path is a plain absolute path', pathFix),
  'integration.path.reserved': error(
    'A path is not one of the platform',
    'Use a path other than /health and outside /_app/.',
  ),
  'integration.path.conflict': error(
    'A path belongs to one kind of integration',
    'Use different paths for webhooks, autofill and raters: the gateway treats them differently.',
  ),
  'integration.path.duplicate': warning('A path is declared once', 'Join the two entries, or use different paths.'),
  'integration.variant': error(
    'The integration exists in the variant',
    'Remove it: autofill and external raters exist in the connected variant only.',
  ),
  'integration.property.type': error(
    'Properties of an integration have the right type',
    'Use the kind of value that is named.',
  ),
  'integration.timeoutMs.invalid': error(
    'A timeout is a whole number within its limit',
    'Use 1 to 10000 for autofill, 1 to 20000 for a rater.',
  ),
  'webhook.count': error(`There are at most ${limits.webhooks} webhooks`, 'Join webhooks, or remove some.'),
  'webhook.events.count': error(
    `A webhook has at most ${limits.webhookEvents} entries of events`,
    'Remove repeated events, or use "a.*" for all names that begin "a.".',
  ),
  'webhook.events.missing': error('A webhook has events', 'Give events: a non-empty array of event names.'),
  'webhook.event.unknown': error(
    'An event exists in the variant',
    'Use an event name of the variant, or "a.*" for all names that begin "a.".',
  ),
  'webhook.event.duplicate': warning('An event is listed once', 'Remove the repeated event.'),
  'autofill.count': error(`There are at most ${limits.autofill} entries of autofill`, 'Join entries, or remove some.'),
  'autofill.operations.count': error(
    `An autofill has at most ${limits.autofillOperations} operations`,
    'Remove repeated operations.',
  ),
  'autofill.operations.missing': error('An autofill has operations', 'Give operations: a non-empty array.'),
  'autofill.operation.unknown': error(
    'An autofill operation is <transaction>.<action>',
    'Use newBusiness, endorsement, renewal or *, a dot, then create, update or *.',
  ),
  'rater.count': error(`There are at most ${limits.raters} external raters`, 'Remove raters.'),
  'rater.headers.count': error(`A rater has at most ${limits.raterHeaders} headers`, 'Remove headers.'),
  'rater.name.missing': error('A rater has a name', 'Give the rater a name.'),
  'rater.name.duplicate': error('Rater names differ', 'Rename one of the two raters.'),
  'rater.header.invalid': error(
    'A rater header is a valid HTTP header',
    'Use a header name of token characters and a printable text.',
  ),
  'rater.header.reserved': error(
    'A rater header is not one of the platform',
    'Use another name: x-mkt-*, host, content-* and connection headers are not allowed.',
  ),
  'lifecycle.count': error(`There are at most ${limits.lifecycle} entries of lifecycle`, 'Remove repeated hooks.'),
  'lifecycle.hook.unknown': error(
    'A lifecycle hook is known',
    `Use ${hookNames.slice(0, -1).join(', ')} or ${hookNames.at(-1)}.`,
  ),
  'lifecycle.hook.duplicate': error('A lifecycle hook is declared once', 'Remove one of the two entries.'),
  'tenantAccess.value.unknown': error('The access to the tenant is known', 'Use none, read or write.'),
  'public.count': error(
    `There are at most ${limits.publicPaths} public paths`,
    'Remove paths, or use one that ends in /*.',
  ),
  'public.path.invalid': error(
    'A public path is exact or ends in /*',
    `${pathFix} A star is allowed only as the last part.`,
  ),
  'public.path.too-wide': error('A public path does not open everything', 'Name the paths that third parties call.'),
  'public.path.integration': error(
    'A public path opens no integration',
    'Use a path that no webhook, autofill, rater or hook has.',
  ),
  'egress.host.invalid': error(
    'A host is a DNS name, or "*." and a name',
    'Write a name of at least two labels, such as "api.vin.example"; no IP address, no "localhost", no scheme or path.',
  ),
  'egress.port.invalid': error(
    'A port is a whole number from 1 to 65535',
    'Use such a number, or leave it out for 443.',
  ),
  'egress.setting.unknown': error(
    'setting names a Text setting of this manifest',
    'Use the name of a setting of type "Text" whose value is an address.',
  ),
  'egress.setting.write-only': error(
    'setting names a setting that can be read',
    'Use a setting that is neither a Password nor sensitive.',
  ),
  'egress.purpose.missing': error(
    'An entry says what it is for',
    'Give purpose: customers read it before they launch.',
  ),
  'egress.count': error('There are at most 100 entries of egress', 'Remove entries, or use "*." and a name.'),
  'egress.entry.duplicate': warning('A host and port are declared once', 'Remove one of the two entries.'),
  'egress.undeclared': warning(
    'The manifest says where the application sends data',
    'Give platform.egress: a list of hosts, or [] when it sends data nowhere.',
  ),
} as const satisfies Record<string, Rule>

export type ManifestRule = keyof typeof manifestRules

/** What a customer's configuration is checked against. */
const configurationRules = {
  'setting.required.missing': error('A required setting has a value', 'Enter a value.'),
  'setting.required.cleared': error(
    'A required setting is not cleared',
    'Leave it out to keep the stored value, or enter a new one.',
  ),
  'setting.value.type': error(
    'A value has the type of its setting',
    'Give a text, a number, true or false, a list of rows, or a file as a data URL.',
  ),
  'setting.value.not-offered': error('A selected value is offered', 'Choose one of the offered values.'),
  'setting.value.too-long': error('A value has at most 8 KB, a table 1 MB, a file 32 KB', 'Enter a shorter value.'),
  'setting.value.range': error('A number fits min, max and step', 'Enter a number that fits.'),
  'setting.value.table': error('The rows of a table fit its columns', 'Correct the row that is named.'),
  'setting.value.file': error(
    'A file is a data URL that fits accept',
    'Give data:<media type>;name=<file name>;base64,<content>, of a file that accept names.',
  ),
  'setting.value.max-length': error("A value fits the setting's maxLength", 'Enter a shorter value.'),
  'setting.value.pattern': error("A value matches the setting's pattern", 'Correct the value.'),
  'setting.value.characters': error('A value holds no NUL and no half surrogate pair', 'Remove the character.'),
  'setting.name.unknown': error('A value belongs to a setting of the manifest', 'Remove it, or correct the name.'),
  'configuration.size': error('All values together have at most 64 KB', 'Enter shorter values.'),
  'configuration.type.invalid': error(
    'A configuration is { settings, mappings }',
    'Give settings as an object and mappings as an array.',
  ),
  'autofill.covers-nothing': warning(
    'Autofill works on a mapped product',
    'Map at least one product: autofill is called for mapped products only.',
  ),
  'mapping.required.missing': error('A required mapping field is mapped', 'Choose a field of the product.'),
  'mapping.name.unknown': error(
    'A mapping belongs to a mapping field of the manifest',
    'Remove it, or correct the name.',
  ),
  'mapping.product.missing': error('A mapping names its product', 'Give productName.'),
  'mapping.product.duplicate': error('A product is mapped once', 'Join the two mappings of this product.'),
  'mapping.product.unknown': error('A mapped product is deployed in the tenant', 'Choose a product of the tenant.'),
  'mapping.value.invalid': error(
    'A mapping value is a schema path of the variant',
    'Choose the field from the schema of the tenant.',
  ),
  'mapping.value.product': error('A mapping value belongs to its product', 'Choose a field of this product.'),
  'mapping.value.unknown': error(
    "A mapping value is a field that the tenant's schema has",
    'Choose the field from the schema of the tenant.',
  ),
} as const satisfies Record<string, Rule>

export type ConfigurationRule = keyof typeof configurationRules

/** Every rule by its id, for the tool, the manifest editor, the API and the moderators' checklist. */
export const rules: Readonly<Record<ManifestRule | ConfigurationRule, Rule>> = {
  ...manifestRules,
  ...configurationRules,
}
