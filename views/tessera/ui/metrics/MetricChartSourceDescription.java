package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryAnswer;

/**
 * The source of the data in sight.
 *
 * @param step  how far values of a Prometheus lie apart; nothing where all was read here
 * @param joinedAt where what was read here follows what a Prometheus remembers
 */
record MetricChartSourceDescription(PrometheusHistoryQueryState queryState, Duration step, Optional<Instant> joinedAt) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricChartSourceDescription.class);

    static MetricChartSourceDescription of(PrometheusHistoryQueryState queryState,
            MetricHistorySourceSelector.VisibleMetricHistory sight) {
        return new MetricChartSourceDescription(queryState, sight.step(), sight.joinedAt());
    }

    /** Returns the source, for example {@code Prometheus monitoring/prometheus-k8s, one value every 2 min}. */
    String sourceText(ChartTimeFormatter clock) {
        if (step.isZero()) {
            return MESSAGES.text("source.exporters");
        }
        var name = queryState.name().orElse(MESSAGES.text("prometheus"));
        return joinedAt.map(
                moment -> MESSAGES.text("source.joined", name, clock.brief(moment), MESSAGES.text("source.exporters")))
                .orElseGet(() -> MESSAGES.text("source.stepped", name, AgeFormatter.brief(step)));
    }

    /** Returns a remark on missing data: pending, or why it is not available; empty when nothing is missing. */
    String remarkText() {
        if (queryState.failure().isPresent()) {
            return queryState.name().orElse(MESSAGES.text("prometheus")) + ": "
                    + queryState.failure().get().problemText();
        }
        if (queryState.status() instanceof PrometheusDiscoveryStatus.PrometheusForbidden(_, var problem)) {
            return MESSAGES.text("source.forbidden", problem.problemText());
        }
        if (queryState.isAwaiting()) {
            return MESSAGES.text("source.asking", queryState.name().orElse(MESSAGES.text("prometheus")));
        }
        return queryState.answer().map(this::remarkText).orElse("");
    }

    private String remarkText(HistoryQueryAnswer came) {
        if (step.isZero()) {
            if (came.history().devices().isEmpty() && queryState.request().isPresent()) {
                return MESSAGES.text("source.noData", queryState.name().orElse(MESSAGES.text("prometheus")));
            }
            return "";
        }
        return came.warnings().isEmpty() ? "" : MESSAGES.text("source.warnings", String.join(", ", came.warnings()));
    }

    /** Returns whether more data is pending. */
    boolean isAwaiting() {
        return queryState.isAwaiting();
    }

    /** Returns whether the remark is a problem. */
    boolean isTroubled() {
        return queryState.failure().isPresent();
    }
}
