package tessera.doctor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.Severity;
import tessera.alerts.XidCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.DeviceLoss;
import tessera.insight.node.NodeFault;

/**
 * Alerts and findings about lost GPUs, one for each cause: what a fault accounts for on its node becomes evidence of it.
 */
final class LostDevices {

    private static final Pattern XID = Pattern.compile("XID (\\d{1,6})");
    private static final String AFTERWARDS = "If the node is not rebooted for it, restart the device plugin's pod "
            + "afterwards: it does not take a device back by itself.";
    private static final Comparator<Alert> TELLING = Comparator
            .comparing((Alert alert) -> alert.subject().device().isEmpty()).thenComparing(Alert::severity,
                    Comparator.reverseOrder());

    private final AlertRules rules;
    private final GpuFleet fleet;
    private final SymptomCatalog matrix;

    LostDevices(AlertRules rules, GpuFleet fleet, SymptomCatalog matrix) {
        this.rules = rules;
        this.fleet = fleet;
        this.matrix = matrix;
    }

    /** Alerts and findings of which none only repeats another. */
    record LossReport(List<Alert> alerts, List<DoctorFinding> findings) {

        private static final LossReport NONE = new LossReport(List.of(), List.of());

        LossReport {
            alerts = List.copyOf(alerts);
            findings = List.copyOf(findings);
        }
    }

    /** Returns the title of an alert: of its XID where it is about one, as its rule is about many. */
    static String title(Alert alert) {
        return code(alert).map(code -> XidCatalog.standardCatalog().forCode(code).displayName()).orElse(alert.title());
    }

    /** Returns the same alerts and findings with what has one cause put together. */
    LossReport joined(LossReport all) {
        var joined = new LossReport(reportedOnce(all.alerts()), all.findings());
        for (var node : fleet.nodes()) {
            joined = joined(node, joined);
        }
        return joined;
    }

    /** A condition that names the XIDs of devices which show them says nothing more. */
    private List<Alert> reportedOnce(List<Alert> alerts) {
        var told = new ArrayList<>(alerts);
        for (var report : alerts) {
            var codes = fault(report).map(NodeFault::xids).orElse(List.of());
            var devices = alerts.stream().filter(alert -> alert.subject().node().equals(report.subject().node())
                    && code(alert).filter(codes::contains).isPresent()).toList();
            if (!codes.isEmpty() && devices.stream().flatMap(alert -> code(alert).stream()).distinct()
                    .count() == codes.size()) {
                told.remove(report);
                var keys = devices.stream().map(Alert::key).toList();
                told.replaceAll(alert -> keys.contains(alert.key()) ? withReport(alert, report) : alert);
            }
        }
        return List.copyOf(told);
    }

    private Alert withReport(Alert device, Alert report) {
        boolean repaired = fleet.node(device.subject().node())
                .flatMap(node -> CordonOwners.standard().findOwner(node.info().facts())).isPresent();
        return changed(device, device.sentence(), Collections.max(List.of(device.severity(), report.severity())),
                Stream.concat(Stream.of(report.sentence()), report.evidence().stream())
                        .filter(line -> device.evidence().stream().noneMatch(line::contains)).toList(),
                repaired ? report.remedy() : device.remedy());
    }

    private LossReport joined(GpuNode node, LossReport all) {
        var alerts = all.alerts().stream().filter(alert -> alert.subject().node().equals(node.name())).toList();
        var first = alerts.stream().map(this::loss).min(Comparator.naturalOrder()).orElse(DeviceLoss.NONE);
        var causes = alerts.stream().filter(alert -> loss(alert) == first).sorted(TELLING).toList();
        var effects = new LossReport(alerts.stream().filter(alert -> follows(loss(alert), first)).toList(),
                all.findings().stream().filter(finding -> finding.node().equals(node.name())
                        && follows(matrix.loss(finding.id()), first)).toList());
        if (effects.equals(LossReport.NONE) || !accounted(node, causes)) {
            return all;
        }
        return new LossReport(
                all.alerts().stream().filter(alert -> !effects.alerts().contains(alert))
                        .map(alert -> causes.contains(alert) ? withAdvice(alert, node, effects.alerts()) : alert)
                        .map(alert -> alert.key().equals(causes.getFirst().key()) ? joinReports(alert, effects) : alert)
                        .toList(),
                all.findings().stream().filter(finding -> !effects.findings().contains(finding)).toList());
    }

    private static boolean follows(DeviceLoss loss, DeviceLoss cause) {
        return loss != DeviceLoss.NONE && loss.compareTo(cause) > 0;
    }

    /** Devices that are named account for as many as are short; a report of the node names none. */
    private static boolean accounted(GpuNode node, List<Alert> causes) {
        long shortage = Math.max(1, node.withheldDevices() + DeviceChecks.missing(node));
        return causes.stream().anyMatch(alert -> alert.subject().device().isEmpty())
                || causes.stream().map(alert -> alert.subject().displayName()).distinct().count() == shortage;
    }

    /** A device that is withheld does not come back when its fault is gone. */
    private Alert withAdvice(Alert cause, GpuNode node, List<Alert> effects) {
        return effects.stream().filter(alert -> loss(alert) == DeviceLoss.WITHHELD).findFirst()
                .map(alert -> changed(cause, cause.sentence(), Severity.CRITICAL, List.of(),
                        node.vendor().equals("NVIDIA") && node.sharingStrategy().isEmpty()
                                ? cause.remedy() + " " + AFTERWARDS
                                : alert.remedy()))
                .orElse(cause);
    }

    private Alert joinReports(Alert cause, LossReport effects) {
        var shortage = effects.alerts().stream().filter(alert -> loss(alert) == DeviceLoss.WITHHELD)
                .map(Alert::sentence).findFirst()
                .or(() -> effects.findings().stream().map(DoctorFinding::headline).findFirst());
        var sentence = shortage.map(text -> "%s: %s".formatted(text,
                fault(cause).map(NodeFault::label).orElse(cause.sentence()))).orElse(cause.sentence());
        var evidence = Stream.of(Stream.of(cause.sentence()),
                effects.alerts().stream().flatMap(alert -> Stream.concat(Stream.of(alert.sentence()),
                        alert.evidence().stream())),
                effects.findings().stream().flatMap(finding -> Stream.concat(Stream.of(finding.headline()),
                        finding.evidence().stream())))
                .flatMap(each -> each).distinct().filter(line -> !sentence.contains(line)).toList();
        return changed(cause, sentence, cause.severity(), evidence, cause.remedy());
    }

    private DeviceLoss loss(Alert alert) {
        if (signal(alert).filter(AlertSignal.UNHEALTHY_DEVICES::equals).isPresent()) {
            return DeviceLoss.WITHHELD;
        }
        var codes = fault(alert).map(NodeFault::xids).orElse(code(alert).stream().toList());
        return codes.isEmpty() ? fault(alert).map(NodeFault::loss).orElse(DeviceLoss.NONE)
                : codes.stream().anyMatch(code -> XidCatalog.standardCatalog().forCode(code).marksUnhealthy())
                        ? DeviceLoss.FAILED
                        : DeviceLoss.NONE;
    }

    private Optional<AlertSignal> signal(Alert alert) {
        return rules.findRule(alert.ruleId()).map(AlertRule::signal);
    }

    /** The fault that a node reports, where an alert is about one. */
    private Optional<NodeFault> fault(Alert alert) {
        return signal(alert).filter(AlertSignal.NODE_CONDITION::equals)
                .flatMap(_ -> fleet.node(alert.subject().node())).stream()
                .flatMap(node -> node.faults().stream())
                .filter(fault -> fault.sign().equals(alert.subject().part())).findFirst();
    }

    private static Optional<Integer> code(Alert alert) {
        var xid = XID.matcher(alert.subject().part());
        return xid.matches() ? Optional.of(Integer.parseInt(xid.group(1))) : Optional.empty();
    }

    private static Alert changed(Alert alert, String sentence, Severity severity, List<String> more, String advice) {
        return new Alert(alert.ruleId(), alert.title(), severity, alert.subject(), alert.state(), alert.times(),
                alert.measure(), sentence, Stream.concat(alert.evidence().stream(), more.stream()).toList(),
                alert.holders(), advice);
    }
}
