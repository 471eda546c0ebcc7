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
import tessera.model.DriverUpgradeLabels;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.OperandDeployLabels;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/** Finds labels of an operator, or for one, that no controller acts on. */
final class StaleOperatorLabels {

    /** What every GPU is that nobody cut. */
    private static final String WHOLE = "all-disabled";
    /** What an operator writes at a gate; {@code false} is somebody’s own word, and may be there before it. */
    private static final Set<String> OF_OPERATOR = Set.of("true", "pre-installed", "paused-for-mig-change",
            "paused-for-driver-upgrade");
    /** So long after the driver is ready nothing has to be paused for it. */
    private static final Duration SETTLED = Duration.ofMinutes(15);

    private final SymptomCatalog matrix;
    private final DiagnosisInput input;
    private final GpuStack stack;
    private final Predicate<String> asked;
    private final List<DoctorFinding> found = new ArrayList<>();
    private final Set<String> held = new TreeSet<>();

    /** @param asked whether a node is meant */
    StaleOperatorLabels(SymptomCatalog matrix, DiagnosisInput input, GpuStack stack, Predicate<String> asked) {
        this.matrix = matrix;
        this.input = input;
        this.stack = stack;
        this.asked = asked;
    }

    List<DoctorFinding> findings() {
        // A part of the stack that is not seen may well be there.
        boolean sees = input.fleet().snapshot().podVisibility() == PodVisibility.ALL;
        if (stack.objects().isAbsent()) {
            if (sees && stack.objects().isComplete()) {
                checkUninstalled();
            }
            return List.copyOf(found);
        }
        checkIgnoredPolicies();
        for (var chain : stack.chains()) {
            checkPaused(chain);
            if (sees) {
                checkUnheededLayout(chain);
            }
        }
        return List.copyOf(found);
    }

    /** Returns the nodes with a finding whose device plugin is paused still. */
    ExplainedNodes explainedNodes() {
        return new ExplainedNodes(held, held);
    }

    private void checkUninstalled() {
        var nodes = input.fleet().snapshot().nodes();
        if (nodes.stream().flatMap(node -> node.pods().stream()).anyMatch(StaleOperatorLabels::isOfStack)) {
            return;
        }
        var marked = nodes.stream().map(NodeInfo::facts).filter(node -> asked.test(node.name())).toList();
        // What somebody wrote by hand on one node stays on all.
        var keys = marked.stream().flatMap(node -> operatorLabels(node).stream())
                .filter(key -> marked.stream()
                        .allMatch(node -> node.label(key).isEmpty() || operatorLabels(node).contains(key)))
                .collect(Collectors.toCollection(TreeSet::new));
        var names = marked.stream().filter(node -> keys.stream().anyMatch(node.labels()::containsKey))
                .map(NodeFacts::name).toList();
        if (names.isEmpty()) {
            return;
        }
        var labels = keys.stream().limit(SymptomSubject.LISTED).map(key -> labelCountText(key, marked));
        var more = keys.size() > SymptomSubject.LISTED
                ? "and %d more labels".formatted(keys.size() - SymptomSubject.LISTED)
                : "";
        var words = SymptomSubject.ofNodes(names, "").withPlaceholder("change",
                "%s %s".formatted(nodesArgument(marked, names, keys),
                        keys.stream().map(key -> key + "-").collect(Collectors.joining(" "))));
        found.add(matrix.finding("uninstalled", words,
                Stream.of(labels, Stream.of(more), input.inventory().objects().stream()).flatMap(each -> each).toList())
                .withRemediation(new Remediation.RelabelNodes(names, Map.of(), keys)));
    }

    private static String labelCountText(String key, List<NodeFacts> nodes) {
        long count = countLabelled(nodes, key);
        return "label %s on %d %s".formatted(key, count, count == 1 ? "node" : "nodes");
    }

    private static boolean isOfStack(PodFacts pod) {
        return !pod.phase().isTerminal() && Arrays.stream(StackComponent.values())
                .anyMatch(part -> part != StackComponent.DISCOVERY && part.ownsPod(pod));
    }

    private static Set<String> operatorLabels(NodeFacts node) {
        var marks = new TreeSet<String>();
        node.labels().forEach((key, value) -> {
            boolean gate = key.startsWith(OperandDeployLabels.PREFIX) && OF_OPERATOR.contains(value);
            if (gate || key.equals(DriverUpgradeLabels.STATE) || key.equals(MigLabels.STATE)) {
                marks.add(key);
            }
        });
        return marks;
    }

    private static long countLabelled(List<NodeFacts> nodes, String key) {
        return nodes.stream().filter(node -> node.labels().containsKey(key)).count();
    }

    /** Returns the nodes as an argument of a command: by name while these are few, else by a label that all of them have. */
    private static String nodesArgument(List<NodeFacts> nodes, List<String> names, Set<String> keys) {
        return keys.stream()
                .filter(key -> names.size() > SymptomSubject.LISTED && countLabelled(nodes, key) == names.size())
                .findFirst()
                .map(key -> "--selector " + key).orElse(String.join(" ", names));
    }

    /** Checks for several policies, of which only one counts. */
    private void checkIgnoredPolicies() {
        var all = stack.objects().policies().result().orElse(List.of());
        all.stream().filter(policy -> policy.state().equals("ignored") && all.size() > 1)
                .forEach(policy -> found.add(matrix.finding("policy-ignored",
                        new SymptomSubject("clusterpolicies/" + policy.name(), "", Map.of("what", policy.name())),
                        List.of("status.state: ignored"))));
    }

    /** Checks for operands that wait for a driver that has long been ready. */
    private void checkPaused(NodeChain chain) {
        var labels = chain.node().info().facts().labels();
        var paused = DriverUpgradeLabels.pausedOperands(labels);
        var driver = chain.linkOf(StackComponent.DRIVER);
        if (paused.isEmpty() || !DriverUpgradeLabels.isFinished(labels) || driver.state() != ChainLink.LinkState.READY
                || !isSettled(driver)) {
            return;
        }
        var gates = paused.stream().map(OperandDeployLabels.PREFIX::concat).toList();
        if (gates.contains(StackComponent.PLUGIN.gateLabel()) && !DeployGateChecks.offersDevices(chain.node())) {
            held.add(chain.name());
        }
        found.add(matrix
                .finding("pause-left",
                        SymptomSubject.ofNode(chain.name(), String.join(", ", paused)).withPlaceholder("change", gates
                                .stream().map(gate -> gate + "=true").collect(Collectors.joining(" "))),
                        List.of("Driver: " + driver.text(), gates.stream().map(gate -> gate + "=" + labels.get(gate))
                                .collect(Collectors.joining(", "))))
                .withRemediation(new Remediation.RelabelNodes(List.of(chain.name()), gates.stream()
                        .collect(Collectors.toMap(Function.identity(), _ -> "true")), Set.of())));
    }

    private boolean isSettled(ChainLink driver) {
        var pod = driver.pod();
        return pod == null || Optional.ofNullable(pod.started()).filter(since -> input.fleet().snapshot()
                .ageOf(since, input.now()).compareTo(SETTLED) > 0).isPresent();
    }

    /** Checks for a layout label that no MIG manager acts on. */
    private void checkUnheededLayout(NodeChain chain) {
        var facts = chain.node().info().facts();
        var layout = facts.label(MigLabels.CONFIG);
        boolean heeded = !facts.label(MigLabels.STATE).isEmpty() || chain.linkOf(StackComponent.MIG).pod() != null
                || chain.node().info().pods().stream().anyMatch(StackComponent.MIG::ownsPod);
        if (layout.isEmpty() || layout.equals(WHOLE) || heeded || !facts.isReady()) {
            return;
        }
        found.add(matrix.finding("layout-unheeded", SymptomSubject.ofNode(chain.name(), layout), Stream
                .of(MigLabels.CONFIG, MigLabels.CAPABLE, StackComponent.MIG.gateLabel())
                .map(key -> key + (facts.label(key).isEmpty() ? " is not there" : "=" + facts.label(key))).toList()));
    }
}
