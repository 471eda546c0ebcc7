package tessera.ui.doctor;

import java.time.Instant;
import tessera.ui.AppServices;

/** Has a cluster examined once more when exporters were heard that were not heard before. FX thread. */
final class SecondLook {

    private final AppServices desk;
    private final Runnable again;
    private Instant taken = Instant.EPOCH;
    private Instant heard = Instant.MAX;

    /** @param again examines the cluster */
    SecondLook(AppServices desk, Runnable again) {
        this.desk = desk;
        this.again = again;
    }

    /** Takes it as soon as everybody was heard and the rules were asked about what was said; once for each examination. */
    void consider(ExaminationState last) {
        if (last.awaited().isEmpty() || last.at().equals(taken) || !last.awaited().stream().allMatch(this::heard)) {
            heard = Instant.MAX;
            return;
        }
        var readings = desk.readings().get().at();
        heard = heard.isAfter(readings) ? readings : heard;
        if (desk.alerts().get().at().isAfter(heard)) {
            taken = last.at();
            heard = Instant.MAX;
            again.run();
        }
    }

    /** Nodes that went have nothing to say any more. */
    private boolean heard(String node) {
        return desk.readings().get().heard(node) || desk.snapshots().get().node(node).isEmpty();
    }
}
