package tessera.logs;

import java.time.Instant;
import java.util.Optional;

/**
 * The position up to which a log was read, from which reading can resume. A server is asked for whole seconds only, and answers in the
 * order of its file: what is known of that is skipped.
 */
final class LogReadPosition {

    private static final long SECOND = 1_000_000_000L;

    private long last = LogLine.TIMELESS;
    private long latest = LogLine.TIMELESS;
    /** How many complete lines have the last stamp. */
    private int same;
    /** The line that a cut left incomplete, and how much of it was handed on. */
    private long incomplete = LogLine.TIMELESS;
    private long handed;

    private boolean seeking;
    private int met;
    private boolean missed;

    /** Returns the time from which to request lines; empty where nothing was read. */
    Optional<Instant> sinceTime() {
        if (last == LogLine.TIMELESS) {
            return Optional.empty();
        }
        return Optional.of(Instant.ofEpochSecond(Math.floorDiv(last, SECOND)));
    }

    /** Begins with a stream that goes on from {@link #sinceTime()}. */
    void resume() {
        seeking = last != LogLine.TIMELESS;
        met = 0;
        missed = false;
    }

    /** Returns whether a line of this timestamp is new. */
    boolean isNewLine(long nanos) {
        if (!seeking) {
            return true;
        }
        if (nanos != LogLine.TIMELESS && nanos > latest) {
            seeking = false;
            missed = met < same;
            return true;
        }
        if (nanos == last && met < same) {
            met++;
            return false;
        }
        // Those of the same stamp that were read are passed, and so is all that the file has before them.
        boolean passed = met >= same;
        seeking = !passed;
        return passed;
    }

    /** Returns whether the position was not found again, so that lines before the first new one may be missing. */
    boolean hasMissedLines() {
        boolean was = missed;
        missed = false;
        return was;
    }

    /** Returns the number of bytes of a beginning line that were delivered before a cut. */
    long deliveredBytes(long nanos) {
        long known = nanos == incomplete ? handed : 0;
        incomplete = nanos;
        handed = 0;
        return known;
    }

    void recordDelivered(int bytes) {
        handed += bytes;
    }

    void completeLine(long nanos) {
        incomplete = LogLine.TIMELESS;
        handed = 0;
        if (nanos == LogLine.TIMELESS) {
            return;
        }
        same = nanos == last ? same + 1 : 1;
        last = nanos;
        latest = Math.max(latest, nanos);
    }
}
