// A measured command loads this file with --import. It writes the resource usage of the process to the file that
// USAGE_FILE names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMb: peakKb(maxRSS) / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});

/** Peak resident memory. On Linux, maxRSS also covers the process that started this one, and VmHWM does not. */
function peakKb(maxRSS) {
  const status = '/proc/self/status';
  const peak = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) : null;
  return peak === null ? maxRSS : Number(peak[1]);
}
