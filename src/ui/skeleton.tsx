import { classNames } from './class-names.ts'

/** A placeholder in the shape of the loading content, so that nothing jumps when it arrives. Size it by class. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      data-skeleton=""
      className={classNames('animate-[breathe_1.8s_ease-in-out_infinite] rounded-md bg-hover', className)}
    />
  )
}
