// What specs of several kinds of pages share.
export const kHeight = 420;
export const kLowHeight = 300;

export const quantity = (field, more = {}) => ({field, type: 'quantitative', ...more});
