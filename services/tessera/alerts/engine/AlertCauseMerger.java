package tessera.alerts.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.XidCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.GpuLossStage;
import tessera.gpu.health.NodeFault;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * The causes of alerts: what a lost GPU accounts for on its node becomes evidence of one alert. A part of the operator
 * that does not run beside it does so as well, as parts fail on a lost GPU.
 */
public final class AlertCauseMerger {

    private static final Pattern XID = Pattern.compile("XID (\\d{1,6})");
    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertCauseMerger.class);
    /** The parts that need a GPU that works; the others fail for causes of their own. */
    private static final Set<String> GPU_DEPENDENT = Set.of("nvidia-operator-validator",
            "nvidia-device-plugin-daemonset");
    private static final Comparator<Alert> TELLING = Comparator.comparing((Alert alert) -> !alert.isActive())
            .thenComparing(alert -> alert.subject().device().isEmpty())
            .thenComparing(Alert::severity, Comparator.reverseOrder());

    private final AlertRules rules;
    private final GpuFleet fleet;

    public AlertCauseMerger(AlertRules rules, GpuFleet fleet) {
        this.rules = rules;
        this.fleet = fleet;
    }

    /** Returns the state with one alert for each cause. */
    AlertSnapshot joinState(AlertSnapshot state) {
        var joined = reportedOnce(Stream.concat(state.active().stream(), state.pending().stream()).toList());
        for (var node : joined.stream().map(alert -> alert.subject().node()).distinct().toList()) {
            var known = fleet.node(node);
            joined = joinComponent(node, known.isEmpty() ? joined : joinNode(known.get(), joined));
        }
        return new AlertSnapshot(state.evaluatedAt(), joined.stream().filter(Alert::isActive).toList(),
                joined.stream().filter(alert -> !alert.isActive()).toList(), state.history());
    }

    /** A condition that names the XIDs of devices which show them says nothing more. */
    private List<Alert> reportedOnce(List<Alert> alerts) {
        var told = new ArrayList<>(alerts);
        for (var report : alerts) {
            var codes = findFault(report).map(NodeFault::xids).orElse(List.of());
            var devices = codes.isEmpty() ? List.<Alert>of()
                    : alerts.stream()
                            .filter(alert -> alert.subject().node().equals(report.subject().node())
                                    && mayJoin(report, alert) && findCode(alert).filter(codes::contains).isPresent())
                            .toList();
            if (!devices.isEmpty()
                    && devices.stream().flatMap(alert -> findCode(alert).stream()).distinct().count() == codes.size()) {
                var keys = devices.stream().map(Alert::key).toList();
                told.remove(report);
                told.replaceAll(alert -> keys.contains(alert.key()) ? withReport(alert, report) : alert);
            }
        }
        return List.copyOf(told);
    }

    private Alert withReport(Alert device, Alert report) {
        boolean repaired = fleet.node(device.subject().node())
                .flatMap(node -> CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary())).isPresent();
        return changed(device, device.reason(), Collections.max(List.of(device.severity(), report.severity())),
                Stream.concat(Stream.of(report.sentence()), report.evidence().stream())
                        .filter(line -> device.evidence().stream().noneMatch(line::contains)).toList(),
                repaired ? report.remedy() : device.remedy());
    }

    private List<Alert> joinNode(GpuNode node, List<Alert> all) {
        var causes = causesOn(node, all);
        if (causes.isEmpty()) {
            return all;
        }
        var effects = all.stream()
                .filter(alert -> alert.subject().node().equals(node.name()) && lossOf(alert) != GpuLossStage.NONE
                        && lossOf(alert).compareTo(lossOf(causes.getFirst())) > 0 && mayJoin(alert, causes.getFirst()))
                .toList();
        if (effects.isEmpty()) {
            return all;
        }
        return all.stream().filter(alert -> !effects.contains(alert))
                .map(alert -> causes.contains(alert) ? withAdvice(alert, node, effects) : alert)
                .map(alert -> alert.key().equals(causes.getFirst().key()) ? withEffects(alert, effects) : alert)
                .toList();
    }

    /** Joins a part of the operator that does not run to a GPU that has failed, or a fabric that is not ready: it fails on that. */
    private List<Alert> joinComponent(String node, List<Alert> all) {
        var alerts = all.stream().filter(alert -> alert.subject().node().equals(node)).toList();
        var cause = alerts.stream().filter(alert -> hasSignal(alert, AlertSignal.FABRIC_MANAGER)
                || (alert.severity() == AlertOrFindingSeverity.CRITICAL && lossOf(alert) == GpuLossStage.FAILED))
                .min(TELLING);
        var effects = cause.stream().flatMap(first -> operatorAlertsBeside(first, alerts)).toList();
        if (cause.isEmpty() || effects.isEmpty()) {
            return all;
        }
        return all.stream().filter(alert -> !effects.contains(alert))
                .map(alert -> alert.key().equals(cause.get().key()) ? withEffects(alert, effects) : alert).toList();
    }

    private Stream<Alert> operatorAlertsBeside(Alert first, List<Alert> alerts) {
        return alerts.stream().filter(alert -> hasSignal(alert, AlertSignal.OPERATOR_COMPONENT_DOWN)
                && mayJoin(alert, first) && needsGpu(alert));
    }

    /** Returns whether an effect can become evidence of a cause: one that is told already must not wait for one that is not. */
    private static boolean mayJoin(Alert effect, Alert cause) {
        return cause.isActive() || !effect.isActive();
    }

    /** Returns whether all parts of the operator that do not run need a GPU that works. */
    private boolean needsGpu(Alert alert) {
        var parts = fleet.node(alert.subject().node()).stream().flatMap(node -> node.info().pods().stream())
                .filter(pod -> alert.holders().contains(pod.key())).map(pod -> pod.labels().getOrDefault("app", ""))
                .toList();
        return !parts.isEmpty() && GPU_DEPENDENT.containsAll(parts);
    }

    private boolean hasSignal(Alert alert, AlertSignal signal) {
        return signalOf(alert).filter(signal::equals).isPresent();
    }

    /** Returns the alerts that account for the GPUs that a node lacks, the most telling first; none where they do not. */
    public List<Alert> causesOn(GpuNode node, List<Alert> all) {
        var alerts = all.stream().filter(alert -> alert.subject().node().equals(node.name())).toList();
        var first = alerts.stream().map(this::lossOf).min(Comparator.naturalOrder()).orElse(GpuLossStage.NONE);
        var causes = alerts.stream().filter(alert -> lossOf(alert) == first).sorted(TELLING).toList();
        return first == GpuLossStage.NONE || !accounted(node, causes) ? List.of() : causes;
    }

    /** Devices that are named account for as many as are short; a report of the node names none. */
    private static boolean accounted(GpuNode node, List<Alert> causes) {
        long shortage = Math.max(1, node.withheldDevices() + node.missingDevices());
        return causes.stream().anyMatch(alert -> alert.subject().device().isEmpty())
                || causes.stream().map(alert -> alert.subject().displayName()).distinct().count() == shortage;
    }

    /** A device that is withheld does not come back when its fault is gone. */
    private Alert withAdvice(Alert cause, GpuNode node, List<Alert> effects) {
        return effects.stream().filter(alert -> lossOf(alert) == GpuLossStage.WITHHELD).findFirst()
                .map(alert -> changed(cause, cause.reason(), AlertOrFindingSeverity.CRITICAL, List.of(),
                        adviceText(node, alert, cause)))
                .orElse(cause);
    }

    private static String adviceText(GpuNode node, Alert alert, Alert cause) {
        if (!node.vendor().equals("NVIDIA")) {
            return alert.remedy();
        }
        return node.cardSharer().isEmpty() ? MESSAGES.text("remedy.restart-device-plugin", cause.remedy())
                : cause.remedy() + " " + alert.remedy();
    }

    private Alert withEffects(Alert cause, List<Alert> effects) {
        var shortage = effects.stream().filter(alert -> lossOf(alert) == GpuLossStage.WITHHELD).map(Alert::sentence)
                .findFirst();
        return withEffects(cause, shortage, effects.stream()
                .flatMap(alert -> Stream.concat(Stream.of(alert.sentence()), alert.evidence().stream())));
    }

    /**
     * Returns the alert with what it accounts for.
     *
     * @param shortage what its sentence begins with; empty for the alert's own sentence
     */
    public Alert withEffects(Alert cause, Optional<String> shortage, Stream<String> evidence) {
        var reason = shortage.<Reason>map(text -> new AlertReason.CausedShortage(text,
                findFault(cause).map(NodeFault::label).orElse(cause.sentence()))).orElse(cause.reason());
        var sentence = reason.text();
        return changed(cause, reason, cause.severity(), Stream.concat(Stream.of(cause.sentence()), evidence).distinct()
                .filter(line -> !sentence.contains(line)).toList(), cause.remedy());
    }

    /** Returns how far an alert says that a GPU is lost. */
    public GpuLossStage lossOf(Alert alert) {
        var signal = signalOf(alert).orElse(AlertSignal.NODE_CONDITION);
        if (signal == AlertSignal.UNHEALTHY_DEVICES) {
            return GpuLossStage.WITHHELD;
        }
        if (signal == AlertSignal.DRIVER_HEALTH) {
            return GpuLossStage.FAILED;
        }
        var codes = findFault(alert).map(NodeFault::xids).orElse(findCode(alert).stream().toList());
        if (codes.isEmpty()) {
            return findFault(alert).map(NodeFault::loss).orElse(GpuLossStage.NONE);
        }
        if (codes.stream().anyMatch(code -> XidCatalog.standardCatalog().forCode(code).marksUnhealthy())) {
            return GpuLossStage.FAILED;
        }
        return GpuLossStage.NONE;
    }

    private Optional<AlertSignal> signalOf(Alert alert) {
        return rules.findRule(alert.ruleId()).map(AlertRule::signal);
    }

    /** Returns the fault that a node reports, where an alert is about one. */
    private Optional<NodeFault> findFault(Alert alert) {
        return signalOf(alert).filter(AlertSignal.NODE_CONDITION::equals)
                .flatMap(_ -> fleet.node(alert.subject().node())).stream().flatMap(node -> node.faults().stream())
                .filter(fault -> fault.signal().equals(alert.subject().part())).findFirst();
    }

    /** Returns the XID that an alert is about. */
    public static Optional<Integer> findCode(Alert alert) {
        var xid = XID.matcher(alert.subject().part());
        if (xid.matches()) {
            return Optional.of(Integer.parseInt(xid.group(1)));
        }
        return Optional.empty();
    }

    private static Alert changed(Alert alert, Reason reason, AlertOrFindingSeverity alertOrFindingSeverity,
            List<String> more, String advice) {
        return new Alert(alert.ruleId(), alert.title(), alertOrFindingSeverity, alert.subject(), alert.state(),
                alert.times(), alert.measure(), reason,
                Stream.concat(alert.evidence().stream(), more.stream()).toList(), alert.holders(), advice);
    }
}
