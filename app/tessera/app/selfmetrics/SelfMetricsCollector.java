package tessera.app.selfmetrics;

import io.prometheus.client.Collector;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.GaugeMetricFamily;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.model.SessionConnectionStatus;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;
import tessera.ui.ClusterAlertSource;

/**
 * The program's own metrics: connection, age of its data, answers of exporters, and cost. What is not known is left out. Any thread.
 */
public final class SelfMetricsCollector extends Collector implements TesseraHealthMetricsSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SelfMetricsCollector.class);

    private static final List<String> STATES = List.of("closed", "connecting", "live", "reconnecting", "stale",
            "unreachable", "credentials_expired", "refused");

    private final ClusterAlertSource services;
    private final ScreenStateBuildCounters projections;
    private final Clock clock;

    public SelfMetricsCollector(ClusterAlertSource services, ScreenStateBuildCounters projections, Clock clock) {
        this.services = services;
        this.projections = projections;
        this.clock = clock;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<MetricFamilySamples>();
        addConnection(families);
        addReadings(families);
        addAlerts(families);
        addCost(families);
        return families;
    }

    @Override
    public Optional<String> staleReason() {
        return switch (services.snapshots().get().connection()) {
            case SessionConnectionStatus.LiveConnection _ -> Optional.empty();
            case SessionConnectionStatus.NoConnection _ -> Optional.of(MESSAGES.text("noCluster"));
            case SessionConnectionStatus.PendingConnection(var step, _) ->
                Optional.of(MESSAGES.text("connecting", step));
            case SessionConnectionStatus.InterruptedConnection(var problem, _, _, _) ->
                Optional.of(MESSAGES.text("reconnecting", problem.headline()));
            case SessionConnectionStatus.StaleConnection(var problem, _, _, _) ->
                Optional.of(MESSAGES.text("stale", problem.headline()));
            case SessionConnectionStatus.UnreachableCluster(var problem, _, _) ->
                Optional.of(MESSAGES.text("unreachable", problem.headline()));
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) ->
                Optional.of(MESSAGES.text("unauthenticated", problem.headline()));
            case SessionConnectionStatus.RefusedConnection(var problem) ->
                Optional.of(MESSAGES.text("refused", problem.headline()));
        };
    }

    private static String stateName(SessionConnectionStatus connection) {
        return switch (connection) {
            case SessionConnectionStatus.NoConnection _ -> "closed";
            case SessionConnectionStatus.PendingConnection _ -> "connecting";
            case SessionConnectionStatus.LiveConnection _ -> "live";
            case SessionConnectionStatus.InterruptedConnection _ -> "reconnecting";
            case SessionConnectionStatus.StaleConnection _ -> "stale";
            case SessionConnectionStatus.UnreachableCluster _ -> "unreachable";
            case SessionConnectionStatus.UnauthenticatedConnection _ -> "credentials_expired";
            case SessionConnectionStatus.RefusedConnection _ -> "refused";
        };
    }

    private static double secondsBetween(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis()) / 1000.0;
    }

    private void addConnection(List<MetricFamilySamples> families) {
        var clusterSnapshot = services.snapshots().get();
        var now = clock.instant();
        var states = new GaugeMetricFamily("tessera_connection_state", MESSAGES.text("help.connection"),
                List.of("state"));
        var current = stateName(clusterSnapshot.connection());
        STATES.forEach(state -> states.addMetric(List.of(state), state.equals(current) ? 1 : 0));
        families.add(states);
        if (clusterSnapshot.number() > 0) {
            families.add(gaugeFamily("tessera_snapshot_age_seconds", MESSAGES.text("help.lastChange"),
                    secondsBetween(clusterSnapshot.at(), now)));
        }
        var lost = switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.LiveConnection _ -> Optional.of(now);
            case SessionConnectionStatus.InterruptedConnection(_, var since, _, _) -> Optional.of(since);
            case SessionConnectionStatus.StaleConnection(_, var since, _, _) -> Optional.of(since);
            default -> Optional.<Instant>empty();
        };
        lost.ifPresent(since -> families.add(gaugeFamily("tessera_contact_lost_seconds",
                MESSAGES.text("help.staleness"), secondsBetween(since, now))));
        families.add(gaugeFamily("tessera_nodes", MESSAGES.text("help.nodes"), clusterSnapshot.nodes().size()));
    }

    private void addReadings(List<MetricFamilySamples> families) {
        var readings = services.deviceReadings().get();
        long read = 0;
        long failed = 0;
        long awaited = 0;
        for (var node : readings.nodes().values()) {
            if (node.source().isEmpty()) {
                continue;
            }
            if (node.problem() != null) {
                failed++;
            } else if (node.at() == null) {
                awaited++;
            } else if (node.freshnessAt(readings.at()) == NodeReadings.ReadingFreshness.FRESH) {
                read++;
            }
        }
        var exporters = new GaugeMetricFamily("tessera_exporters", MESSAGES.text("help.exporters"), List.of("state"));
        exporters.addMetric(List.of("read"), (double) read);
        exporters.addMetric(List.of("failed"), (double) failed);
        exporters.addMetric(List.of("awaited"), (double) awaited);
        families.add(exporters);
        if (readings.at().isAfter(Instant.EPOCH)) {
            families.add(gaugeFamily("tessera_readings_age_seconds", MESSAGES.text("help.lastScrape"),
                    secondsBetween(readings.at(), clock.instant())));
        }
    }

    private void addAlerts(List<MetricFamilySamples> families) {
        var judged = services.alertsState().get();
        if (judged.evaluatedAt().equals(Instant.EPOCH)) {
            return;
        }
        var alerts = new GaugeMetricFamily("tessera_alerts", MESSAGES.text("help.alerts"), List.of("severity"));
        for (var alertOrFindingSeverity : AlertOrFindingSeverity.values()) {
            alerts.addMetric(List.of(alertOrFindingSeverity.name().toLowerCase(Locale.ROOT)), (double) judged.active()
                    .stream().filter(alert -> alert.severity() == alertOrFindingSeverity).count());
        }
        families.add(alerts);
        families.add(gaugeFamily("tessera_alerts_age_seconds", MESSAGES.text("help.lastEvaluation"),
                secondsBetween(judged.evaluatedAt(), clock.instant())));
    }

    private void addCost(List<MetricFamilySamples> families) {
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        families.add(gaugeFamily("tessera_heap_used_bytes", MESSAGES.text("help.heapUsed"), (double) heap.getUsed()));
        families.add(gaugeFamily("tessera_heap_committed_bytes", MESSAGES.text("help.heapCommitted"),
                (double) heap.getCommitted()));
        if (heap.getMax() > 0) {
            families.add(gaugeFamily("tessera_heap_max_bytes", MESSAGES.text("help.heapMax"), (double) heap.getMax()));
        }
        families.add(gaugeFamily("tessera_threads", MESSAGES.text("help.threads"),
                ManagementFactory.getThreadMXBean().getThreadCount()));
        families.add(gaugeFamily("process_start_time_seconds", MESSAGES.text("help.start"),
                ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0));
        families.add(new CounterMetricFamily("tessera_projections", MESSAGES.text("help.screens"),
                (double) projections.count()));
        families.add(new CounterMetricFamily("tessera_projection_seconds", MESSAGES.text("help.screenTime"),
                projections.totalSeconds()));
    }

    private static GaugeMetricFamily gaugeFamily(String name, String help, double value) {
        return new GaugeMetricFamily(name, help, value);
    }
}
