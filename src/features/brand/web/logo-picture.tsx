import { pictureLevels } from '#platform/shared/picture-levels.ts'
import { classNames } from '#ui/class-names.ts'

type LogoPictureProps = {
  /** The address of its file. */
  readonly source: string
  /** Of its largest level, in pixels. */
  readonly width: number
  readonly height: number
  readonly className?: string
}

/** A logo, as large as fits; decorative. Its file holds smaller levels beside the largest, which are cut off. */
export function LogoPicture({ source, width, height, className }: LogoPictureProps) {
  const smallest = pictureLevels({ width, height }).at(-1)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={classNames('block', className)}>
      {/* The inner element clips the smaller levels; the outer one fits the logo into its box. */}
      <svg width={width} height={height}>
        <image href={source} width={(smallest?.x ?? 0) + (smallest?.width ?? width)} height={height} />
      </svg>
    </svg>
  )
}
