package tessera.plan.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** How a program signs what it writes into the journal, so that others can tell whether it still runs. */
final class JournalWriter {

    /** When a process began is counted from when the machine did, which a clock that is set moves a little. */
    private static final Duration MOVED = Duration.ofSeconds(10);

    private JournalWriter() {}

    /** The number of this process, and when it began: numbers are given again. Empty where the machine does not tell. */
    static String here() {
        var here = ProcessHandle.current();
        return here.info().startInstant().map(began -> here.pid() + " " + began).orElse("");
    }

    /** Whether a program of this machine that signed so is there; false also where that cannot be known. */
    static boolean lives(String signature) {
        int blank = signature.indexOf(' ');
        try {
            return blank > 0 && began(Long.parseLong(signature.substring(0, blank)))
                    .filter(began -> Duration.between(began, Instant.parse(signature.substring(blank + 1))).abs()
                            .compareTo(MOVED) < 0)
                    .isPresent();
        } catch (NumberFormatException | DateTimeParseException _) {
            return false;
        }
    }

    private static Optional<Instant> began(long process) {
        return ProcessHandle.of(process).filter(ProcessHandle::isAlive).flatMap(each -> each.info().startInstant());
    }
}
