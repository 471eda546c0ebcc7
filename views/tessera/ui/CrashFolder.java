package tessera.ui;

import java.time.Instant;
import java.util.List;
import tessera.model.Failure;

/** Where it is written down when the program itself fails. */
public interface CrashFolder {

    /**
     * What is known of a defect.
     *
     * @param at   when it was met
     * @param kind of the defect, and what it says of itself
     * @param text all of it, without secrets
     */
    record CrashSummary(Instant at, String kind, String text) {}

    /** The folder; it may not be there yet. */
    String place();

    /**
     * Those that are kept, the newest first. Waits for the disk; not for the FX thread.
     *
     * @throws Failure when they cannot be read
     */
    List<CrashSummary> reports() throws Failure;
}
