package tessera.logs;

import java.time.LocalDate;

/** Parses the timestamp that a kubelet puts before a line, without allocating. */
final class LogTimestampParser {

    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400;
    private static final int DATE_AND_TIME = 19;
    private static final int[] TENS = {1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100,
        10, 1};

    /** Where the text after the stamp begins, relative to the line; 0 where there is no stamp. */
    private int length;
    private long nanos;
    /** In seconds. */
    private long offset;

    int length() {
        return length;
    }

    /** Returns nanoseconds since the epoch; {@link LogLine#TIMELESS} where there is no timestamp. */
    long epochNanos() {
        return nanos;
    }

    /** Reads the timestamp at the beginning of a line. */
    void read(byte[] line, int start, int end) {
        length = 0;
        nanos = LogLine.TIMELESS;
        if (end - start <= DATE_AND_TIME || !hasTimestampShape(line, start)) {
            return;
        }
        int month = twoDigits(line, start + 5);
        int day = twoDigits(line, start + 8);
        if (month < 1 || month > 12 || day < 1 || day > 28 + 3) {
            return;
        }
        int at = start + DATE_AND_TIME;
        long fraction = 0;
        if (line[at] == '.') {
            int digits = 0;
            at++;
            while (at < end && digits < 9 && line[at] >= '0' && line[at] <= '9') {
                fraction = fraction * 10 + line[at] - '0';
                digits++;
                at++;
            }
            fraction *= TENS[digits];
        }
        readZone(line, at, end, start);
        if (length > 0) {
            nanos = (epochSeconds(line, start, month, day) - offset) * SECOND + fraction;
        }
    }

    private static boolean hasTimestampShape(byte[] line, int start) {
        for (int position = 0; position < DATE_AND_TIME; position++) {
            int expected = "0000-00-00T00:00:00".charAt(position);
            byte found = line[start + position];
            if (expected == '0' ? found < '0' || found > '9' : found != expected) {
                return false;
            }
        }
        return true;
    }

    private static int twoDigits(byte[] line, int at) {
        return (line[at] - '0') * 10 + line[at + 1] - '0';
    }

    private static long epochSeconds(byte[] line, int start, int month, int day) {
        int year = twoDigits(line, start) * 100 + twoDigits(line, start + 2);
        // The thirty-first of a short month is the first of the next: nobody writes it, and nothing breaks.
        long days = LocalDate.of(year, month, 1).toEpochDay() + day - 1;
        return days * DAY + twoDigits(line, start + 11) * 3600L + twoDigits(line, start + 14) * 60L
                + twoDigits(line, start + 17);
    }

    /** Reads the offset from UTC, and with it the end of the timestamp. */
    private void readZone(byte[] line, int at, int end, int start) {
        int after;
        offset = 0;
        if (at < end && line[at] == 'Z') {
            after = at + 1;
        } else if (at + 6 <= end && (line[at] == '+' || line[at] == '-') && line[at + 3] == ':') {
            offset = (twoDigits(line, at + 1) * 3600L + twoDigits(line, at + 4) * 60L) * (line[at] == '-' ? -1 : 1);
            after = at + 6;
        } else {
            return;
        }
        if (after < end && line[after] != ' ') {
            return;
        }
        length = Math.min(after + 1, end) - start;
    }
}
