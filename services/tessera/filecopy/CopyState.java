package tessera.filecopy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How it stands with something that is copied.
 *
 * @param number   tells it from others of the same cluster
 * @param words    what went wrong, or the file that is under way; empty when there is nothing to say
 * @param files    that are copied
 * @param bytes    of their contents, as far as they have come
 * @param total    how many it will be; -1 where nobody knows
 * @param left     what was left out, and why; the first of them
 * @param leftOut  how many that were
 * @param asks     a file of this machine that is in the way, while the user is asked about it
 * @param since    when it began
 */
public record CopyState(long number, CopyWish wish, CopyStage stage, String words, long files, long bytes, long total,
        List<String> left, int leftOut, Optional<Path> asks, Instant since) {

    /** Where it is in its life. */
    public enum CopyStage {
        RUNNING("Copying"),
        DONE("Copied"),
        FAILED("Failed"),
        STOPPED("Stopped");

        private final String words;

        CopyStage(String words) {
            this.words = words;
        }

        /** Fit for a cell. */
        public String words() {
            return words;
        }
    }

    public CopyState {
        left = List.copyOf(left);
    }

    public boolean over() {
        return stage != CopyStage.RUNNING;
    }
}
