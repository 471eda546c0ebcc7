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
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.model.DriverUpgradeLabels;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.OperandDeployLabels;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;

/** Finds labels of an operator, or for one, that no controller acts on. */
final class OrphanedOperatorLabelCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OrphanedOperatorLabelCheck.class);

    /** What every GPU is that nobody cut. */
    private static final String WHOLE = "all-disabled";
    /** What an operator writes at a gate; {@code false} is somebody’s own word, and may be there before it. */
    private static final Set<String> OF_OPERATOR = Set.of("true", "pre-installed", "paused-for-mig-change",
            "paused-for-driver-upgrade");
    /** So long after the driver is ready nothing has to be paused for it. */
    private static final Duration SETTLED = Duration.ofMinutes(15);

    private final GpuStackSymptomCatalog catalog;
    private final DiagnosisInput input;
    private final GpuStackStatus stack;
    private final Predicate<String> nodeFilter;
    private final List<DiagnosisFinding> findings = new ArrayList<>();
    private final Set<String> labelledNodes = new TreeSet<>();

    /** @param nodeFilter whether a node is meant */
    OrphanedOperatorLabelCheck(GpuStackSymptomCatalog catalog, DiagnosisInput input, GpuStackStatus stack,
            Predicate<String> nodeFilter) {
        this.catalog = catalog;
        this.input = input;
        this.stack = stack;
        this.nodeFilter = nodeFilter;
    }

    List<DiagnosisFinding> findings() {
        // A part of the stack that is not seen may well be there.
        boolean sees = input.fleet().snapshot().podVisibility() == PodListCompleteness.ALL;
        if (stack.objects().isAbsent()) {
            if (sees && stack.objects().isComplete()) {
                checkUninstalled();
            }
            return List.copyOf(findings);
        }
        checkIgnoredPolicies();
        for (var chain : stack.chains()) {
            checkPaused(chain);
            if (sees) {
                checkUnheededLayout(chain);
            }
        }
        return List.copyOf(findings);
    }

    /** Returns the nodes with a finding whose device plugin is paused still. */
    ExplainedProblemNodes explainedNodes() {
        return new ExplainedProblemNodes(labelledNodes, labelledNodes);
    }

    private void checkUninstalled() {
        var nodes = input.fleet().snapshot().nodes();
        if (nodes.stream().flatMap(node -> node.pods().stream()).anyMatch(OrphanedOperatorLabelCheck::isOfStack)) {
            return;
        }
        var marked = nodes.stream().map(NodeWithBoundPods::nodeSummary).filter(node -> nodeFilter.test(node.name()))
                .toList();
        // What somebody wrote by hand on one node stays on all.
        var keys = marked.stream().flatMap(node -> operatorLabels(node).stream())
                .filter(key -> isOrphanedEverywhere(key, marked)).collect(Collectors.toCollection(TreeSet::new));
        var names = marked.stream().filter(node -> keys.stream().anyMatch(node.labels()::containsKey))
                .map(NodeSummary::name).toList();
        if (names.isEmpty()) {
            return;
        }
        var labels = keys.stream().limit(SymptomPlaceholderValues.LISTED).map(key -> labelCountText(key, marked));
        var more = keys.size() > SymptomPlaceholderValues.LISTED
                ? MESSAGES.text("labels.more", keys.size() - SymptomPlaceholderValues.LISTED)
                : "";
        var textValues = SymptomPlaceholderValues.ofNodes(names, "").withPlaceholder("change",
                "%s %s".formatted(nodesArgument(marked, names, keys),
                        keys.stream().map(key -> key + "-").collect(Collectors.joining(" "))));
        findings.add(catalog
                .finding("uninstalled", textValues,
                        Stream.of(labels, Stream.of(more), input.inventory().objects().stream()).flatMap(each -> each)
                                .toList())
                .withRemediation(new FindingRemediation.NodeLabelRemedy(names, Map.of(), keys)));
    }

    private static boolean isOrphanedEverywhere(String key, List<NodeSummary> marked) {
        return marked.stream().allMatch(node -> node.label(key).isEmpty() || operatorLabels(node).contains(key));
    }

    private static String labelCountText(String key, List<NodeSummary> nodes) {
        long count = countLabelled(nodes, key);
        return MESSAGES.text("labels.nodes", key, count);
    }

    private static boolean isOfStack(PodSummary pod) {
        return !pod.phase().isTerminal() && Arrays.stream(GpuStackComponent.values())
                .anyMatch(part -> part != GpuStackComponent.DISCOVERY && part.ownsPod(pod));
    }

    private static Set<String> operatorLabels(NodeSummary node) {
        var marks = new TreeSet<String>();
        node.labels().forEach((key, value) -> {
            boolean gate = key.startsWith(OperandDeployLabels.PREFIX) && OF_OPERATOR.contains(value);
            if (gate || key.equals(DriverUpgradeLabels.STATE) || key.equals(MigNodeLabels.STATE)) {
                marks.add(key);
            }
        });
        return marks;
    }

    private static long countLabelled(List<NodeSummary> nodes, String key) {
        return nodes.stream().filter(node -> node.labels().containsKey(key)).count();
    }

    /** Returns the nodes as an argument of a command: by name while these are few, else by a label that all of them have. */
    private static String nodesArgument(List<NodeSummary> nodes, List<String> names, Set<String> keys) {
        return keys.stream()
                .filter(key -> names.size() > SymptomPlaceholderValues.LISTED
                        && countLabelled(nodes, key) == names.size())
                .findFirst().map(key -> "--selector " + key).orElse(String.join(" ", names));
    }

    /** Checks for several policies, of which only one counts. */
    private void checkIgnoredPolicies() {
        var all = stack.objects().policies().result().orElse(List.of());
        all.stream().filter(policy -> policy.state().equals("ignored") && all.size() > 1).forEach(policy -> findings
                .add(catalog.finding("policy-ignored", new SymptomPlaceholderValues("clusterpolicies/" + policy.name(),
                        "", Map.of("what", policy.name())), List.of("status.state: ignored"))));
    }

    /** Checks for operands that wait for a driver that has long been ready. */
    private void checkPaused(NodeGpuStackComponentChain chain) {
        var labels = chain.node().info().nodeSummary().labels();
        var paused = DriverUpgradeLabels.pausedOperands(labels);
        var driver = chain.linkOf(GpuStackComponent.DRIVER);
        if (paused.isEmpty() || !DriverUpgradeLabels.isFinished(labels)
                || driver.state() != NodeGpuStackComponent.NodeComponentState.READY || !isSettled(driver)) {
            return;
        }
        var gates = paused.stream().map(OperandDeployLabels.PREFIX::concat).toList();
        if (gates.contains(GpuStackComponent.PLUGIN.gateLabel())
                && !OperandDeployLabelChecks.offersDevices(chain.node())) {
            labelledNodes.add(chain.name());
        }
        findings.add(catalog
                .finding("pause-left",
                        SymptomPlaceholderValues.ofNode(chain.name(), String.join(", ", paused)).withPlaceholder(
                                "change", gates.stream().map(gate -> gate + "=true").collect(Collectors.joining(" "))),
                        List.of("Driver: " + driver.text(),
                                gates.stream().map(gate -> gate + "=" + labels.get(gate))
                                        .collect(Collectors.joining(", "))))
                .withRemediation(new FindingRemediation.NodeLabelRemedy(List.of(chain.name()),
                        gates.stream().collect(Collectors.toMap(Function.identity(), _ -> "true")), Set.of())));
    }

    private boolean isSettled(NodeGpuStackComponent driver) {
        var pod = driver.pod();
        return pod == null || Optional.ofNullable(pod.started())
                .filter(since -> input.fleet().snapshot().ageOf(since, input.now()).compareTo(SETTLED) > 0).isPresent();
    }

    /** Checks for a layout label that no MIG manager acts on. */
    private void checkUnheededLayout(NodeGpuStackComponentChain chain) {
        var nodeSummary = chain.node().info().nodeSummary();
        var layout = nodeSummary.label(MigNodeLabels.CONFIG);
        boolean heeded = !nodeSummary.label(MigNodeLabels.STATE).isEmpty()
                || chain.linkOf(GpuStackComponent.MIG).pod() != null
                || chain.node().info().pods().stream().anyMatch(GpuStackComponent.MIG::ownsPod);
        if (layout.isEmpty() || layout.equals(WHOLE) || heeded || !nodeSummary.isReady()) {
            return;
        }
        findings.add(catalog.finding("layout-unheeded", SymptomPlaceholderValues.ofNode(chain.name(), layout),
                Stream.of(MigNodeLabels.CONFIG, MigNodeLabels.CAPABLE, GpuStackComponent.MIG.gateLabel())
                        .map(key -> MESSAGES.text("labels.value", key, nodeSummary.label(key))).toList()));
    }
}
