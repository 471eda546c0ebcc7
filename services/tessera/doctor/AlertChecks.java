package tessera.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.Severity;
import tessera.doctor.LostDevices.LossReport;
import tessera.insight.GpuNode;
import tessera.insight.node.CordonOwners;
import tessera.model.Plurals;
import tessera.stack.StackKind;

/** Takes over what the alert rules find: one finding where many devices of a node, or of several, are in the same trouble. */
final class AlertChecks {

    private static final Set<AlertSignal> OF_MIG = Set.of(AlertSignal.MIG_CHANGE_PENDING,
            AlertSignal.MIG_CHANGE_FAILED);
    private static final Set<AlertSignal> OF_STACK = Set.of(AlertSignal.OPERATOR_COMPONENT_DOWN,
            AlertSignal.GPUS_NOT_OFFERED,
            AlertSignal.EXPORTER_SILENT);
    private static final Set<AlertSignal> OF_NODE = Set.of(AlertSignal.NODE_NOT_READY, AlertSignal.NODE_UNREACHABLE);
    private static final Set<AlertSignal> UNPROVED = Set.of(AlertSignal.MEMORY_SHARE, AlertSignal.CHANGE_PENDING);
    private static final int LISTED = 8;

    private final DiagnosisInput known;
    private final Predicate<String> meant;
    private final LostDevices losses;

    /** @param meant whether a node is looked at: of others nothing is told */
    AlertChecks(SymptomCatalog matrix, DiagnosisInput known, Predicate<String> meant) {
        this.known = known;
        losses = new LostDevices(known.rules(), known.fleet(), matrix);
        this.meant = meant;
    }

    /**
     * Returns what the rules find and nothing else tells better, and of devices what no alert accounts for.
     *
     * @param causes  what is known of stacks already
     * @param divided nodes of whose changes of MIG it is known already how they stand
     * @param devices what else is found of devices
     */
    List<DoctorFinding> findings(ExplainedNodes causes, Set<String> divided, List<DoctorFinding> devices) {
        var rung = Stream.concat(known.alerts().active().stream(), known.alerts().pending().stream())
                .filter(alert -> meant.test(alert.subject().node()) && !told(alert, causes, divided))
                .map(this::unproved).toList();
        var report = losses.joined(new LossReport(rung, devices));
        var all = report.alerts();
        var alike = FindingGrouper.groups(
                all.stream().filter(alert -> all.stream().noneMatch(other -> worse(other, alert))).toList(),
                this::cause);
        return Stream.concat(report.findings().stream(), alike.stream().flatMap(group -> apart(group).stream())
                .map(group -> group.size() == 1 ? single(group.getFirst())
                        : folded(group.stream()
                                .sorted(Comparator.comparing(alert -> alert.subject().node())).toList())))
                .toList();
    }

    /** The same for all that are told as one: one rule has many XIDs, and each of them its own remedy. */
    private List<Object> cause(Alert alert) {
        var subject = alert.subject();
        // What a node is in is told of each; what nobody has to act on is told once for the whole cluster.
        boolean everywhere = !subject.device().isEmpty() || alert.severity() == Severity.INFO;
        return List.of(alert.rule(), alert.severity(), subject.part(), alert.advice(),
                everywhere ? "" : subject.node());
    }

    /** A few nodes are told one by one where each is seen to by itself. */
    private List<List<Alert>> apart(List<Alert> group) {
        boolean few = nodes(group).size() <= FindingGrouper.ONE_BY_ONE && mending(group.getFirst()).isPresent();
        return few ? FindingGrouper.groups(group, alert -> alert.subject().node()) : List.of(group);
    }

    private static List<String> nodes(List<Alert> group) {
        return group.stream().map(alert -> alert.subject().node()).distinct().toList();
    }

    /** Servers take all memory at their start, and changes their time: once seen, that is no trouble yet. */
    private Alert unproved(Alert alert) {
        return alert.state() == Alert.State.PENDING && signal(alert).filter(UNPROVED::contains).isPresent()
                ? alert.as(Severity.INFO)
                : alert;
    }

    private Optional<AlertSignal> signal(Alert alert) {
        return known.rules().rule(alert.rule()).map(AlertRule::signal);
    }

    /** Whether something else tells the same, and more of it. */
    private boolean told(Alert alert, ExplainedNodes causes, Set<String> divided) {
        var node = alert.subject().node();
        var signal = signal(alert);
        boolean lost = known.fleet().node(node).filter(GpuNode::lost).isPresent();
        // What claims hand out is not offered to the scheduler as a resource.
        boolean claimed = signal.filter(AlertSignal.GPUS_NOT_OFFERED::equals).isPresent()
                && (known.fleet().node(node).filter(GpuNode::unpublished).isPresent() || known.stack()
                        .flatMap(stack -> stack.chain(node)).filter(chain -> chain.kind() == StackKind.CLAIMS)
                        .isPresent());
        // Their taints are told as such.
        boolean tainted = signal.filter(AlertSignal.UNHEALTHY_DEVICES::equals).isPresent()
                && known.fleet().node(node).filter(GpuNode::byClaims).isPresent();
        return claimed || tainted || (signal.filter(OF_MIG::contains).isPresent() && divided.contains(node))
                || (signal.filter(AlertSignal.UNHEALTHY_DEVICES::equals).isPresent() && causes.idle().contains(node))
                || (signal.filter(OF_STACK::contains).isPresent()
                        && (causes.broken().contains(node) || divided.contains(node) || lost));
    }

    /** Whether another alert says the same of the same device, and more urgently. */
    private boolean worse(Alert other, Alert alert) {
        return other.severity().compareTo(alert.severity()) > 0 && other.subject().equals(alert.subject())
                && signal(other).equals(signal(alert));
    }

    private DoctorFinding single(Alert alert) {
        var node = alert.subject().node();
        var evidence = new ArrayList<>(alert.evidence());
        if (!alert.holders().isEmpty()) {
            evidence.add("held by " + String.join(", ", alert.holders()));
        }
        return new DoctorFinding(alert.rule(), alert.severity(), DoctorFinding.node(node), node, alert.sentence(),
                lasting(alert),
                evidence,
                alert.advice(), commands(alert), mending(alert), List.of());
    }

    private DoctorFinding folded(List<Alert> group) {
        var first = group.getFirst();
        var nodes = nodes(group);
        var where = nodes.size() == 1 ? nodes.getFirst() : "%d nodes".formatted(nodes.size());
        var commands = RemedyCommands
                .together(FindingGrouper.groups(group, alert -> alert.subject().node()).stream().map(List::getFirst)
                        .map(each -> new RemedyCommands.ObjectCommand(each.subject().node(), commands(each))).toList());
        return new DoctorFinding(first.rule(), first.severity(), nodes.size() == 1 ? DoctorFinding.node(where) : "",
                nodes.size() == 1 ? where : "",
                "%s: %s of %s".formatted(LostDevices.title(first), counted(group), where),
                group.stream().map(this::lasting).anyMatch(String::isEmpty) ? "" : lasting(first), evidence(group),
                first.advice(), commands, nodes.size() == 1 ? mending(first) : Optional.empty(),
                nodes.size() == 1 ? List.of() : nodes.stream().map(DoctorFinding::node).sorted().toList());
    }

    /** Of each node first one, so that none is told by its name alone while there is room. */
    private static List<String> evidence(List<Alert> group) {
        var firsts = FindingGrouper.groups(group, alert -> alert.subject().node()).stream().map(List::getFirst)
                .toList();
        var told = Stream.concat(firsts.stream(), group.stream()).distinct().limit(LISTED).toList();
        var evidence = new ArrayList<>(group.stream().filter(told::contains).map(Alert::sentence).toList());
        var others = group.stream().filter(alert -> !told.contains(alert)).map(alert -> alert.subject().name())
                .distinct().toList();
        if (!others.isEmpty()) {
            evidence.add("the same for " + FindingGrouper.named(others));
        }
        // Where it is about what they make of it, each is named with its GPU.
        var holders = group.stream().filter(alert -> alert.subject().pod().isEmpty())
                .flatMap(alert -> alert.holders().stream()).distinct().toList();
        if (!holders.isEmpty()) {
            evidence.add("held by " + FindingGrouper.named(holders));
        }
        return evidence;
    }

    /** How many devices a group is about, and of what kind. */
    private static String counted(List<Alert> group) {
        long devices = group.stream().map(Alert::subject).map(AlertSubject::name).distinct().count();
        long instances = group.stream().filter(alert -> alert.subject().instance() >= 0).count();
        return instances == 0 ? Plurals.of(devices, "GPU")
                : instances == group.size() ? Plurals.of(devices, "MIG instance")
                        : "%d GPUs and MIG instances".formatted(devices);
    }

    /** What is measured moves; what the API server tells was judged by others over time. */
    private String lasting(Alert alert) {
        boolean measured = signal(alert).filter(each -> each.kind() != AlertSignal.Kind.NODE).isPresent();
        return measured && alert.state() == Alert.State.PENDING
                ? "Seen in one reading; it may pass."
                : "";
    }

    private List<String> commands(Alert alert) {
        var node = alert.subject().node();
        if (signal(alert).filter(OF_NODE::contains).isPresent()) {
            return List.of("tessera doctor --node " + node);
        }
        return mending(alert).isEmpty() ? List.of()
                : List.of((closed(node) ? "tessera plan drain " : "tessera plan cordon ") + node);
    }

    private Optional<Remediation> mending(Alert alert) {
        return alert.severity() == Severity.CRITICAL && signal(alert).filter(OF_NODE::contains).isEmpty()
                && !seenTo(alert.subject().node())
                        ? Optional.of(new Remediation.Close(List.of(alert.subject().node())))
                        : Optional.empty();
    }

    /** Whether somebody has closed the node, who sees to its pods as well. */
    private boolean seenTo(String node) {
        return known.fleet().node(node).flatMap(each -> CordonOwners.standard().of(each.info().facts())).isPresent();
    }

    private boolean closed(String node) {
        return known.fleet().node(node).filter(GpuNode::cordoned).isPresent();
    }
}
