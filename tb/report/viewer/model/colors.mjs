// Colours that several kinds of pages share; theme.json has what a dark page shows in place of them.

// Okabe and Ito, told apart in every kind of colour blindness.
export const kColors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#8a6d1d'];

// Viridis from 0 to 0.9: from dark to light, and told apart as well.
const kOrdered = ['#440154', '#482475', '#414487', '#355f8d', '#2a788e', '#21918c', '#22a884', '#44bf70', '#7ad151',
  '#bddf26'];
export const kMostOrdered = kOrdered.length;

// So many of them, as far apart as they can be.
export const orderedColors = (count) => Array.from({length: count}, (_, i) =>
  kOrdered[count > 1 ? Math.floor(i * (kOrdered.length - 1) / (count - 1)) : 0]);
