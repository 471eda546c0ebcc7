package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import tessera.alerts.Alert;
import tessera.alerts.AlertBasedDeviceHealthRules;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSubject;
import tessera.diagnosis.FleetProblem;
import tessera.diagnosis.FleetProblemFinder;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.EstimateBoundKind;
import tessera.gpu.FleetPodGpuAllocations;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNode;
import tessera.model.PodListCompleteness;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.fleet.FleetAlertsAndRules;
import tessera.ui.inspect.InspectorVerdict.VerdictTone;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.PodStatusGlyphChooser;
import tessera.ui.kit.StatusGlyph;

/**
 * Builds the verdict on an object from what the list of problems, the list of pending pods and the alerts say of it.
 *
 * @param fleetAlerts the rules and alerts, of which the newest are read
 */
record InspectorVerdictBuilder(AcceleratorCatalog accelerators, FleetAlertsAndRules fleetAlerts) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorVerdictBuilder.class);

    InspectorVerdict ofNode(GpuFleet fleet, GpuNode node, Instant now) {
        var problems = FleetProblemFinder.problemsOf(node, fleet, new AlertBasedDeviceHealthRules(fleetAlerts.rules()));
        Predicate<Alert> about = alert -> alert.subject().node().equals(node.name());
        return problemVerdict(problems, fleet, now).or(() -> alertVerdict(about, now))
                .orElseGet(() -> InspectorVerdict.plain(roomText(node, fleet.snapshot().podVisibility())));
    }

    InspectorVerdict ofDevice(GpuFleet fleet, GpuDevice device, Instant now) {
        var problems = FleetProblemFinder.problemsOf(device, fleet,
                new AlertBasedDeviceHealthRules(fleetAlerts.rules()));
        Predicate<Alert> about = alert -> concerns(alert, device);
        return problemVerdict(problems, fleet, now).or(() -> alertVerdict(about, now))
                .orElseGet(() -> InspectorVerdict.plain(useText(device, fleet.snapshot().podVisibility())));
    }

    private Optional<InspectorVerdict> problemVerdict(List<FleetProblem> found, GpuFleet fleet, Instant now) {
        var problems = found.stream().map(fleetAlerts::withAlerts).toList();
        return problems.stream().findFirst()
                .map(first -> InspectorVerdict.of(problems, fleetAlerts.ageText(first, fleet.snapshot(), now)));
    }

    private Optional<InspectorVerdict> alertVerdict(Predicate<Alert> concerned, Instant now) {
        return fleetAlerts.alerts().get().active().stream().filter(concerned)
                .filter(alert -> alert.severity() != AlertOrFindingSeverity.INFO)
                .max(Comparator.comparing(Alert::severity))
                .map(alert -> new InspectorVerdict(
                        alert.severity() == AlertOrFindingSeverity.CRITICAL ? VerdictTone.URGENT : VerdictTone.WARNING,
                        alert.sentence(), alert.remedy(), ageText(alert.times(), now), List.of()));
    }

    private static String ageText(Alert.AlertTimes times, Instant now) {
        return GroupedNumberFormatter
                .boundSign(times.predatesWatch() ? EstimateBoundKind.AT_LEAST : EstimateBoundKind.EXACT)
                + AgeFormatter.brief(Duration.between(times.since(), now));
    }

    private static boolean concerns(Alert alert, GpuDevice device) {
        var subject = alert.subject();
        var readings = device.readings();
        if (readings == null
                || !subject.device().equals(AlertSubject.forDevice(device.node().name(), readings).device())) {
            return false;
        }
        var instance = device.instance();
        return subject.node().equals(device.node().name())
                && (subject.instance() < 0 || (instance != null && subject.instance() == instance.id()));
    }

    /** Returns how many accelerators of a node can be allocated now; empty where that is not known. */
    private static String roomText(GpuNode node, PodListCompleteness visibility) {
        if (visibility == PodListCompleteness.NONE || node.isLost()) {
            return "";
        }
        var counts = node.tally(visibility);
        return MESSAGES.text("node.room", GroupedNumberFormatter.bounded(counts.free(), node.freeBound(visibility)),
                counts.total(), node.product().title());
    }

    private static String useText(GpuDevice device, PodListCompleteness visibility) {
        if (device.status() == GpuHeatmapTile.GpuTileStatus.MAINTENANCE) {
            return MESSAGES.text("gpus.maintenance");
        }
        var holders = device.knownHolders();
        if (!holders.isEmpty()) {
            return MESSAGES.text("verdict.allocated", holders.size(), holders.getFirst().name(),
                    percentText(busyShare(List.of(device))));
        }
        if (!device.claims().isEmpty()) {
            return MESSAGES.text("verdict.claimed", device.claims());
        }
        if (device.node().sight(visibility) != PodListCompleteness.ALL || device.node().isUncounted()
                || device.status() == GpuHeatmapTile.GpuTileStatus.UNKNOWN || !device.possibleHolders().isEmpty()) {
            return MESSAGES.text("verdict.holderUnknown");
        }
        return MESSAGES.text("verdict.free");
    }

    /** Returns the mean utilization of devices; empty where it is not measured. */
    private static OptionalDouble busyShare(List<GpuDevice> devices) {
        return devices.stream().map(device -> device.reading(DeviceMetric.UTILISATION))
                .filter(MetricReading.MeasuredMetricReading.class::isInstance)
                .mapToDouble(reading -> ((MetricReading.MeasuredMetricReading) reading).value()).average();
    }

    private static Optional<String> percentText(OptionalDouble share) {
        return share.isEmpty() ? Optional.empty() : Optional.of(MeasuredNumberFormatter.percent(share.getAsDouble()));
    }

    /** @param held the devices that it is known to hold */
    InspectorVerdict ofPod(GpuFleet fleet, PodSummary pod, List<GpuDevice> held, Instant now) {
        if (pod.waitsForNode()) {
            return new InspectorVerdict(VerdictTone.PLAIN, pendingText(fleet, pod), "",
                    AgeFormatter.ageOf(pod.created(), fleet.snapshot(), now), List.of());
        }
        return alertVerdict(alert -> alert.holders().contains(pod.key()), now)
                .orElseGet(() -> statusVerdict(fleet, pod, held));
    }

    private InspectorVerdict statusVerdict(GpuFleet fleet, PodSummary pod, List<GpuDevice> held) {
        var glyph = PodStatusGlyphChooser.glyphOf(pod);
        if (glyph == StatusGlyph.READY && pod.ready() == pod.total()) {
            return InspectorVerdict.plain(MESSAGES.text("verdict.podRuns", pod.node(),
                    new FleetPodGpuAllocations(fleet, accelerators).allocationText(List.of(pod)),
                    percentText(busyShare(held))));
        }
        return new InspectorVerdict(glyph == StatusGlyph.BROKEN ? VerdictTone.URGENT : VerdictTone.PLAIN, pod.status(),
                "", "", List.of());
    }

    private String pendingText(GpuFleet fleet, PodSummary pod) {
        return accelerators.isRequestedBy(pod) || pod.needsClaims()
                ? SentenceJoiner.withFullStop(new PendingDiagnosisFinder(fleet, accelerators).reasonText(pod))
                : pod.status();
    }

    /** @param pods all of a workload that are seen */
    InspectorVerdict ofWorkload(GpuFleet fleet, List<PodSummary> pods) {
        boolean complete = fleet.snapshot().podVisibility() == PodListCompleteness.ALL;
        var open = pods.stream().filter(pod -> !pod.phase().isTerminal()).toList();
        long running = open.stream().filter(pod -> pod.phase() == PodPhase.RUNNING && pod.reason().isEmpty()).count();
        if (pods.isEmpty() || (running == 0 && !complete)) {
            return InspectorVerdict.UNKNOWN;
        }
        int finished = pods.size() - open.size();
        if (open.isEmpty()) {
            return InspectorVerdict.plain(MESSAGES.text("verdict.workloadFinished", finished));
        }
        var holders = open.stream().filter(PodSummary::holdsResources).toList();
        return InspectorVerdict.plain(MESSAGES.text("verdict.workload", running, open.size(),
                holders.stream().map(PodSummary::node).distinct().count(),
                new FleetPodGpuAllocations(fleet, accelerators).allocationText(holders), complete, finished));
    }
}
