package tessera.cluster.decode;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Parses timestamps as the API server writes them, nearly always {@code 2026-11-21T05:58:03Z}. */
final class KubernetesTimestampParser {

    private static final int USUAL = 20;
    private static final int[] DIGITS = {0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18};
    private static final String SHAPE = "    -  -  " + "T  :  :  Z";

    private KubernetesTimestampParser() {}

    /** Returns seconds since 1970 for a timestamp in the usual form; {@link Long#MIN_VALUE} for any other. */
    static long parseSeconds(byte[] bytes, int from, int to) {
        if (to - from != USUAL) {
            return Long.MIN_VALUE;
        }
        for (int i = 0; i < USUAL; i++) {
            char wanted = SHAPE.charAt(i);
            if (wanted != ' ' && bytes[from + i] != wanted) {
                return Long.MIN_VALUE;
            }
        }
        for (int digit : DIGITS) {
            if (bytes[from + digit] < '0' || bytes[from + digit] > '9') {
                return Long.MIN_VALUE;
            }
        }
        int year = twoDigits(bytes, from) * 100 + twoDigits(bytes, from + 2);
        int month = twoDigits(bytes, from + 5);
        int day = twoDigits(bytes, from + 8);
        if (month < 1 || month > 12 || day < 1 || day > 31) {
            return Long.MIN_VALUE;
        }
        return daysSinceEpoch(year, month, day) * 86_400 + twoDigits(bytes, from + 11) * 3_600L
                + twoDigits(bytes, from + 14) * 60L + twoDigits(bytes, from + 17);
    }

    /** Parses a timestamp in any form of its standard; null when it is none. */
    static @Nullable Instant parse(String text) {
        try {
            return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    private static int twoDigits(byte[] bytes, int at) {
        return (bytes[at] - '0') * 10 + bytes[at + 1] - '0';
    }

    /** Returns days since 1970, counting years from March so that the leap day comes last. */
    private static long daysSinceEpoch(int year, int month, int day) {
        int y = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(y, 400);
        int ofEra = y - era * 400;
        int ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        return era * 146_097L + ofEra * 365L + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
    }
}
