package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.model.DeployGates;
import tessera.model.DriverUpgradeLabels;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/** Looks for words of an operator, or to it, that stand where nobody heeds them. */
final class StaleOperatorLabels {

    /** What every GPU is that nobody cut. */
    private static final String WHOLE = "all-disabled";
    /** What an operator writes at a gate; {@code false} is somebody’s own word, and may be there before it. */
    private static final Set<String> OF_OPERATOR = Set.of("true", "pre-installed", "paused-for-mig-change",
            "paused-for-driver-upgrade");
    /** So long after the driver is ready nothing has to be paused for it. */
    private static final Duration SETTLED = Duration.ofMinutes(15);

    private final SymptomCatalog matrix;
    private final DiagnosisInput known;
    private final GpuStack stack;
    private final Predicate<String> asked;
    private final List<DoctorFinding> found = new ArrayList<>();
    private final Set<String> held = new TreeSet<>();

    /** @param asked whether a node is meant */
    StaleOperatorLabels(SymptomCatalog matrix, DiagnosisInput known, GpuStack stack, Predicate<String> asked) {
        this.matrix = matrix;
        this.known = known;
        this.stack = stack;
        this.asked = asked;
    }

    List<DoctorFinding> findings() {
        // A part of the stack that is not seen may well be there.
        boolean sees = known.fleet().snapshot().podSight() == PodVisibility.ALL;
        if (stack.objects().absent()) {
            if (sees && stack.objects().complete()) {
                uninstalled();
            }
            return List.copyOf(found);
        }
        policies();
        for (var chain : stack.chains()) {
            paused(chain);
            if (sees) {
                unheeded(chain);
            }
        }
        return List.copyOf(found);
    }

    /** Nodes whose device plugin is paused still, of whom something was found. */
    ExplainedNodes causes() {
        return new ExplainedNodes(held, held);
    }

    private void uninstalled() {
        var nodes = known.fleet().snapshot().nodes();
        if (nodes.stream().flatMap(node -> node.pods().stream()).anyMatch(StaleOperatorLabels::ofStack)) {
            return;
        }
        var marked = nodes.stream().map(NodeInfo::facts).filter(node -> asked.test(node.name())).toList();
        // What somebody wrote by hand on one node stays on all.
        var keys = marked.stream().flatMap(node -> marks(node).stream())
                .filter(key -> marked.stream().allMatch(node -> node.label(key).isEmpty() || marks(node).contains(key)))
                .collect(Collectors.toCollection(TreeSet::new));
        var names = marked.stream().filter(node -> keys.stream().anyMatch(node.labels()::containsKey))
                .map(NodeFacts::name).toList();
        if (names.isEmpty()) {
            return;
        }
        var labels = keys.stream().limit(SymptomSubject.LISTED).map(key -> counted(key, marked));
        var more = keys.size() > SymptomSubject.LISTED
                ? "and %d more labels".formatted(keys.size() - SymptomSubject.LISTED)
                : "";
        var words = SymptomSubject.nodes(names, "").with("change", "%s %s".formatted(places(marked, names, keys),
                keys.stream().map(key -> key + "-").collect(Collectors.joining(" "))));
        found.add(matrix.finding("uninstalled", words,
                Stream.of(labels, Stream.of(more), known.remains().objects().stream()).flatMap(each -> each).toList())
                .mendedBy(new Remediation.Relabel(names, Map.of(), keys)));
    }

    private static String counted(String key, List<NodeFacts> nodes) {
        long count = count(nodes, key);
        return "label %s on %d %s".formatted(key, count, count == 1 ? "node" : "nodes");
    }

    private static boolean ofStack(PodFacts pod) {
        return !pod.phase().terminal() && Arrays.stream(StackComponent.values())
                .anyMatch(part -> part != StackComponent.DISCOVERY && part.owns(pod));
    }

    private static Set<String> marks(NodeFacts node) {
        var marks = new TreeSet<String>();
        node.labels().forEach((key, value) -> {
            boolean gate = key.startsWith(DeployGates.PREFIX) && OF_OPERATOR.contains(value);
            if (gate || key.equals(DriverUpgradeLabels.STATE) || key.equals(MigLabels.STATE)) {
                marks.add(key);
            }
        });
        return marks;
    }

    private static long count(List<NodeFacts> nodes, String key) {
        return nodes.stream().filter(node -> node.labels().containsKey(key)).count();
    }

    /** As a command takes nodes: by name while these are few, else by a label that all of them have. */
    private static String places(List<NodeFacts> nodes, List<String> names, Set<String> keys) {
        return keys.stream().filter(key -> names.size() > SymptomSubject.LISTED && count(nodes, key) == names.size())
                .findFirst()
                .map(key -> "--selector " + key).orElse(String.join(" ", names));
    }

    /** Only one policy counts. */
    private void policies() {
        var all = stack.objects().policies().found().orElse(List.of());
        all.stream().filter(policy -> policy.state().equals("ignored") && all.size() > 1)
                .forEach(policy -> found.add(matrix.finding("policy-ignored",
                        new SymptomSubject("clusterpolicies/" + policy.name(), "", Map.of("what", policy.name())),
                        List.of("status.state: ignored"))));
    }

    /** Operands that wait for a driver that has been ready for long. */
    private void paused(NodeChain chain) {
        var labels = chain.node().info().facts().labels();
        var paused = DriverUpgradeLabels.paused(labels);
        var driver = chain.link(StackComponent.DRIVER);
        if (paused.isEmpty() || !DriverUpgradeLabels.finished(labels) || driver.state() != ChainLink.LinkState.READY
                || !settled(driver)) {
            return;
        }
        var gates = paused.stream().map(DeployGates.PREFIX::concat).toList();
        if (gates.contains(StackComponent.PLUGIN.gate()) && !GateChecks.offers(chain.node())) {
            held.add(chain.name());
        }
        found.add(matrix
                .finding("pause-left", SymptomSubject.node(chain.name(), String.join(", ", paused)).with("change", gates
                        .stream().map(gate -> gate + "=true").collect(Collectors.joining(" "))),
                        List.of("Driver: " + driver.words(), gates.stream().map(gate -> gate + "=" + labels.get(gate))
                                .collect(Collectors.joining(", "))))
                .mendedBy(new Remediation.Relabel(List.of(chain.name()), gates.stream()
                        .collect(Collectors.toMap(Function.identity(), _ -> "true")), Set.of())));
    }

    private boolean settled(ChainLink driver) {
        var pod = driver.pod();
        return pod == null || Optional.ofNullable(pod.started()).filter(since -> known.fleet().snapshot()
                .age(since, known.now()).compareTo(SETTLED) > 0).isPresent();
    }

    /** A layout that nobody has begun to make. */
    private void unheeded(NodeChain chain) {
        var facts = chain.node().info().facts();
        var layout = facts.label(MigLabels.CONFIG);
        boolean heeded = !facts.label(MigLabels.STATE).isEmpty() || chain.link(StackComponent.MIG).pod() != null
                || chain.node().info().pods().stream().anyMatch(StackComponent.MIG::owns);
        if (layout.isEmpty() || layout.equals(WHOLE) || heeded || !facts.ready()) {
            return;
        }
        found.add(matrix.finding("layout-unheeded", SymptomSubject.node(chain.name(), layout), Stream
                .of(MigLabels.CONFIG, MigLabels.CAPABLE, StackComponent.MIG.gate())
                .map(key -> key + (facts.label(key).isEmpty() ? " is not there" : "=" + facts.label(key))).toList()));
    }
}
