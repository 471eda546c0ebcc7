package tessera.ui.doctor;

import java.time.Instant;
import tessera.ui.AppServices;

/** Triggers another examination when exporters have reported that were silent before. FX thread. */
final class DoctorRerunTrigger {

    private final AppServices desk;
    private final Runnable again;
    private Instant taken = Instant.EPOCH;
    private Instant heard = Instant.MAX;

    /** @param again examines the cluster */
    DoctorRerunTrigger(AppServices desk, Runnable again) {
        this.desk = desk;
        this.again = again;
    }

    /** Triggers it once for each examination, as soon as all exporters have reported and alert rules were evaluated on that. */
    void consider(DoctorScreenState last) {
        if (last.awaitedNodes().isEmpty() || last.examinedAt().equals(taken)
                || !last.awaitedNodes().stream().allMatch(this::hasReported)) {
            heard = Instant.MAX;
            return;
        }
        var readings = desk.deviceReadings().get().at();
        heard = heard.isAfter(readings) ? readings : heard;
        if (desk.alertsState().get().evaluatedAt().isAfter(heard)) {
            taken = last.examinedAt();
            heard = Instant.MAX;
            again.run();
        }
    }

    /** Returns whether a node has reported, or is gone. */
    private boolean hasReported(String node) {
        return desk.deviceReadings().get().isResolved(node) || desk.snapshots().get().findNode(node).isEmpty();
    }
}
