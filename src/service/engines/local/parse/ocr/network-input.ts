/** Input value for each colour value from 0 to 255, for each channel: blue, green and red. */
type InputValues = readonly [blue: Float32Array, green: Float32Array, red: Float32Array];

/** Returns a table of input values. A table is faster than a computation per pixel. Channel 0 is blue. */
export function inputValues(inputOf: (colour: number, channel: number) => number): InputValues {
  const table = (channel: number) =>
    Float32Array.from(Array(256).keys(), (colour) => inputOf(colour, channel));
  return [table(0), table(1), table(2)];
}

/**
 * Returns the input of a network: all blue values of an image, then all green, then all red. `pixels` has the red, green,
 * blue and alpha value of each pixel.
 */
export function networkInput(pixels: Uint8ClampedArray, values: InputValues): Float32Array {
  const area = pixels.length / 4;
  const input = new Float32Array(area * 3);
  for (const [channel, table] of values.entries()) {
    const start = channel * area;
    for (let pixel = 0, at = 2 - channel; pixel < area; pixel++, at += 4)
      input[start + pixel] = table[pixels[at] as number] as number;
  }
  return input;
}
