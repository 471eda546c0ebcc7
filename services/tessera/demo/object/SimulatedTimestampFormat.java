package tessera.demo.object;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** The time formats of objects. */
public final class SimulatedTimestampFormat {

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private SimulatedTimestampFormat() {}

    /** Returns a time to the second, as most fields have it: {@code 2026-11-21T05:58:03Z}. */
    public static String secondsText(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Returns a time to the microsecond, as leases and events have it: {@code 2026-11-21T05:58:03.000000Z}. */
    public static String microsText(Instant moment) {
        return MICROS.format(moment);
    }

    /** Returns a time to the nanosecond, as logs have it. */
    public static String nanosText(Instant moment) {
        return NANOS.format(moment);
    }
}
