package tessera.plan.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The signature of this process in the journal, by which others can tell whether it still runs. */
final class ChangeJournalWriterIdentity {

    /** When a process began is counted from when the machine did, which a clock that is set moves a little. */
    private static final Duration MOVED = Duration.ofSeconds(10);

    private ChangeJournalWriterIdentity() {}

    /** Returns the id of this process and its start time, as ids are reused. Empty where the machine does not tell. */
    static String currentSignature() {
        var here = ProcessHandle.current();
        return here.info().startInstant().map(began -> here.pid() + " " + began).orElse("");
    }

    /** Returns whether the process of a signature runs on this machine; false also if that cannot be known. */
    static boolean isAlive(String signature) {
        int blank = signature.indexOf(' ');
        try {
            return blank > 0 && startTimeOf(Long.parseLong(signature.substring(0, blank))).filter(began -> Duration
                    .between(began, Instant.parse(signature.substring(blank + 1))).abs().compareTo(MOVED) < 0)
                    .isPresent();
        } catch (NumberFormatException | DateTimeParseException _) {
            return false;
        }
    }

    private static Optional<Instant> startTimeOf(long process) {
        return ProcessHandle.of(process).filter(ProcessHandle::isAlive).flatMap(handle -> handle.info().startInstant());
    }
}
