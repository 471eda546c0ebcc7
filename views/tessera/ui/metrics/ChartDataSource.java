package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.ui.kit.AgeText;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryAnswer;

/**
 * The source of the data in sight.
 *
 * @param step  how far values of a Prometheus lie apart; nothing where all was read here
 * @param joinedAt where what was read here follows what a Prometheus remembers
 */
record ChartDataSource(PrometheusHistoryQueryState archive, Duration step, Optional<Instant> joinedAt) {

    private static final String HERE = "exporters, read by this program";

    static ChartDataSource of(PrometheusHistoryQueryState archive, MetricHistoryReach.ChartFrameHistory sight) {
        return new ChartDataSource(archive, sight.step(), sight.joinedAt());
    }

    /** Returns the source, for example {@code Prometheus monitoring/prometheus-k8s, one value every 2 min}. */
    String sourceText(ChartTimeText clock) {
        if (step.isZero()) {
            return HERE;
        }
        var name = archive.name().orElse("Prometheus");
        return joinedAt.map(moment -> "%s until %s, then %s".formatted(name, clock.brief(moment), HERE))
                .orElseGet(() -> "%s, one value every %s".formatted(name, AgeText.brief(step)));
    }

    /** Returns a remark on missing data: pending, or why it is not available; empty when nothing is missing. */
    String remarkText() {
        if (archive.failure().isPresent()) {
            return archive.name().orElse("Prometheus") + ": " + archive.failure().get().problemText();
        }
        if (archive.status() instanceof PrometheusDiscoveryStatus.PrometheusForbidden(_, var problem)) {
            return "No Prometheus can be asked: " + problem.problemText();
        }
        if (archive.isAwaiting()) {
            return "asking " + archive.name().orElse("Prometheus") + "…";
        }
        return archive.answer().map(this::remarkText).orElse("");
    }

    private String remarkText(HistoryQueryAnswer came) {
        if (step.isZero()) {
            return came.history().devices().isEmpty() && archive.request().isPresent()
                    ? archive.name().orElse("Prometheus") + " remembers nothing of this time"
                    : "";
        }
        return came.warnings().isEmpty() ? "" : "it warns: " + String.join(", ", came.warnings());
    }

    /** Returns whether more data is pending. */
    boolean isAwaiting() {
        return archive.isAwaiting();
    }

    /** Returns whether the remark is a problem. */
    boolean isTroubled() {
        return archive.failure().isPresent();
    }
}
