import type { Scenario } from './scenario.ts';

/** Who makes the key of a write, when, and from which fields. Two of these are wrong, and reports tell of them all. */
export interface KeySetting {
  /**
   * `operation`: from the intent, before the first send. `attempt`: anew for each attempt, or hashed over fields that change:
   * no two are equal. `client`: one for the life of the client. `subject`: from fields that several intents share.
   */
  readonly scope: 'none' | 'operation' | 'attempt' | 'client' | 'subject';
  /** Errors after which the same intent gets another key, by name. */
  readonly rotateOn: readonly string[];
  /** How long the client remembers its key; null: for ever. */
  readonly lifetimeMs: number | null;
}

/** A repeat is recognised: the target goes by keys, and those of one intent are equal. */
export function isKeyed({ gateway, key }: Pick<Scenario, 'gateway' | 'key'>): boolean {
  return gateway.dedupe?.by === 'key' && (key?.scope === 'operation' || key?.scope === 'subject');
}

/** What a key is made from. */
export interface KeyFields {
  readonly intent: string;
  readonly subject: string;
}

/** The keys that one client has made. */
export class KeyRing {
  readonly #setting: KeySetting;
  #minted = new Map<string, { readonly at: number; readonly generation: number }>();
  #attempts = 0;
  #clients = 1;

  constructor(setting: KeySetting) {
    this.#setting = setting;
  }

  /** The key that this attempt sends; null: none. */
  keyFor(fields: KeyFields, now: number): string | null {
    switch (this.#setting.scope) {
      case 'none':
        return null;
      case 'attempt':
        this.#attempts += 1;
        return `attempt:${this.#attempts}`;
      case 'client':
        return `client:${this.#clients}`;
      case 'operation':
        return this.#remembered(`operation:${fields.intent}`, now);
      case 'subject':
        return this.#remembered(`subject:${fields.subject}`, now);
    }
  }

  /** After an error: the intent starts over under another key, where the setting says so. */
  afterError(fields: KeyFields, name: string): void {
    if (!this.#setting.rotateOn.includes(name)) return;
    for (const base of [`operation:${fields.intent}`, `subject:${fields.subject}`]) {
      const known = this.#minted.get(base);
      if (known !== undefined) this.#minted.set(base, { ...known, generation: known.generation + 1 });
    }
  }

  /** The process ends. What is made from an intent is made again, the same; what was held in memory is gone. */
  crash(): void {
    this.#clients += 1;
  }

  #remembered(base: string, now: number): string {
    const { lifetimeMs } = this.#setting;
    const known = this.#minted.get(base);
    if (known === undefined) this.#minted.set(base, { at: now, generation: 1 });
    else if (lifetimeMs !== null && now - known.at >= lifetimeMs) {
      this.#minted.set(base, { at: now, generation: known.generation + 1 });
    }
    const generation = this.#minted.get(base)?.generation ?? 1;
    return generation === 1 ? base : `${base}#${generation}`;
  }
}
