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
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuNode;
import tessera.model.Plurals;
import tessera.model.PodVisibility;
import tessera.model.Problem;
import tessera.stack.GpuStack;

/** Examines what is known of a cluster: one finding for each thing that is wrong, whoever tells it. Pure. */
public final class ClusterDoctor {

    private static final Map<String, String> TOOLS = Map.of("NVIDIA", "nvidia-smi", "AMD", "amd-smi");
    private static final Comparator<DoctorFinding> URGENT = Comparator.comparing(DoctorFinding::severity).reversed()
            .thenComparingInt(finding -> finding.node().isEmpty() && !finding.object().startsWith("pods/") ? 0 : 1)
            .thenComparing(DoctorFinding::id).thenComparing(DoctorFinding::object)
            .thenComparing(DoctorFinding::headline);

    private final SymptomCatalog matrix = SymptomCatalog.standard();
    private final AcceleratorCatalog accelerators;

    public ClusterDoctor(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    public Diagnosis examine(DiagnosisInput known, ExaminationScope focus) {
        var findings = new ArrayList<DoctorFinding>();
        var node = focus.home(known.fleet().snapshot());
        var asked = asked(known, focus, node);
        Predicate<String> meant = name -> focus.all() || name.equals(node);
        var causes = known.stack().map(stack -> stack(known, stack, meant, findings)).orElse(ExplainedNodes.NONE);
        findings.addAll(new NodeChecks(matrix, known).findings(causes, meant,
                new SeriesChecks(matrix, known.fleet(), asked).findings()));
        findings.addAll(new PodChecks(matrix, known, accelerators).findings(focus.pod()));
        findings.addAll(new DuplicateDaemonSets(matrix, asked).findings());
        findings.addAll(new UninitializedNodes(matrix, known).findings());
        var meaning = new FabricEvidence(known).joined(matrix, findings).stream()
                .filter(finding -> concerns(finding, focus, node)).distinct().sorted(URGENT)
                .toList();
        return new Diagnosis(focus.all() ? new FindingGrouper(known.everyPod().values()).folded(meaning) : meaning,
                lookedAt(known, focus, asked),
                skipped(known, asked));
    }

    private ExplainedNodes stack(DiagnosisInput known, GpuStack stack, Predicate<String> meant,
            List<DoctorFinding> findings) {
        var configs = new ConfigChecks(matrix, known, stack, meant);
        findings.addAll(new StaleConfigs(matrix, known, stack, meant).findings());
        findings.addAll(new SignChecks(matrix, known.remains().signs(), meant).findings());
        var unled = known.remains().signs().unled().filter(_ -> !stack.chains().isEmpty());
        unled.ifPresent(each -> findings.add(each.finding(matrix, stack.chains())));
        var gates = new GateChecks(matrix, stack, meant);
        var leftovers = new StaleOperatorLabels(matrix, known, stack, meant);
        findings.addAll(leftovers.findings());
        var explained = new HashSet<>(configs.causes().broken());
        UninitializedNodes.claims(known).forEach(claim -> explained.add(claim.node()));
        var parts = new StackChecks(matrix, stack, known.notes(), explained);
        findings.addAll(parts.findings());
        new OtherStacks(matrix, known, stack).finding().ifPresent(findings::add);
        findings.addAll(configs.findings());
        findings.addAll(gates.findings());
        return parts.causes().and(configs.causes()).and(gates.causes()).and(leftovers.causes())
                .and(unled.map(_ -> MissingClusterPolicy.causes(stack.chains())).orElse(ExplainedNodes.NONE));
    }

    /** The nodes whose devices were asked about: with a pod that waits, none. */
    private static List<GpuNode> asked(DiagnosisInput known, ExaminationScope focus, String node) {
        return known.fleet().nodes().stream().filter(each -> focus.all() || each.name().equals(node)).toList();
    }

    private static boolean concerns(DoctorFinding finding, ExaminationScope focus, String node) {
        return focus.all() || (!node.isEmpty() && finding.node().equals(node) && (focus.pod().isEmpty()
                || !finding.object().startsWith("pods/")))
                || (!focus.pod().isEmpty() && (finding.object().equals(DoctorFinding.pod(focus.pod()))
                        || (node.isEmpty() && finding.object().endsWith(DoctorFinding.pod(focus.pod()).substring(4)))));
    }

    private static List<String> lookedAt(DiagnosisInput known, ExaminationScope focus, List<GpuNode> asked) {
        var looked = new ArrayList<String>();
        var snapshot = known.fleet().snapshot();
        if (known.nodesUnseen().isEmpty() && focus.all()) {
            looked.add("%s, %d of them with GPUs: readiness, conditions, allocatable and allocated devices"
                    .formatted(Plurals.of(snapshot.nodes().size(), "node"), known.fleet().nodes().size()));
        } else if (known.nodesUnseen().isEmpty()) {
            asked.forEach(each -> looked.add("Node %s: readiness, conditions, allocatable and allocated devices"
                    .formatted(each.name())));
        }
        long boards = asked.stream().map(each -> known.fleet().readings().node(each.name()))
                .filter(Objects::nonNull).mapToLong(each -> each.devices().size()).sum();
        if (boards > 0) {
            looked.add("%s, on the readings of %s".formatted(
                    Plurals.of(known.rules().all().size(), "alert rule"), Plurals.of(boards, "GPU")));
        } else if (!asked.isEmpty()) {
            looked.add("%s on node objects"
                    .formatted(Plurals.of(rules(known, true), "alert rule")));
        }
        long chains = known.stack().stream().flatMap(stack -> stack.chains().stream()).filter(
                chain -> focus.all() || asked.stream().anyMatch(each -> each.name().equals(chain.name()))).count();
        known.stack().map(stack -> StackChecks.lookedAt(stack, known.nodesUnseen().isEmpty() ? chains : 0))
                .filter(parts -> !parts.isEmpty())
                .ifPresent(parts -> looked.add("The GPU stack: " + String.join(", ", parts)));
        if (snapshot.podSight() != PodVisibility.NONE && (focus.all() || !known.waiting().isEmpty())) {
            int waiting = known.waiting().stream().mapToInt(each -> each.pods().size()).sum();
            looked.add(waiting <= 1
                    ? "%s that waits with a request for devices".formatted(waiting == 0 ? "No pod" : "1 pod")
                    : "%d pods that wait with a request for devices, %s".formatted(waiting, known.waiting().size() == 1
                            ? "all of one kind"
                            : "of %d kinds".formatted(known.waiting().size())));
        }
        return looked;
    }

    /** Whose GPUs all of them have; empty where that is not one. */
    private static String vendor(List<GpuNode> nodes) {
        var vendors = nodes.stream().map(GpuNode::vendor).distinct().toList();
        return vendors.size() == 1 ? vendors.getFirst() : "";
    }

    /** How many rules there are of nodes, or else of readings. */
    private static long rules(DiagnosisInput known, boolean ofNodes) {
        return known.rules().all().stream()
                .filter(rule -> (rule.signal().kind() == AlertSignal.Kind.NODE) == ofNodes).count();
    }

    private static List<String> skipped(DiagnosisInput known, List<GpuNode> asked) {
        var skipped = new ArrayList<String>();
        var snapshot = known.fleet().snapshot();
        known.nodesUnseen().ifPresent(why -> skipped.add("Nodes: " + why.sentence()));
        if (snapshot.podSight() == PodVisibility.NONE) {
            skipped.add("Pods: you may not read them");
        } else if (!snapshot.podScope().complete()) {
            skipped.add("Pods of other namespaces: you may not read them");
        }
        known.nodesUnseen()
                .ifPresent(_ -> skipped.add("What depends on nodes: GPUs and their metrics, the GPU stack on "
                        + "each node, room for pods"));
        skipped.addAll(known.skipped());
        skipped.addAll(new MissingMetrics(known.fleet().readings()).told(asked, rules(known, false)));
        var meant = asked.stream().map(GpuNode::name).collect(Collectors.toSet());
        known.stack().map(StackChecks::unclear).map(nodes -> nodes.stream().filter(meant::contains).toList())
                .filter(nodes -> !nodes.isEmpty())
                .ifPresent(nodes -> skipped
                        .add("Parts of the GPU stack on %s: not known".formatted(SymptomSubject.names(nodes))));
        // That nodes are not known is told already, of all pods at once.
        var told = known.nodesUnseen().map(Problem::headline);
        known.waiting().stream().flatMap(each -> each.fit().unknown().stream()).distinct()
                .filter(each -> told.filter(each::endsWith).isEmpty()).forEach(skipped::add);
        skipped.add("What only the machines know: kernel log, %s, topology of CPUs and devices"
                .formatted(TOOLS.getOrDefault(vendor(asked), "the tools of the GPUs’ vendor")));
        return skipped;
    }

}
