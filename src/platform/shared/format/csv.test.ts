import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test('quotes values with commas, quotes and line breaks', () => {
  expect(csvRow(['a', 'b, c', 'say “"hi"”', 'two\nlines', 7])).toBe('a,"b, c","say “""hi""”","two\nlines",7\r\n')
})

test('escapes texts that a spreadsheet would compute, and no numbers', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\u00a0=1', '\t=1'])
    expect(csvRow([text]), JSON.stringify(text)).toBe(`'${text}\r\n`)
  expect(csvRow(['\r=1'])).toBe('"\'\r=1"\r\n')
  expect(csvRow([-5, 'a=b', 'a@example.com'])).toBe('-5,a=b,a@example.com\r\n')
})
