package tessera.ui;

import java.time.Instant;
import java.util.List;
import tessera.model.ProblemException;

/** The folder with reports of crashes of the program itself. */
public interface CrashReportFolder {

    /**
     * The summary of a crash report.
     *
     * @param at   when it was met
     * @param kind of the defect, and what it says of itself
     * @param text all of it, without secrets
     */
    record CrashSummary(Instant at, String kind, String text) {}

    /** Returns the path of the folder, which may not exist yet. */
    String folderPath();

    /**
     * Returns the existing reports, newest first. Waits for the disk; not for the FX thread.
     *
     * @throws ProblemException when they cannot be read
     */
    List<CrashSummary> reports() throws ProblemException;
}
