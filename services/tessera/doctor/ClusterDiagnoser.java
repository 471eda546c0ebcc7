package tessera.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.alerts.AlertSignal;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuNode;
import tessera.model.PodListCompleteness;
import tessera.model.Problem;
import tessera.model.VisiblePodScope;
import tessera.scheduling.KarpenterNodeClaim;
import tessera.stack.GpuStackStatus;
import tessera.text.MessageCatalog;

/** Examines the input about a cluster: one finding for each problem, whatever source reports it. Pure. */
public final class ClusterDiagnoser {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterDiagnoser.class);
    private static final Map<String, String> TOOLS = Map.of("NVIDIA", "nvidia-smi", "AMD", "amd-smi");
    private static final Comparator<DiagnosisFinding> URGENT = Comparator.comparing(DiagnosisFinding::severity)
            .reversed()
            .thenComparingInt(finding -> finding.node().isEmpty() && !finding.object().startsWith("pods/") ? 0 : 1)
            .thenComparing(DiagnosisFinding::id).thenComparing(DiagnosisFinding::object)
            .thenComparing(DiagnosisFinding::headline);

    private final GpuStackSymptomCatalog catalog = GpuStackSymptomCatalog.standard();
    private final AcceleratorCatalog accelerators;

    public ClusterDiagnoser(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    public ClusterDiagnosis examine(DiagnosisInput input, DiagnosisScope focus) {
        var findings = new ArrayList<DiagnosisFinding>();
        var node = focus.nodeName(input.fleet().snapshot());
        var asked = examinedNodes(input, focus, node);
        Predicate<String> meant = name -> focus.includesAll() || name.equals(node);
        var causes = input.stack().map(stack -> checkStack(input, stack, meant, findings))
                .orElse(ExplainedProblemNodes.NONE);
        findings.addAll(new GpuNodeChecks(catalog, input).findings(causes, meant,
                new MissingExporterSeriesChecks(catalog, input.fleet(), asked).findings()));
        findings.addAll(new GpuPodDoctorChecks(catalog, input, accelerators).findings(focus.pod()));
        findings.addAll(new DuplicateDaemonSetCheck(catalog, asked).findings());
        findings.addAll(new KarpenterUninitializedNodeCheck(catalog, input).findings());
        input.evidence().upgrades().forEach(upgrade -> findings.add(upgrade.finding(catalog)));
        var meaning = new NvlinkFabricCheck(input).joinFindings(catalog, findings).stream()
                .filter(finding -> isInScope(finding, focus, node)).distinct().sorted(URGENT).toList();
        return new ClusterDiagnosis(
                focus.includesAll() ? new FindingGrouper(input.allPods().values()).groupFindings(meaning) : meaning,
                lookedAtTexts(input, focus, asked), skippedTexts(input, asked), input.unreadProblems());
    }

    private ExplainedProblemNodes checkStack(DiagnosisInput input, GpuStackStatus stack, Predicate<String> meant,
            List<DiagnosisFinding> findings) {
        var configs = new DevicePluginConfigChecks(catalog, input, stack, meant);
        findings.addAll(new StaleDevicePluginConfigCheck(catalog, input, stack, meant).findings());
        findings.addAll(new GpuStackSymptomChecks(catalog, input.inventory().symptoms(), meant).findings());
        var unled = input.inventory().symptoms().missingPolicy().filter(_ -> !stack.chains().isEmpty());
        unled.ifPresent(policy -> findings.add(policy.finding(catalog, stack.chains())));
        var gates = new OperandDeployLabelChecks(catalog, stack, meant);
        var leftovers = new OrphanedOperatorLabelCheck(catalog, input, stack, meant);
        findings.addAll(leftovers.findings());
        var explained = new HashSet<>(configs.explainedNodes().broken());
        var uninitialized = KarpenterUninitializedNodeCheck.uninitializedClaims(input).map(KarpenterNodeClaim::node)
                .collect(Collectors.toSet());
        explained.addAll(uninitialized);
        var parts = new GpuStackDoctorChecks(catalog, stack, input.failureEvents(), explained);
        findings.addAll(parts.findings());
        new NonOperatorGpuStackChecks(catalog, input, stack).finding().ifPresent(findings::add);
        findings.addAll(configs.findings());
        findings.addAll(gates.findings());
        return parts.explainedNodes().combinedWith(configs.explainedNodes()).combinedWith(gates.explainedNodes())
                .combinedWith(leftovers.explainedNodes())
                .combinedWith(new ExplainedProblemNodes(uninitialized, uninitialized))
                .combinedWith(unled.map(_ -> MissingClusterPolicy.explainedNodes(stack.chains()))
                        .orElse(ExplainedProblemNodes.NONE));
    }

    /** Returns the nodes whose devices are examined: with a pod that waits, none. */
    private static List<GpuNode> examinedNodes(DiagnosisInput input, DiagnosisScope focus, String node) {
        return input.fleet().nodes().stream().filter(each -> focus.includesAll() || each.name().equals(node)).toList();
    }

    private static boolean isInScope(DiagnosisFinding finding, DiagnosisScope focus, String node) {
        return focus.includesAll()
                || (!node.isEmpty() && finding.node().equals(node)
                        && (focus.pod().isEmpty() || !finding.object().startsWith("pods/")))
                || (!focus.pod().isEmpty()
                        && (finding.object().equals(DiagnosisFinding.podResource(focus.pod())) || (node.isEmpty()
                                && finding.object().endsWith(DiagnosisFinding.podResource(focus.pod()).substring(4)))));
    }

    private static List<String> lookedAtTexts(DiagnosisInput input, DiagnosisScope focus, List<GpuNode> asked) {
        var looked = new ArrayList<String>();
        var clusterSnapshot = input.fleet().snapshot();
        if (input.nodesProblem().isEmpty() && focus.includesAll()) {
            looked.add(MESSAGES.text("checked.nodes", clusterSnapshot.nodes().size(), input.fleet().nodes().size()));
        } else if (input.nodesProblem().isEmpty()) {
            asked.forEach(node -> looked.add(MESSAGES.text("checked.node", node.name())));
        }
        long boards = asked.stream().map(node -> input.fleet().readings().readingsOf(node.name()))
                .filter(Objects::nonNull).mapToLong(readings -> readings.devices().size()).sum();
        if (boards > 0) {
            looked.add(MESSAGES.text("checked.rules", input.rules().allRules().size(), boards));
        } else if (!asked.isEmpty()) {
            looked.add(MESSAGES.text("checked.nodeRules", countRules(input, true)));
        }
        long chains = input.stack().stream().flatMap(stack -> stack.chains().stream()).filter(
                chain -> focus.includesAll() || asked.stream().map(GpuNode::name).anyMatch(chain.name()::equals))
                .filter(chain -> !GpuStackDoctorChecks.isUnclear(chain)).count();
        input.stack()
                .map(stack -> GpuStackDoctorChecks.lookedAtParts(stack, input.nodesProblem().isEmpty() ? chains : 0))
                .filter(parts -> !parts.isEmpty())
                .ifPresent(parts -> looked.add(MESSAGES.text("checked.stack", parts)));
        if (clusterSnapshot.podVisibility() != PodListCompleteness.NONE
                && (focus.includesAll() || !input.pendingPods().isEmpty())) {
            int waiting = input.pendingPods().stream().mapToInt(pods -> pods.pods().size()).sum();
            looked.add(MESSAGES.text("checked.pending", waiting, input.pendingPods().size(),
                    clusterSnapshot.podScope() instanceof VisiblePodScope.NamespacedScope(var namespaces, _)
                            ? namespaces
                            : List.of()));
        }
        return looked;
    }

    /** Whose GPUs all of them have; empty where that is not one. */
    private static String vendor(List<GpuNode> nodes) {
        var vendors = nodes.stream().map(GpuNode::vendor).distinct().toList();
        return vendors.size() == 1 ? vendors.getFirst() : "";
    }

    /** Returns the number of rules about nodes, or else about readings. */
    private static long countRules(DiagnosisInput input, boolean ofNodes) {
        return input.rules().allRules().stream()
                .filter(rule -> (rule.signal().kind() == AlertSignal.SignalEvaluationKind.NODE) == ofNodes).count();
    }

    private static List<String> skippedTexts(DiagnosisInput input, List<GpuNode> asked) {
        var skipped = new ArrayList<String>();
        var clusterSnapshot = input.fleet().snapshot();
        input.nodesProblem().ifPresent(problem -> skipped.add("Nodes: " + problem.problemText()));
        if (clusterSnapshot.podVisibility() == PodListCompleteness.NONE) {
            skipped.add(MESSAGES.text("skipped.pods"));
        } else if (!clusterSnapshot.podScope().isComplete()) {
            skipped.add(MESSAGES.text("skipped.otherPods"));
        }
        input.nodesProblem().ifPresent(_ -> skipped.add(MESSAGES.text("skipped.nodes")));
        skipped.addAll(input.skipped());
        skipped.addAll(
                new MissingDeviceMetricsText(input.fleet().readings()).missingTexts(asked, countRules(input, false)));
        var meant = asked.stream().map(GpuNode::name).collect(Collectors.toSet());
        input.stack().map(GpuStackDoctorChecks::unclearNodes)
                .map(nodes -> nodes.stream().filter(meant::contains).toList()).filter(nodes -> !nodes.isEmpty())
                .ifPresent(nodes -> skipped
                        .add(MESSAGES.text("skipped.components", SymptomPlaceholderValues.namesText(nodes))));
        // That nodes are not known is told already, of all pods at once.
        var told = input.nodesProblem().map(Problem::headline);
        input.pendingPods().stream().flatMap(pods -> pods.fit().unknownFacts().stream()).distinct()
                .filter(each -> told.filter(each::endsWith).isEmpty()).forEach(skipped::add);
        skipped.add(MESSAGES.text("skipped.hosts", TOOLS.getOrDefault(vendor(asked), "")));
        return skipped;
    }
}
