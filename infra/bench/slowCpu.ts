import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, as on Lambda, so that a request is slowed down evenly instead of running out of CPU once. */
const periodUs = 20_000;

/** A control group whose processes share a fraction of one CPU. Undefined if this machine does not let us make one. */
export function slowCpu(fraction: number): { join: string; remove(): void } | undefined {
  const group = join(hierarchy(), `bench-${process.pid}`);
  try {
    mkdirSync(group);
    const quotaUs = Math.round(fraction * periodUs);
    if (existsSync(join(group, 'cpu.max'))) writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`);
    else {
      writeFileSync(join(group, 'cpu.cfs_period_us'), `${periodUs}`);
      writeFileSync(join(group, 'cpu.cfs_quota_us'), `${quotaUs}`);
    }
    // Fails here rather than in every measured process if they may not join.
    readFileSync(join(group, 'cgroup.procs'));
    return { join: join(group, 'cgroup.procs'), remove: () => rmdirSync(group) };
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
}

/** Control groups v2 have a single hierarchy; v1 has one per resource. */
const hierarchy = () => (existsSync('/sys/fs/cgroup/cgroup.controllers') ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu');
