import { PackageUses } from '../../parts/trust/package-uses.tsx'

export function OperatePackages() {
  return <PackageUses />
}
