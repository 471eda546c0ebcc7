package tessera.ui.kit;

import tessera.model.PodFacts;

/** How a pod stands, as one sign: the same one wherever it is listed. */
public final class PodSign {

    private PodSign() {}

    /** By its phase, and by what is said of it. */
    public static StatusGlyph of(PodFacts pod) {
        var status = pod.status();
        boolean broken = status.contains("BackOff") || status.contains("Err");
        return switch (pod.phase()) {
            case FAILED -> StatusGlyph.BROKEN;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
            case SUCCEEDED -> StatusGlyph.NONE;
            case PENDING -> broken ? StatusGlyph.BROKEN : StatusGlyph.WAITING;
            case RUNNING -> broken ? StatusGlyph.BROKEN
                    : status.equals("Running") ? StatusGlyph.READY
                            : pod.deleting() == null ? StatusGlyph.WARNING : StatusGlyph.WAITING;
        };
    }
}
