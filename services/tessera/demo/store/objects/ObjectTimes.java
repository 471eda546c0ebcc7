package tessera.demo.store.objects;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Moments as objects carry them. */
public final class ObjectTimes {

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'")
            .withZone(ZoneOffset.UTC);

    private ObjectTimes() {}

    /** To the second, as most fields do: {@code 2026-11-21T05:58:03Z}. */
    public static String seconds(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** To the microsecond, as leases and events do: {@code 2026-11-21T05:58:03.000000Z}. */
    public static String micros(Instant moment) {
        return MICROS.format(moment);
    }

    /** To the nanosecond, as logs do. */
    public static String nanos(Instant moment) {
        return NANOS.format(moment);
    }
}
