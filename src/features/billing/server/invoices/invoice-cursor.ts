import { AppError } from '#platform/shared/errors.ts'

/** The cursor after an invoice: its time and id. */
export function cursorOf({ paidAtMs, id }: { readonly paidAtMs: number; readonly id: string }): string {
  return `${paidAtMs}.${id}`
}

/** @throws AppError `unprocessable` for a malformed cursor */
export function readCursor(cursor: string | undefined): { paidAt: Date; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [, paidAtMs, id] = /^(\d{1,15})\.(.+)$/u.exec(cursor) ?? []
  if (paidAtMs === undefined || id === undefined) throw new AppError('unprocessable', 'This page does not exist.')
  return { paidAt: new Date(Number(paidAtMs)), id }
}
