package tessera.ui.doctor;

import java.time.Instant;
import tessera.ui.AppServices;

/** Triggers another examination when exporters have reported that were silent before. FX thread. */
final class DoctorRerunTrigger {

    private final AppServices services;
    private final Runnable rerun;
    private Instant handledAt = Instant.EPOCH;
    private Instant reportedAt = Instant.MAX;

    /** @param rerun examines the cluster */
    DoctorRerunTrigger(AppServices services, Runnable rerun) {
        this.services = services;
        this.rerun = rerun;
    }

    /** Triggers it once for each examination, as soon as all exporters have reported and alert rules were evaluated on that. */
    void consider(DoctorScreenState last) {
        if (last.awaitedNodes().isEmpty() || last.examinedAt().equals(handledAt)
                || !last.awaitedNodes().stream().allMatch(this::hasReported)) {
            reportedAt = Instant.MAX;
            return;
        }
        var readings = services.deviceReadings().get().at();
        reportedAt = reportedAt.isAfter(readings) ? readings : reportedAt;
        if (services.alertsState().get().evaluatedAt().isAfter(reportedAt)) {
            handledAt = last.examinedAt();
            reportedAt = Instant.MAX;
            rerun.run();
        }
    }

    /** Returns whether a node has reported, or is gone. */
    private boolean hasReported(String node) {
        return services.deviceReadings().get().isResolved(node) || services.snapshots().get().findNode(node).isEmpty();
    }
}
