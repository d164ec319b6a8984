// Loaded into a measured command with --import: writes what the process used to the file that USAGE_FILE names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMb: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
