/** A row of a CSV file (RFC 4180), with its line break. */
export function csvRow(values: readonly (string | number)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A value, with a leading `=`, `+`, `-`, `@`, tab or return escaped: a spreadsheet would compute it. */
function csvCell(value: string | number): string {
  const text = typeof value === 'string' && /^(?:\s*[=+@-]|[\t\r])/u.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
