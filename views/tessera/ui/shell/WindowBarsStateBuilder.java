package tessera.ui.shell;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.GpuFleet;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.ReadingFreshness;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;
import tessera.ui.alerts.ActiveAlerts.UrgentProblemCount;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.shell.WindowBarsState.ConnectionChipState;
import tessera.ui.shell.WindowBarsState.OfferedConnectionAction;
import tessera.ui.shell.WindowBarsState.WindowBannerText;

/** Computes the state of the frame: the cluster's status, whatever screen is shown. No state is silent. */
final class WindowBarsStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WindowBarsStateBuilder.class);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    /** Between two things that are told of how fresh what is shown is. */
    static final String BETWEEN = "   ·   ";
    private static final Duration NOTABLE_SKEW = Duration.ofSeconds(30);

    private WindowBarsStateBuilder() {}

    /** @param urgent how much somebody has to do something about */
    static WindowBarsState project(GpuFleet fleet, WindowBarsStateInputs query, UrgentProblemCount urgent) {
        var clusterSnapshot = fleet.snapshot();
        var frame = new WindowBarsTimeFormatter(query);
        var fresh = Stream
                .of(freshnessText(clusterSnapshot, frame),
                        MetricsFreshnessFormatter.freshnessText(fleet, query.prometheus(), query.now()),
                        MetricsFreshnessFormatter.historyText(query.prometheus()))
                .filter(text -> !text.isEmpty()).collect(Collectors.joining(BETWEEN));
        return new WindowBarsState(connectionChip(clusterSnapshot, frame), countsText(fleet), fresh,
                findBanner(clusterSnapshot, frame), urgent);
    }

    private record WindowBarsTimeFormatter(WindowBarsStateInputs query) {

        String clockText(Instant instant) {
            return CLOCK.format(instant.atZone(query.zone()));
        }

        String sinceText(Instant instant) {
            return AgeFormatter.brief(Duration.between(instant, query.now()));
        }

        String untilText(Instant instant) {
            return AgeFormatter.brief(Duration.between(query.now(), instant));
        }
    }

    private static ConnectionChipState connectionChip(ClusterSnapshot clusterSnapshot, WindowBarsTimeFormatter times) {
        boolean answered = hasAnswered(clusterSnapshot.connection());
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.NoConnection closed -> EmptyScreenNotice.isStopped(clusterSnapshot)
                    ? new ConnectionChipState(StatusGlyph.NONE, MESSAGES.text("connection.stopped"),
                            MESSAGES.text("connection.stoppedDetail"), OfferedConnectionAction.RETRY, answered)
                    : new ConnectionChipState(StatusGlyph.NONE, MESSAGES.text("connection.none"),
                            MESSAGES.text("connection.noneDetail"), OfferedConnectionAction.NONE, answered);
            case SessionConnectionStatus.PendingConnection(var step, var since) ->
                new ConnectionChipState(StatusGlyph.WAITING, MESSAGES.text("connection.connecting"),
                        MESSAGES.text("connection.connectingDetail", step, times.sinceText(since)),
                        OfferedConnectionAction.CANCEL, answered);
            case SessionConnectionStatus.LiveConnection(var since) -> new ConnectionChipState(StatusGlyph.READY,
                    MESSAGES.text("connection.live"), MESSAGES.text("connection.liveDetail", times.clockText(since)),
                    OfferedConnectionAction.NONE, answered);
            case SessionConnectionStatus.InterruptedConnection(var problem, var lost, var attempt, var next) ->
                new ConnectionChipState(StatusGlyph.WARNING, MESSAGES.text("connection.interrupted"),
                        retryText(problem, attempt, times.untilText(next)), OfferedConnectionAction.RETRY, answered);
            case SessionConnectionStatus.StaleConnection(var problem, var lost, var attempt, var next) ->
                new ConnectionChipState(StatusGlyph.BROKEN, MESSAGES.text("connection.stale", times.clockText(lost)),
                        retryText(problem, attempt, times.untilText(next)), OfferedConnectionAction.RETRY, answered);
            case SessionConnectionStatus.UnreachableCluster(var problem, var attempt, var next) ->
                new ConnectionChipState(StatusGlyph.BROKEN, MESSAGES.text("connection.unreachable"),
                        retryText(problem, attempt, times.untilText(next)), OfferedConnectionAction.RETRY, answered);
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) ->
                new ConnectionChipState(StatusGlyph.BROKEN, MESSAGES.text("connection.unauthenticated"),
                        problemText(problem), OfferedConnectionAction.RETRY, answered);
            case SessionConnectionStatus.RefusedConnection(var problem) ->
                new ConnectionChipState(StatusGlyph.FORBIDDEN, MESSAGES.text("connection.refused"),
                        problemText(problem), OfferedConnectionAction.RETRY, answered);
        };
    }

    /** Returns whether the cluster answered; users who may not list nodes are answered as well, and may be allowed to change something. */
    private static boolean hasAnswered(SessionConnectionStatus connection) {
        return switch (connection) {
            case SessionConnectionStatus.LiveConnection _,SessionConnectionStatus.InterruptedConnection _,SessionConnectionStatus.StaleConnection _,SessionConnectionStatus.RefusedConnection _ ->
                true;
            case SessionConnectionStatus.NoConnection _,SessionConnectionStatus.PendingConnection _,SessionConnectionStatus.UnreachableCluster _,SessionConnectionStatus.UnauthenticatedConnection _ ->
                false;
        };
    }

    private static String retryText(Problem problem, int attempt, String until) {
        return MESSAGES.text("connection.retry", problemText(problem), attempt, until);
    }

    private static String problemText(Problem problem) {
        var ended = SentenceJoiner.withFullStop(problem.problemText().strip());
        return ended + OptionalText.prefixed(" ", problem.remedy());
    }

    private static Optional<WindowBannerText> findBanner(ClusterSnapshot clusterSnapshot,
            WindowBarsTimeFormatter times) {
        return connectionBanner(clusterSnapshot, times).filter(windowBannerText -> !clusterSnapshot.nodes().isEmpty())
                .or(() -> scopeBanner(clusterSnapshot)).or(() -> podsBanner(clusterSnapshot))
                .or(() -> unread(clusterSnapshot)).or(() -> skewBanner(clusterSnapshot));
    }

    /** Returns the banner that keeps outdated data from being taken for current; empty while the connection is live. */
    private static Optional<WindowBannerText> connectionBanner(ClusterSnapshot clusterSnapshot,
            WindowBarsTimeFormatter times) {
        var seen = ageText(clusterSnapshot, times);
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.LiveConnection live -> Optional.empty();
            case SessionConnectionStatus.NoConnection closed -> Optional.of(new WindowBannerText(StatusGlyph.WARNING,
                    MESSAGES.text("banner.stopped", seen), "", OfferedConnectionAction.RETRY));
            case SessionConnectionStatus.PendingConnection(var step, var since) ->
                Optional.of(new WindowBannerText(StatusGlyph.WARNING, MESSAGES.text("banner.waiting", step, seen), "",
                        OfferedConnectionAction.NONE));
            case SessionConnectionStatus.InterruptedConnection(var problem, var since, var attempt, var next) ->
                Optional.of(new WindowBannerText(
                        StatusGlyph.WARNING, MESSAGES.text("banner.interrupted", problem.headline(),
                                times.sinceText(since), attempt, times.untilText(next)),
                        problem.detail(), OfferedConnectionAction.RETRY));
            case SessionConnectionStatus.StaleConnection(var problem, var since, var attempt, var next) ->
                Optional.of(new WindowBannerText(StatusGlyph.BROKEN,
                        MESSAGES.text("banner.stale", times.clockText(since), times.sinceText(since),
                                problem.headline(), attempt, times.untilText(next)),
                        problem.detail(), OfferedConnectionAction.RETRY));
            case SessionConnectionStatus.UnreachableCluster(var problem, var attempt, var next) ->
                Optional.of(new WindowBannerText(StatusGlyph.BROKEN,
                        MESSAGES.text("banner.unreachable", problem.headline(), seen, attempt, times.untilText(next)),
                        problem.detail(), OfferedConnectionAction.RETRY));
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) ->
                Optional.of(waitingBanner(problem, seen));
            case SessionConnectionStatus.RefusedConnection(var problem) -> Optional.of(waitingBanner(problem, seen));
        };
    }

    private static WindowBannerText waitingBanner(Problem problem, String seen) {
        return new WindowBannerText(StatusGlyph.BROKEN,
                MESSAGES.text("banner.refused", problem.headline(), seen, problem.remedy()), problem.detail(),
                OfferedConnectionAction.RETRY);
    }

    private static String ageText(ClusterSnapshot clusterSnapshot, WindowBarsTimeFormatter times) {
        if (clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.StaleCollection(var since, var problem)) {
            return MESSAGES.text("age.old", times.sinceText(since));
        }
        if (clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.LoadingCollection
                || clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LoadingCollection) {
            return MESSAGES.text("age.incomplete");
        }
        return MESSAGES.text("age.read", times.sinceText(clusterSnapshot.at()));
    }

    private static Optional<WindowBannerText> scopeBanner(ClusterSnapshot clusterSnapshot) {
        if (clusterSnapshot.podScope() instanceof VisiblePodScope.NamespacedScope(var namespaces, var problem)
                && !namespaces.isEmpty() && !clusterSnapshot.nodes().isEmpty()) {
            return Optional
                    .of(new WindowBannerText(StatusGlyph.WARNING, MESSAGES.text("banner.podScope", namespaces.size()),
                            problem.detail(), OfferedConnectionAction.NONE));
        }
        return Optional.empty();
    }

    private static Optional<WindowBannerText> podsBanner(ClusterSnapshot clusterSnapshot) {
        if (clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)
                && !clusterSnapshot.nodes().isEmpty()) {
            return Optional.of(new WindowBannerText(StatusGlyph.FORBIDDEN,
                    MESSAGES.text("banner.podsUnavailable", problem.headline()), problem.detail(),
                    OfferedConnectionAction.RETRY));
        }
        return Optional.empty();
    }

    private static Optional<WindowBannerText> unread(ClusterSnapshot clusterSnapshot) {
        var unread = clusterSnapshot.unread();
        if (unread.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new WindowBannerText(StatusGlyph.WARNING, MESSAGES.text("banner.unread", unread.count()),
                String.join("\n", unread.lines()), OfferedConnectionAction.NONE));
    }

    private static Optional<WindowBannerText> skewBanner(ClusterSnapshot clusterSnapshot) {
        if (clusterSnapshot.clockSkew().abs().compareTo(NOTABLE_SKEW) > 0) {
            return Optional.of(new WindowBannerText(StatusGlyph.WARNING, MESSAGES.text("banner.clockSkew",
                    AgeFormatter.brief(clusterSnapshot.clockSkew().abs()), clusterSnapshot.clockSkew().isNegative()),
                    "", OfferedConnectionAction.NONE));
        }
        return Optional.empty();
    }

    private static String countsText(GpuFleet fleet) {
        if (fleet.snapshot().nodes().isEmpty()) {
            return "";
        }
        boolean complete = fleet.snapshot().isAllocationComplete();
        return MESSAGES.text("status.counts", GroupedNumberFormatter.count(fleet.nodes().size()),
                GroupedNumberFormatter.bounded(fleet.tally().total(), fleet.totalBound(fleet.nodes())),
                fleet.snapshot().podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection
                        ? MESSAGES.text("status.unknown")
                        : GroupedNumberFormatter.atLeast(fleet.holders().count() + fleet.pendingPods().size(),
                                complete));
    }

    private static String freshnessText(ClusterSnapshot clusterSnapshot, WindowBarsTimeFormatter times) {
        var nodes = healthText(clusterSnapshot, clusterSnapshot.nodeHealth(), times);
        var pods = healthText(clusterSnapshot, clusterSnapshot.podHealth(), times);
        // A part of the pods is not taken for all.
        if (clusterSnapshot.podScope() instanceof VisiblePodScope.NamespacedScope(var names, _) && !names.isEmpty()) {
            return MESSAGES.text("status.nodesAndNamespacedPods", nodes, names.getFirst(), names.size(), pods);
        }
        return nodes.equals(pods) ? MESSAGES.text("status.objects", nodes)
                : MESSAGES.text("status.nodesAndPods", nodes, pods);
    }

    private static String healthText(ClusterSnapshot clusterSnapshot, SnapshotCollectionHealth health,
            WindowBarsTimeFormatter times) {
        return switch (health) {
            case SnapshotCollectionHealth.LiveCollection live -> MESSAGES.text("status.live");
            case SnapshotCollectionHealth.LoadingCollection(var loaded, var remaining) -> {
                if (!isReading(clusterSnapshot.connection())) {
                    if (loaded == 0) {
                        yield MESSAGES.text("status.noneRead");
                    }
                    yield MESSAGES.text("status.partlyRead", GroupedNumberFormatter.count(loaded));
                }
                if (remaining < 0) {
                    yield MESSAGES.text("status.reading", GroupedNumberFormatter.count(loaded));
                }
                yield MESSAGES.text("status.readingOf", GroupedNumberFormatter.count(loaded),
                        GroupedNumberFormatter.count(loaded + remaining));
            }
            case SnapshotCollectionHealth.StaleCollection(var since, var problem) ->
                MESSAGES.text("status.old", times.sinceText(since));
            case SnapshotCollectionHealth.UnavailableCollection absent -> MESSAGES.text("status.forbidden");
        };
    }

    private static boolean isReading(SessionConnectionStatus connection) {
        return switch (connection) {
            case SessionConnectionStatus.PendingConnection _,SessionConnectionStatus.LiveConnection _,SessionConnectionStatus.InterruptedConnection _,SessionConnectionStatus.StaleConnection _ ->
                true;
            case SessionConnectionStatus.NoConnection _,SessionConnectionStatus.UnreachableCluster _,SessionConnectionStatus.UnauthenticatedConnection _,SessionConnectionStatus.RefusedConnection _ ->
                false;
        };
    }

    /** Status bar text on the measured share of a fleet and the age of the measurements. */
    private static final class MetricsFreshnessFormatter {

        private MetricsFreshnessFormatter() {}

        /** Returns the source of older measurements; empty while there is none or it is not known yet. */
        static String historyText(PrometheusDiscoveryStatus prometheus) {
            return switch (prometheus) {
                case PrometheusDiscoveryStatus.PrometheusSearching _,PrometheusDiscoveryStatus.PrometheusNotFound _ ->
                    "";
                case PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, var knowsGpus, _) ->
                    MESSAGES.text("status.history", name, knowsGpus);
                case PrometheusDiscoveryStatus.PrometheusForbidden(_, var problem) ->
                    problem.kind() == Problem.OperationProblemKind.FORBIDDEN
                            ? MESSAGES.text("status.prometheusForbidden")
                            : MESSAGES.text("status.prometheusNoAnswer");
            };
        }

        /** Returns an empty text before any exporter could have been asked. */
        static String freshnessText(GpuFleet fleet, PrometheusDiscoveryStatus prometheus, Instant now) {
            var readings = fleet.readings();
            if (fleet.nodes().isEmpty() || (readings.nodes().isEmpty() && readings.problem() == null)) {
                return "";
            }
            if (readings.problem() != null) {
                return MESSAGES.text("status.metricsProblem", readings.problem().headline());
            }
            var known = fleet.nodes().stream().map(node -> readings.readingsOf(node.name())).filter(Objects::nonNull)
                    .toList();
            var newest = known.stream().map(NodeReadings::at).filter(Objects::nonNull).max(Instant::compareTo);
            if (newest.isEmpty()) {
                return MESSAGES.text("status.metricsNone");
            }
            long fresh = known.stream().filter(node -> node.freshnessAt(readings.at()) == ReadingFreshness.FRESH)
                    .count();
            var told = prometheus instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, _, _)
                    ? known.stream().filter(node -> node.source().equals(name)).count()
                    : 0;
            var age = AgeFormatter.brief(Duration.between(newest.get(), now));
            int nodes = fleet.nodes().size();
            return told == 0 ? MESSAGES.text("status.metrics", GroupedNumberFormatter.count(fresh), nodes, age)
                    : MESSAGES.text("status.metricsByPrometheus", GroupedNumberFormatter.count(fresh), nodes, age,
                            told == known.size(), told);
        }
    }
}
