package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.ui.kit.AgeText;
import tessera.ui.metrics.PrometheusArchive.Came;

/**
 * Where what is in sight comes from.
 *
 * @param step  how far values of a Prometheus lie apart; nothing where all was read here
 * @param joint where what was read here follows what a Prometheus remembers
 */
record ChartOrigin(PrometheusArchive archive, Duration step, Optional<Instant> joint) {

    private static final String HERE = "exporters, read by this program";

    static ChartOrigin of(PrometheusArchive archive, HistoryReach.ReachSource sight) {
        return new ChartOrigin(archive, sight.step(), sight.joint());
    }

    /** For example {@code Prometheus monitoring/prometheus-k8s, one value every 2 min}. */
    String words(MomentText clock) {
        if (step.isZero()) {
            return HERE;
        }
        var name = archive.name().orElse("Prometheus");
        return joint.map(moment -> "%s until %s, then %s".formatted(name, clock.brief(moment), HERE))
                .orElseGet(() -> "%s, one value every %s".formatted(name, AgeText.brief(step)));
    }

    /** What is to be known of the rest: that it is asked for, why it is not to be had; empty when nothing is. */
    String remark() {
        if (archive.failed().isPresent()) {
            return archive.name().orElse("Prometheus") + ": " + archive.failed().get().sentence();
        }
        if (archive.standing() instanceof PrometheusStatus.PrometheusForbidden(_, var why)) {
            return "No Prometheus can be asked: " + why.sentence();
        }
        if (archive.awaits()) {
            return "asking " + archive.name().orElse("Prometheus") + "…";
        }
        return archive.came().map(this::remark).orElse("");
    }

    private String remark(Came came) {
        if (step.isZero()) {
            return came.past().devices().isEmpty() && archive.asked().isPresent()
                    ? archive.name().orElse("Prometheus") + " remembers nothing of this time"
                    : "";
        }
        return came.warnings().isEmpty() ? "" : "it warns: " + String.join(", ", came.warnings());
    }

    /** Whether more is asked for. */
    boolean awaits() {
        return archive.awaits();
    }

    /** Whether what is to be known is bad. */
    boolean troubled() {
        return archive.failed().isPresent();
    }
}
