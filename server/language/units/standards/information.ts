/**
 * Decimal prefixes are powers of 1000 and binary prefixes (Ki, Mi, ...) powers of 1024, both of IEC 80000-13. `kB` is
 * always 1000 bytes. `KB` and `Mb` are not accepted, because people use them with either meaning.
 */
import type { Standard } from './standard'

export const INFORMATION: Standard = {
  name: 'information',
  version: '1.0.0',
  symbols: [
    { symbol: 'bit', base: true, aliases: ['bits'], about: 'bit' },
    { symbol: 'B', is: '8 bit', aliases: ['byte', 'bytes'], about: 'byte of eight bits' },

    { symbol: 'kB', is: '1000 B', aliases: ['kilobyte', 'kilobytes'], about: 'kilobyte' },
    { symbol: 'MB', is: '1000 kB', aliases: ['megabyte', 'megabytes'], about: 'megabyte' },
    { symbol: 'GB', is: '1000 MB', aliases: ['gigabyte', 'gigabytes'], about: 'gigabyte' },
    { symbol: 'TB', is: '1000 GB', aliases: ['terabyte', 'terabytes'], about: 'terabyte' },
    { symbol: 'PB', is: '1000 TB', aliases: ['petabyte', 'petabytes'], about: 'petabyte' },
    { symbol: 'EB', is: '1000 PB', aliases: ['exabyte', 'exabytes'], about: 'exabyte' },
    { symbol: 'ZB', is: '1000 EB', aliases: ['zettabyte', 'zettabytes'], about: 'zettabyte' },
    { symbol: 'YB', is: '1000 ZB', aliases: ['yottabyte', 'yottabytes'], about: 'yottabyte' },

    { symbol: 'KiB', is: '1024 B', aliases: ['kibibyte', 'kibibytes'], about: 'kibibyte' },
    { symbol: 'MiB', is: '1024 KiB', aliases: ['mebibyte', 'mebibytes'], about: 'mebibyte' },
    { symbol: 'GiB', is: '1024 MiB', aliases: ['gibibyte', 'gibibytes'], about: 'gibibyte' },
    { symbol: 'TiB', is: '1024 GiB', aliases: ['tebibyte', 'tebibytes'], about: 'tebibyte' },
    { symbol: 'PiB', is: '1024 TiB', aliases: ['pebibyte', 'pebibytes'], about: 'pebibyte' },
    { symbol: 'EiB', is: '1024 PiB', aliases: ['exbibyte', 'exbibytes'], about: 'exbibyte' },
    { symbol: 'ZiB', is: '1024 EiB', aliases: ['zebibyte', 'zebibytes'], about: 'zebibyte' },
    { symbol: 'YiB', is: '1024 ZiB', aliases: ['yobibyte', 'yobibytes'], about: 'yobibyte' },

    { symbol: 'kbit', is: '1000 bit', aliases: ['kilobit', 'kilobits'], about: 'kilobit' },
    { symbol: 'Mbit', is: '1000 kbit', aliases: ['megabit', 'megabits'], about: 'megabit' },
    { symbol: 'Gbit', is: '1000 Mbit', aliases: ['gigabit', 'gigabits'], about: 'gigabit' },
    { symbol: 'Tbit', is: '1000 Gbit', aliases: ['terabit', 'terabits'], about: 'terabit' },
    { symbol: 'Pbit', is: '1000 Tbit', aliases: ['petabit', 'petabits'], about: 'petabit' },
    { symbol: 'Ebit', is: '1000 Pbit', aliases: ['exabit', 'exabits'], about: 'exabit' },

    { symbol: 'Kibit', is: '1024 bit', aliases: ['kibibit', 'kibibits'], about: 'kibibit' },
    { symbol: 'Mibit', is: '1024 Kibit', aliases: ['mebibit', 'mebibits'], about: 'mebibit' },
    { symbol: 'Gibit', is: '1024 Mibit', aliases: ['gibibit', 'gibibits'], about: 'gibibit' },
    { symbol: 'Tibit', is: '1024 Gibit', aliases: ['tebibit', 'tebibits'], about: 'tebibit' },
    { symbol: 'Pibit', is: '1024 Tibit', aliases: ['pebibit', 'pebibits'], about: 'pebibit' },
    { symbol: 'Eibit', is: '1024 Pibit', aliases: ['exbibit', 'exbibits'], about: 'exbibit' },
  ],
}
