package tessera.kube.patch;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MyersDiff;
import com.github.difflib.patch.Patch;
import java.io.Serial;
import java.util.List;
import java.util.Optional;

/**
 * Lines of a text that others take the place of.
 *
 * @param position index of the first line that goes, or of the one before which lines come
 * @param removed  lines that go
 * @param added    lines that come
 */
public record LineChange(int position, List<String> removed, List<String> added) {

    public LineChange {
        removed = List.copyOf(removed);
        added = List.copyOf(added);
    }

    /** Lines that go and come, beyond which they are not looked for one by one: time grows by the square of their number. */
    private static final int MOST = 4_000;

    /** Returns the fewest changes that make one text of another, in their order; empty for texts that differ in too much. */
    public static Optional<List<LineChange>> between(List<String> before, List<String> after) {
        return patch(before, after)
                .map(patch -> patch.getDeltas().stream().map(delta -> new LineChange(delta.getSource().getPosition(),
                        delta.getSource().getLines(), delta.getTarget().getLines())).toList());
    }

    static Optional<Patch<String>> patch(List<String> before, List<String> after) {
        try {
            return Optional.of(DiffUtils.diff(before, after, new MyersDiff<>(), new DifferenceLimit()));
        } catch (DifferenceLimitException _) {
            return Optional.empty();
        }
    }

    private static final class DifferenceLimitException extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1;
    }

    /** The end of a comparison that finds too many differences. */
    private static final class DifferenceLimit implements DiffAlgorithmListener {

        @Override
        public void diffStart() {
            // Counted are steps alone.
        }

        @Override
        public void diffStep(int differences, int most) {
            if (differences >= MOST) {
                throw new DifferenceLimitException();
            }
        }

        @Override
        public void diffEnd() {
            // Counted are steps alone.
        }
    }
}
