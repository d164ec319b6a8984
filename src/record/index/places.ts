/** Places of the items of a record among those of all shards, in ascending order. Uses no memory until there is a gap. */
export class Places {
  #count = 0;
  /** `null` as long as each place equals the position. */
  #places: Uint32Array<ArrayBuffer> | null = null;

  push(place: number): void {
    if (this.#places === null && place !== this.#count)
      this.#places = Uint32Array.from({ length: Math.max(1_024, this.#count * 2) }, (_, i) => i);
    if (this.#places !== null) {
      if (this.#count === this.#places.length) this.#grow(this.#places);
      this.#places[this.#count] = place;
    }
    this.#count++;
  }

  at(position: number): number {
    return this.#places === null ? position : (this.#places[position] ?? -1);
  }

  /** Returns the position of the item at a place, or -1 if this record does not have it. */
  positionOf(place: number): number {
    if (this.#places === null) return place >= 0 && place < this.#count ? place : -1;
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.at(middle);
      if (found === place) return middle;
      if (found < place) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #grow(places: Uint32Array<ArrayBuffer>): void {
    this.#places = new Uint32Array(places.length * 2);
    this.#places.set(places);
  }
}
