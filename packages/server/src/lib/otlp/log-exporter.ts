import { type BatchExporter, createBatchExporter, type ExporterOptions } from './batch-exporter.ts'
import { logRecord } from './log-record.ts'
import { attributesOf, type Resource } from './trace-request.ts'

/** The body of an export request for logs, in the JSON form of the protocol. */
export function logsRequest(records: readonly unknown[], resource: Resource, version: string): unknown {
  return {
    resourceLogs: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeLogs: [{ scope: { name: 'mkt', version }, logRecords: records }],
      },
    ],
  }
}

/** Exports lines of the log. Its own warning is a line too; it comes once a minute at most. */
export function createLogExporter(options: ExporterOptions): BatchExporter<string> {
  return createBatchExporter<string>(options, {
    name: 'Log lines',
    path: '/v1/logs',
    bodyOf(lines) {
      const records = lines.map(logRecord).filter((record) => record !== undefined)
      return logsRequest(records, options.resource, options.version)
    },
  })
}
