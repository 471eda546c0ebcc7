package tessera.ui.kit;

import java.util.Comparator;
import java.util.List;
import tessera.model.PodSummary;

/** The status of a pod as one glyph, the same wherever it is listed. */
public final class PodStatusGlyphChooser {

    private static final List<StatusGlyph> URGENT = List.of(StatusGlyph.BROKEN, StatusGlyph.UNREACHABLE,
            StatusGlyph.WARNING, StatusGlyph.WAITING);

    private PodStatusGlyphChooser() {}

    /** Returns the order in which failing pods come first, then those that wait, then all others. */
    public static Comparator<PodSummary> mostUrgentFirst() {
        return Comparator.comparingInt(pod -> {
            int rank = URGENT.indexOf(glyphOf(pod));
            return rank < 0 ? URGENT.size() : rank;
        });
    }

    /** Returns the glyph for the phase and the status reason of a pod. */
    public static StatusGlyph glyphOf(PodSummary pod) {
        var status = pod.status();
        boolean broken = status.contains("BackOff") || status.contains("Err");
        return switch (pod.phase()) {
            case FAILED -> StatusGlyph.BROKEN;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
            case SUCCEEDED -> StatusGlyph.NONE;
            case PENDING -> broken ? StatusGlyph.BROKEN : StatusGlyph.WAITING;
            case RUNNING -> {
                if (broken) {
                    yield StatusGlyph.BROKEN;
                }
                if (status.equals("Running")) {
                    yield StatusGlyph.READY;
                }
                if (pod.deleting() == null) {
                    yield StatusGlyph.WARNING;
                }
                yield StatusGlyph.WAITING;
            }
        };
    }
}
