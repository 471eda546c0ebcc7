package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.alerts.Severity;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.insight.GpuNode;

/** Takes over what the alert rules find: one finding where many devices of a node are in the same trouble. */
final class AlertChecks {

    private static final Set<Signal> OF_MIG = Set.of(Signal.MIG_CHANGE_PENDING, Signal.MIG_CHANGE_FAILED);
    private static final Set<Signal> OF_STACK = Set.of(Signal.OPERATOR_COMPONENT_DOWN, Signal.GPUS_NOT_OFFERED,
            Signal.EXPORTER_SILENT);
    private static final Set<Signal> OF_NODE = Set.of(Signal.NODE_NOT_READY, Signal.NODE_UNREACHABLE);
    private static final int LISTED = 8;

    private final Known known;

    AlertChecks(Known known) {
        this.known = known;
    }

    /**
     * What the rules find and nothing else tells better.
     *
     * @param causes  what is known of stacks already
     * @param divided nodes of whose changes of MIG it is known already how they stand
     */
    List<Finding> findings(Causes causes, Set<String> divided) {
        var rung = Stream.concat(known.alerts().active().stream(), known.alerts().pending().stream())
                .filter(alert -> !told(alert, causes, divided)).map(this::unproved).toList();
        var all = Withheld.explained(rung, alert -> signal(alert).filter(Signal.UNHEALTHY_DEVICES::equals).isPresent());
        var groups = new LinkedHashMap<List<Object>, List<Alert>>();
        for (var alert : all) {
            if (all.stream().noneMatch(other -> worse(other, alert))) {
                groups.computeIfAbsent(cause(alert), _ -> new ArrayList<>()).add(alert);
            }
        }
        return groups.values().stream().map(group -> group.size() == 1 ? single(group.getFirst()) : folded(group))
                .toList();
    }

    /** The same for all that are told as one: one rule has many XIDs, and each of them its own remedy. */
    private static List<Object> cause(Alert alert) {
        // What nobody has to act on is told once for the whole cluster.
        var place = alert.severity() == Severity.INFO ? "" : alert.subject().node();
        return List.of(alert.rule(), alert.severity(), alert.subject().part(), place);
    }

    /** Servers take all memory at their start: that it is full in one reading is no trouble yet. */
    private Alert unproved(Alert alert) {
        return alert.state() == Alert.State.PENDING && signal(alert).filter(Signal.MEMORY_SHARE::equals).isPresent()
                ? alert.as(Severity.INFO)
                : alert;
    }

    private Optional<Signal> signal(Alert alert) {
        return known.rules().rule(alert.rule()).map(AlertRule::signal);
    }

    /** Whether something else tells the same, and more of it. */
    private boolean told(Alert alert, Causes causes, Set<String> divided) {
        var node = alert.subject().node();
        var signal = signal(alert);
        boolean lost = known.fleet().node(node).filter(GpuNode::lost).isPresent();
        return (signal.filter(OF_MIG::contains).isPresent() && divided.contains(node))
                || (signal.filter(Signal.UNHEALTHY_DEVICES::equals).isPresent() && causes.idle().contains(node))
                || (signal.filter(OF_STACK::contains).isPresent()
                        && (causes.broken().contains(node) || divided.contains(node) || lost));
    }

    /** Whether another alert says the same of the same device, and more urgently. */
    private boolean worse(Alert other, Alert alert) {
        return other.severity().compareTo(alert.severity()) > 0 && other.subject().equals(alert.subject())
                && signal(other).equals(signal(alert));
    }

    private Finding single(Alert alert) {
        var node = alert.subject().node();
        var evidence = new ArrayList<>(alert.evidence());
        if (!alert.holders().isEmpty()) {
            evidence.add("held by " + String.join(", ", alert.holders()));
        }
        return new Finding(alert.rule(), alert.severity(), Finding.node(node), node, alert.sentence(), lasting(alert),
                evidence,
                alert.advice(), commands(alert), mending(alert), List.of());
    }

    private Finding folded(List<Alert> group) {
        var first = group.getFirst();
        var nodes = group.stream().map(alert -> alert.subject().node()).distinct().toList();
        var where = nodes.size() == 1 ? nodes.getFirst() : "%d nodes".formatted(nodes.size());
        long devices = group.stream().map(Alert::subject).map(Subject::name).distinct().count();
        var evidence = new ArrayList<>(group.stream().limit(LISTED).map(Alert::sentence).toList());
        var others = group.stream().skip(LISTED).map(alert -> alert.subject().name()).distinct().toList();
        if (!others.isEmpty()) {
            evidence.add("so it is with " + Alike.named(others));
        }
        // Where it is about what they make of it, each is named with its GPU.
        var holders = group.stream().filter(alert -> alert.subject().pod().isEmpty())
                .flatMap(alert -> alert.holders().stream()).distinct().toList();
        if (!holders.isEmpty()) {
            evidence.add("held by " + Alike.named(holders));
        }
        return new Finding(first.rule(), first.severity(), nodes.size() == 1 ? Finding.node(where) : "",
                nodes.size() == 1 ? where : "",
                "%s: %d %s of %s".formatted(Withheld.title(first), devices, sort(group), where),
                lasting(first), evidence, first.advice(), nodes.size() == 1 ? commands(first) : List.of(),
                nodes.size() == 1 ? mending(first) : Optional.empty(),
                nodes.size() == 1 ? List.of() : nodes.stream().map(Finding::node).sorted().toList());
    }

    /** What the devices of a group are. */
    private static String sort(List<Alert> group) {
        long instances = group.stream().filter(alert -> alert.subject().instance() >= 0).count();
        return instances == 0 ? "GPUs" : instances == group.size() ? "MIG instances" : "GPUs and MIG instances";
    }

    /** What is measured moves; what the API server tells was judged by others over time. */
    private String lasting(Alert alert) {
        boolean measured = signal(alert).filter(each -> each.kind() != Signal.Kind.NODE).isPresent();
        return measured && alert.state() == Alert.State.PENDING
                ? "So it is in one reading; whether it lasts is not known."
                : "";
    }

    private List<String> commands(Alert alert) {
        var node = alert.subject().node();
        if (signal(alert).filter(OF_NODE::contains).isPresent()) {
            return List.of("kubectl describe node " + node);
        }
        return mending(alert).isEmpty() ? List.of()
                : List.of((closed(node) ? "tessera plan drain " : "tessera plan cordon ") + node);
    }

    private Optional<Mending> mending(Alert alert) {
        return alert.severity() == Severity.CRITICAL && signal(alert).filter(OF_NODE::contains).isEmpty()
                ? Optional.of(new Mending.Close(alert.subject().node()))
                : Optional.empty();
    }

    private boolean closed(String node) {
        return known.fleet().node(node).filter(GpuNode::cordoned).isPresent();
    }
}
