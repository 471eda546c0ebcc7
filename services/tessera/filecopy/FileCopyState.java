package tessera.filecopy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a copy.
 *
 * @param number   tells it from others of the same cluster
 * @param statusText    what went wrong, or the file that is under way; empty when there is nothing to say
 * @param files    that are copied
 * @param bytes    of their contents, as far as they have come
 * @param total    how many it will be; -1 where nobody knows
 * @param skippedFiles     what was left out, and why; the first of them
 * @param skippedCount  how many that were
 * @param overwriteQuestion     a file of this machine that is in the way, while the user is asked about it
 * @param since    when it began
 */
public record FileCopyState(long number, ContainerFileCopyRequest copyRequest, FileCopyPhase stage, String statusText,
        long files, long bytes, long total, List<String> skippedFiles, int skippedCount,
        Optional<Path> overwriteQuestion, Instant since) {

    /** The stage of a copy. */
    public enum FileCopyPhase {
        RUNNING("Copying"),
        DONE("Copied"),
        FAILED("Failed"),
        STOPPED("Stopped");

        private final String text;

        FileCopyPhase(String text) {
            this.text = text;
        }

        /** Returns the label for a table cell. */
        public String stageLabel() {
            return text;
        }
    }

    public FileCopyState {
        skippedFiles = List.copyOf(skippedFiles);
    }

    public boolean hasEnded() {
        return stage != FileCopyPhase.RUNNING;
    }
}
