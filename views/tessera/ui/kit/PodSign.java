package tessera.ui.kit;

import tessera.model.PodFacts;

/** How a pod stands, as one sign: the same one wherever it is listed. */
public final class PodSign {

    private PodSign() {}

    /** By its phase, and by what is said of it. */
    public static Glyph of(PodFacts pod) {
        var status = pod.status();
        boolean broken = status.contains("BackOff") || status.contains("Err");
        return switch (pod.phase()) {
            case FAILED -> Glyph.BROKEN;
            case UNKNOWN -> Glyph.UNREACHABLE;
            case SUCCEEDED -> Glyph.NONE;
            case PENDING -> broken ? Glyph.BROKEN : Glyph.WAITING;
            case RUNNING -> broken ? Glyph.BROKEN
                    : status.equals("Running") ? Glyph.READY
                            : pod.deleting() == null ? Glyph.WARNING : Glyph.WAITING;
        };
    }
}
