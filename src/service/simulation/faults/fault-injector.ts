import { Random } from '../../../base/random.ts';
import {
  type FaultPlan,
  faultPlanSchema,
  type InjectedFault,
  type Latency,
} from '../../../model/wire/local/faults-and-limits.ts';
import type { DeliveryFault } from '../../events/event-dispatcher.ts';
import { now } from '../../storage/ids-and-times.ts';
import type { SettingsStore } from '../../stores/settings-store.ts';

const settingName = 'faults';
const injectedFaultLimit = 10_000;
const maxLatencyMs = 600_000;

const faultsBefore = ['serverError', 'dropBefore'] as const;
const faultsAfter = ['lateServerError', 'dropAfter', 'truncate', 'malform'] as const;

export interface RequestFault {
  readonly latencyMs: number;
  /** Fault that replaces the execution of the request. `null` if the request is executed. */
  readonly before: 'tooManyRequests' | (typeof faultsBefore)[number] | null;
  /** Fault that replaces the response. `null` if the response stays unchanged. */
  readonly after: (typeof faultsAfter)[number] | null;
  readonly retryAfterSeconds: number;
}

/** Draws the random faults of the active plan. Every start of the service draws the same sequence. */
export class FaultInjector {
  readonly #settings: SettingsStore;
  #plan: FaultPlan | null;
  #requests = new Random('');
  #deliveries = new Random('');
  #burstLeft = 0;
  #injectedFaults: InjectedFault[] = [];

  constructor(settings: SettingsStore) {
    this.#settings = settings;
    const stored = settings.read(settingName);
    const parsed = faultPlanSchema.safeParse(stored === null ? null : JSON.parse(stored));
    this.#plan = parsed.success ? parsed.data : null;
    this.#restart();
  }

  get plan(): FaultPlan | null {
    return this.#plan;
  }

  /** Faults that this process injected under the newest plan, oldest first. Keeps at least the newest 10,000. */
  get injectedFaults(): readonly InjectedFault[] {
    return this.#injectedFaults;
  }

  recordFault(fault: Omit<InjectedFault, 'at'>): void {
    this.#injectedFaults.push({ at: now(), ...fault });
    if (this.#injectedFaults.length >= 2 * injectedFaultLimit)
      this.#injectedFaults = this.#injectedFaults.slice(-injectedFaultLimit);
  }

  /** Sets the plan and clears the list of injected faults. `null` clears the plan and keeps the list. */
  set(plan: FaultPlan | null): void {
    if (plan !== null) this.#injectedFaults = [];
    this.#plan = plan;
    this.#settings.write(settingName, JSON.stringify(plan));
    this.#restart();
  }

  /**
   * Draws the fault of a request. Always draws the same number of random values, so that the rate of one
   * fault does not change other faults.
   */
  forRequest(path: string): RequestFault | null {
    const plan = this.#plan;
    if (plan === null) return null;
    const bare = path.replace(/^\/v1(?=\/)/, '');
    if (plan.pathPrefix !== undefined && !bare.startsWith(plan.pathPrefix)) return null;
    const random = this.#requests;
    const latency = latencyMs(plan.latency, random);
    const happens = (rate: number | undefined): boolean => random.next() < (rate ?? 0);
    const burst = happens(plan.tooManyRequests?.rate);
    const [before = null] = faultsBefore.filter((fault) => happens(plan[`${fault}Rate`]));
    const [after = null] = faultsAfter.filter((fault) => happens(plan[`${fault}Rate`]));
    if (burst && this.#burstLeft === 0) this.#burstLeft = plan.tooManyRequests?.burst ?? 1;
    const tooMany = this.#burstLeft > 0;
    if (tooMany) this.#burstLeft--;
    return {
      latencyMs: latency,
      before: tooMany ? 'tooManyRequests' : before,
      after,
      retryAfterSeconds: plan.tooManyRequests?.retryAfterSeconds ?? 1,
    };
  }

  forDelivery(): DeliveryFault {
    const webhooks = this.#plan?.webhooks;
    if (webhooks === undefined) return { delayMs: 0, repeats: 0 };
    const duplicate = this.#deliveries.next() < (webhooks.duplicateRate ?? 0);
    const late = this.#deliveries.next() < (webhooks.lateRate ?? 0);
    return { delayMs: late ? (webhooks.lateMs ?? 1000) : 0, repeats: duplicate ? 1 : 0 };
  }

  #restart(): void {
    const seed = this.#plan?.seed ?? 0;
    this.#requests = new Random(`requests:${seed}`);
    this.#deliveries = new Random(`deliveries:${seed}`);
    this.#burstLeft = 0;
  }
}

/** Draws a latency in milliseconds. Always draws two numbers, so that settings do not affect later requests. */
function latencyMs(latency: Latency | undefined, random: Random): number {
  const first = random.next();
  const second = random.next();
  if (latency === undefined) return 0;
  switch (latency.distribution) {
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return latency.fromMs + first * Math.max(0, latency.toMs - latency.fromMs);
    case 'exponential':
      return Math.min(maxLatencyMs, -Math.log(1 - first) * latency.meanMs);
    case 'lognormal': {
      // The Box-Muller transform gives a normally distributed number.
      const normal = Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
      return Math.min(maxLatencyMs, latency.medianMs * Math.exp(latency.sigma * normal));
    }
  }
}
