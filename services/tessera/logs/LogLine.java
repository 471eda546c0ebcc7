package tessera.logs;

import java.time.Instant;
import java.util.Optional;

/**
 * A retained line of a log.
 *
 * @param number    counts up from 0, dropped lines included
 * @param origin    which container it is of, by its place in what is read
 * @param note      whether we say it, and not the container
 * @param continues whether it goes on with the line before, which was too long
 * @param nanos     when it was written, since the epoch; {@link #TIMELESS} where nobody says
 * @param raw       as written, escape sequences included
 */
public record LogLine(long number, int origin, boolean note, boolean continues, long nanos, String raw) {

    /** Of a line of which nobody says when it was written. */
    public static final long TIMELESS = Long.MIN_VALUE;

    private static final long SECOND = 1_000_000_000L;

    public Optional<Instant> timestamp() {
        if (nanos == TIMELESS) {
            return Optional.empty();
        }
        return Optional.of(Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND)));
    }

    /** Returns the text without its escape sequences. */
    public String plainText() {
        return AnsiText.plainText(raw);
    }
}
