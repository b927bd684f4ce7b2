/** `codecs/simd/pixels-kernel.ts`, compiled by `node scripts/simd.mjs`, deflated. */
export const DEFLATED_PIXELS_WASM = [
  'hVTNbhxFEK7q/5me9W4QiCgRqGbWB0sICQnFB07bEvZKCeLXJ4SQ18nYZIi9yuzGwgJpuPMQ/IkH4IJ4B56BdwBxHi2qntllYyWh',
  'Nd09X3V3VXV91QWzxTkCAL5tj2XTNHBsmtjgWHUTwLHuJbZbarA5FjzKQSYAJCIoAG20RAAzkg0G8P8N9nscJPXZydH847OTGYj0',
  'rJ5d9cDwwiwCQH/6sF4sPzg9nD+pIcl6dPRFXZbg7Kwup/XsCnxyWs/Pj2Ynj0qwaV0uyuXR/KJcgEzvz59c9CBNFuWs/4f04cWD',
  '8qsOaHtRzupysQRlzsvzeX0lIP3NZz8j6kZOCEjdUxMSpIJYVnsCCh1+/efPv68eheFlbuSEkEyQy6pwvGgPyJIOWB3WB2pCJmAV',
  'Viv7ODcZei8mxLtUnNStDD25uHtfALkx7As1hiCWhSFRkWapJFMF2BcwhoDVLnhSAatcsTp/V2CDX0cf5N3oJbSgoFCk2gGgUNq4',
  'JM0GOwAArVdAEEZVDiRCVuWCZFBVLqOq+n9UgVQajHWQpB7abLVawXZv328zAFht9/bD3mTWmRxdM5lCgF3u6P9AoRr9TTSfcLyB',
  'knW8DZkwuiQR8LCwt3/PM2KJuwwrfEwsGETBGu2QzG2A3LwLsf3V5GmA3MkJKXJ8tYzsGxJ+LDz5n2jAwHXgB9phNOpR4Sm9rybk',
  '85RcbjzZcLPKLTkmwPEVSFNSkXkH2F2s8iTe6xdOndBEk0gJm4Q3AXLLd5h2SJANoyX/YXDLus6tJyDBgbLkeJMt3LVEk32ipZtE',
  'c89LNFKU7glVsVnzHDc/fwbjn4k14wAKEZUQQkkp1QvYVc9m9w5iE5VrVq5YPWl2qOe1S25V5Sq+gFzHUyfrU9tJGMdROwBpkmz4',
  '0is3b78eqY1yiukplTbWJemNl1+99Vrv2FtPOTZaO3bvhZmuXAZbrf1UwNarUdcu+a3oqgRSGmkuLEfckSDbHYh8W+bbMd92w7fz',
  'Y4z8TdVkDNGT0Ax9FO2iaGibfRuT10b2E2bfH5DfYt9u2LeR/aQrMsme4DpBSdzKAU+2aowlXZFjqSH7VI3h6Uu/KzyZsWC6Ckt2',
  'T0CvJGW6UjY0Bv8ddoyJoCvC9zgIG8qw/YgrBWx/XCk+UZMAQ08Qhl2UdJUL1hcjKdYPJr6OqWoC6g0WU785LPsQ94cD+n8B',
].join('');

/** Size of the module itself. */
export const PIXELS_BYTES = 1726;
