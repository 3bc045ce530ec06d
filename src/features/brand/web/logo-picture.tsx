import { classNames } from '#ui/class-names.ts'

type LogoPictureProps = {
  /** The address of its file. */
  readonly source: string
  /** Of its largest level, in pixels. */
  readonly width: number
  readonly height: number
  readonly className?: string
}

/** A logo on a chequered ground, which shows light and dark letters. Its file holds smaller levels beside the largest. */
export function LogoPicture({ source, width, height, className }: LogoPictureProps) {
  return (
    <span
      className={classNames(
        'grid place-items-center overflow-hidden rounded-sm bg-[repeating-conic-gradient(#8f8a86_0_25%,#6f6a66_0_50%)] bg-size-[12px_12px] p-2',
        className,
      )}
    >
      <span
        className="block max-h-full max-w-full overflow-hidden"
        style={{ aspectRatio: `${width} / ${height}`, ...(width >= height ? { width: '100%' } : { height: '100%' }) }}
      >
        <img src={source} alt="" className="h-full max-w-none" />
      </span>
    </span>
  )
}
