package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRule.AlertSubjectKind;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSignal.SignalEvaluationKind;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.alerts.DcgmHealthWatch;
import tessera.alerts.XidCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.KaiGpuFraction;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.ReadingFreshness;
import tessera.model.reading.ReportedDeviceUser;
import tessera.model.reading.XidOrHealthCheckReading;
import tessera.text.MessageCatalog;

/**
 * Judges a fleet and its readings by the alert rules repeatedly; keeps durations, counter values and earlier XIDs between rounds.
 *
 * <ul>
 * <li>What is missing, stale or cannot be seen is neither a violation nor an all-clear: an alert of which nothing is
 * known any more says since when.
 * <li>Time counts from one reading to the next, and time in which nothing was known does not count.
 * <li>What a board has is judged once a board, however it is cut.
 * </ul>
 *
 * <p>One thread at a time. Times are by the clock of whoever asks.
 */
public final class AlertEngine {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertEngine.class);

    private final AlertRegistry registry = new AlertRegistry();
    private final ThresholdAlertCheck levels = new ThresholdAlertCheck(registry);
    private final DcgmHealthAlertCheck watches = new DcgmHealthAlertCheck(registry);
    private final CounterAlertCheck counters = new CounterAlertCheck(registry);
    private final NodeAlertCheck nodes;
    private final SilentExporterAlertCheck exporters = new SilentExporterAlertCheck(registry);
    private final XidAlertCheck xids;
    private final Map<AlertSubject, DeviceCounterAndXidState> memories = new HashMap<>();
    private AlertRules rules;

    public AlertEngine(AlertRules rules, XidCatalog xids) {
        this.rules = rules;
        this.nodes = new NodeAlertCheck(registry, xids);
        this.xids = new XidAlertCheck(registry, xids);
    }

    /** Judges by other rules from now on. Alerts of rules that changed are forgotten and judged anew. */
    public void useRules(AlertRules other) {
        rules = other;
        registry.retainRules(other);
    }

    /** Evaluates all rules and returns the alerts as of now. */
    public AlertSnapshot evaluate(GpuFleet fleet, FleetReadings reported, Instant now) {
        var readings = DeviceReservationUserResolver.lent(fleet, reported);
        var sight = new AlertEvaluationInput(fleet, readings, now);
        var known = new HashMap<String, GpuNode>();
        fleet.nodes().forEach(node -> known.put(node.name(), node));
        registry.beginRound();
        if (sight.areNodesCurrent()) {
            for (var node : fleet.nodes()) {
                nodes.judge(rules, node, fleet.snapshot(), now);
                // A planned change stops the exporter, too.
                boolean asked = readings.problem() == null && !node.isChanging();
                exporters.judge(rules, node.name(), asked ? readings.readingsOf(node.name()) : null, now);
            }
        }
        for (var node : readings.nodes().values()) {
            if (sight.canJudge(node)) {
                judgeDevices(node, known);
            }
        }
        registry.endRound(sight::isSubjectGone, now);
        levels.prune(rules);
        memories.values().removeIf(alertState -> alertState.isExpired(now));
        return new AlertCauseMerger(rules, fleet).joinState(registry.stateAt(now));
    }

    private void judgeDevices(NodeReadings node, Map<String, GpuNode> known) {
        var at = node.at();
        if (at == null) {
            return;
        }
        var owner = known.get(node.node());
        boolean withheld = owner != null && owner.withheldDevices() > 0;
        for (var device : node.devices()) {
            if (device.deviceTitle().isEmpty()) {
                continue;
            }
            var alertState = memories.computeIfAbsent(AlertSubject.forDevice(node.node(), device),
                    subject -> new DeviceCounterAndXidState(subject, at));
            alertState.markSeen(at);
            levels.judge(rules, alertState.subject(), device, at);
            watches.judge(rules, alertState.subject(), device, at);
            counters.judge(rules, alertState, device, at);
            xids.judge(rules, alertState, device, withheld, at);
        }
    }

    /** The fleet and readings of one moment, and how far they can be relied on. */
    private record AlertEvaluationInput(GpuFleet fleet, FleetReadings readings, Instant now) {

        /** Returns whether the API server's data on nodes is current. */
        boolean areNodesCurrent() {
            return fleet.snapshot().areNodesCurrent();
        }

        /** Returns whether a node's readings may be judged: they are fresh, and the node is not known to be gone. */
        boolean canJudge(NodeReadings node) {
            return node.freshnessAt(now) == ReadingFreshness.FRESH && !isNodeGone(node.node());
        }

        private boolean isNodeGone(String node) {
            return areNodesCurrent() && fleet.snapshot().findNode(node).isEmpty();
        }

        /**
         * Returns whether the subject of an alert is known to be gone. A device that an exporter no longer reports is
         * not among them: it may have fallen off the bus.
         */
        boolean isSubjectGone(AlertLifecycle lifecycle) {
            var subject = lifecycle.subject();
            if (isNodeGone(subject.node())) {
                return true;
            }
            if (lifecycle.rule().scope() == AlertSubjectKind.NODE) {
                return areNodesCurrent();
            }
            var node = readings.readingsOf(subject.node());
            if (node == null || !canJudge(node) || lifecycle.rule().signal().kind() != SignalEvaluationKind.LEVEL) {
                return false;
            }
            return node.devices().stream()
                    .filter(device -> AlertSubject.forDevice(node.node(), device).device().equals(subject.device()))
                    .findFirst().map(device -> isPartGone(device, lifecycle)).orElse(false);
        }

        private static boolean isPartGone(DeviceReadings device, AlertLifecycle lifecycle) {
            var subject = lifecycle.subject();
            if (lifecycle.rule().scope() != AlertSubjectKind.INSTANCE) {
                return false;
            }
            if (subject.instance() < 0) {
                return device.isPartitioned() || isReleased(subject, ExporterReportedPods.holdersOf(device));
            }
            var instance = device.findInstance(subject.instance());
            return instance.isEmpty() || isReleased(subject, ExporterReportedPods.holdersOf(instance.get()));
        }

        private static boolean isReleased(AlertSubject subject, List<String> holders) {
            return !subject.pod().isEmpty() && !subject.pod().equals(ExporterReportedPods.joinedNames(holders));
        }
    }

    /** Judges the results of DCGM's health checks, each check of a device by itself. */
    private static final class DcgmHealthAlertCheck {

        private final AlertRegistry registry;
        /** The checks that did not pass when the device was last read. */
        private final Map<AlertSubject, Set<String>> failing = new HashMap<>();

        DcgmHealthAlertCheck(AlertRegistry registry) {
            this.registry = registry;
        }

        void judge(AlertRules rules, AlertSubject subject, DeviceReadings device, Instant at) {
            if (!device.values().hasValue(DeviceMetric.HEALTH_WATCH)) {
                return;
            }
            var now = new HashMap<String, XidOrHealthCheckReading>();
            device.categoriesOf(DeviceMetric.HEALTH_WATCH).forEach(reading -> now.put(reading.category(), reading));
            var checks = new TreeSet<>(now.keySet());
            checks.addAll(failing.getOrDefault(subject, Set.of()));
            for (var check : checks) {
                var reading = now.getOrDefault(check,
                        new XidOrHealthCheckReading(DeviceMetric.HEALTH_WATCH, check, 0, ""));
                rules.rulesFor(AlertSignal.HEALTH_WATCH)
                        .forEach(rule -> judgeReading(rule, subject, device, reading, at));
            }
            if (now.isEmpty()) {
                failing.remove(subject);
            } else {
                failing.put(subject, now.keySet());
            }
        }

        private void judgeReading(AlertRule rule, AlertSubject subject, DeviceReadings device,
                XidOrHealthCheckReading reading, Instant at) {
            var limit = rule.limit();
            if (limit != null) {
                registry.report(rule, subject.withPart(reading.category()),
                        limit.isViolated(reading.value()) ? AlertRuleResult.WRONG : AlertRuleResult.RIGHT, at,
                        () -> healthWatchCase(rule, subject, device, reading));
            }
        }

        private static AlertDetails healthWatchCase(AlertRule rule, AlertSubject subject, DeviceReadings device,
                XidOrHealthCheckReading reading) {
            var watch = DcgmHealthWatch.named(reading.category());
            var facts = new ArrayList<String>();
            if (!watch.meaning().isEmpty()) {
                facts.add(watch.meaning());
            }
            facts.addAll(AlertTextWriter.evidenceLines(device.values()));
            return AlertDetails
                    .forOngoing(new AlertReason.HealthCheckFailed(subject.displayName(), watch.name(),
                            rule.limit() != null && rule.limit().threshold() < 20, reading.detail()))
                    .withEvidence(facts).withHolders(ExporterReportedPods.holdersOf(device)).withRemedy(watch.remedy());
        }
    }

    /**
     * Devices of which exporters name a pod that only reserves them: those for whom it does are who uses them. Of devices
     * of which exporters name nobody, those that have them by claims do.
     */
    private static final class DeviceReservationUserResolver {

        private DeviceReservationUserResolver() {}

        /** Returns the readings with the pods that share a device in place of the one that reserves it for them. */
        static FleetReadings lent(GpuFleet fleet, FleetReadings readings) {
            Map<String, NodeReadings> nodes = new HashMap<>();
            for (var node : fleet.nodes()) {
                var nodeReadings = readings.readingsOf(node.name());
                var reserved = nodeReadings == null ? Map.<String, List<PodSummary>>of() : reserved(node);
                if (nodeReadings != null && (!reserved.isEmpty() || !node.claimedBoards().isEmpty())) {
                    nodes.put(node.name(), new NodeReadings(nodeReadings.node(), nodeReadings.source(),
                            nodeReadings.at(), nodeReadings.interval(), nodeReadings.problem(), nodeReadings.devices()
                                    .stream().map(device -> lent(withClaimants(device, node), reserved)).toList(),
                            nodeReadings.pluginsOnly()));
                }
            }
            if (nodes.isEmpty()) {
                return readings;
            }
            readings.nodes().forEach(nodes::putIfAbsent);
            return new FleetReadings(readings.at(), nodes, readings.problem());
        }

        private static Map<String, List<PodSummary>> reserved(GpuNode node) {
            return node.info().pods().stream().filter(KaiGpuFraction::isReservation)
                    .filter(pod -> !node.reservedFor(pod).isEmpty())
                    .collect(Collectors.toMap(PodSummary::key, node::reservedFor));
        }

        private static DeviceReadings withClaimants(DeviceReadings device, GpuNode node) {
            if (!device.holders().isEmpty() || device.isPartitioned()) {
                return device;
            }
            return new DeviceReadings(device.uuid(), device.index(), device.model(), device.bus(),
                    node.claimantsOf(device.index(), device.uuid()).stream()
                            .map(pod -> new ReportedDeviceUser(pod.namespace(), pod.name(), "", "")).toList(),
                    device.values(), device.instances(), device.categories());
        }

        private static DeviceReadings lent(DeviceReadings device, Map<String, List<PodSummary>> reserved) {
            Function<ReportedDeviceUser, List<ReportedDeviceUser>> users = holder -> usersOfHolder(holder, reserved);
            return new DeviceReadings(device.uuid(), device.index(), device.model(), device.bus(),
                    device.holders().stream().map(users).flatMap(List::stream).distinct().toList(), device.values(),
                    device.instances(), device.categories());
        }

        private static List<ReportedDeviceUser> usersOfHolder(ReportedDeviceUser holder,
                Map<String, List<PodSummary>> reserved) {
            if (reserved.containsKey(holder.holderKey())) {
                return reserved.get(holder.holderKey()).stream()
                        .map(pod -> new ReportedDeviceUser(pod.namespace(), pod.name(), "", "")).toList();
            }
            return List.of(holder);
        }
    }

    /**
     * Judges whether the exporter of a node answers. Asked only while there is contact with the cluster. Silence counts from
     * when it is first seen: readings that are old because nobody asked say nothing of the exporter.
     */
    private static final class SilentExporterAlertCheck {

        private final AlertRegistry registry;

        SilentExporterAlertCheck(AlertRegistry registry) {
            this.registry = registry;
        }

        /**
         * @param readings null when it is not known whether the exporter answers
         */
        void judge(AlertRules rules, String node, @Nullable NodeReadings readings, Instant now) {
            var result = readings == null ? AlertRuleResult.UNKNOWN : verdictOf(readings, now);
            for (var rule : rules.rulesFor(AlertSignal.EXPORTER_SILENT)) {
                registry.report(rule, AlertSubject.forNode(node), result, now,
                        () -> silentExporterCase(node, readings));
            }
        }

        private static AlertRuleResult verdictOf(NodeReadings readings, Instant now) {
            if (readings.source().isEmpty()) {
                return AlertRuleResult.RIGHT;
            }
            return switch (readings.freshnessAt(now)) {
                case FRESH -> AlertRuleResult.RIGHT;
                case STALE -> AlertRuleResult.WRONG;
                case NONE -> readings.problem() == null || readings.pluginsOnly() ? AlertRuleResult.UNKNOWN
                        : AlertRuleResult.WRONG;
            };
        }

        private static AlertDetails silentExporterCase(String node, @Nullable NodeReadings readings) {
            var problem = readings == null ? null : readings.problem();
            boolean answers = problem != null && problem.kind() == Problem.OperationProblemKind.GARBLED;
            var details = AlertDetails.forOngoing(new AlertReason.ExporterSilent(node, answers));
            if (readings == null) {
                return details;
            }
            var facts = new ArrayList<>(List.of(readings.source()));
            var answered = readings.at();
            if (answered != null) {
                facts.add(MESSAGES.text("fact.last-answer", AlertTextWriter.momentText(answered)));
            }
            var trouble = readings.problem();
            if (trouble != null) {
                facts.add(trouble.problemText());
            }
            return details.withEvidence(facts);
        }
    }
}
