package tessera.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.alerts.Signal;
import tessera.doctor.Matrix.Of;
import tessera.insight.Accelerators;
import tessera.insight.GpuNode;
import tessera.model.Counted;
import tessera.model.PodSight;
import tessera.model.Problem;
import tessera.stack.GpuStack;

/** Examines what is known of a cluster: one finding for each thing that is wrong, whoever tells it. Pure. */
public final class Doctor {

    private static final Comparator<Finding> URGENT = Comparator.comparing(Finding::severity).reversed()
            .thenComparingInt(finding -> finding.node().isEmpty() && !finding.object().startsWith("pods/") ? 0 : 1)
            .thenComparing(Finding::id).thenComparing(Finding::object).thenComparing(Finding::headline);

    private final Matrix matrix = Matrix.standard();
    private final Accelerators accelerators;

    public Doctor(Accelerators accelerators) {
        this.accelerators = accelerators;
    }

    public Diagnosis examine(Known known, Focus focus) {
        var findings = new ArrayList<Finding>();
        var node = focus.home(known.fleet().snapshot());
        var asked = asked(known, focus, node);
        Predicate<String> meant = name -> focus.all() || name.equals(node);
        var causes = known.stack().map(stack -> stack(known, stack, meant, findings)).orElse(Causes.NONE);
        findings.addAll(new NodeChecks(matrix, known).findings(causes, meant));
        findings.addAll(new PodChecks(matrix, known, accelerators).findings(focus.pod()));
        findings.addAll(new Twins(matrix, asked).findings());
        findings.addAll(new SeriesChecks(matrix, known.fleet(), asked).findings());
        findings.addAll(new UninitializedNodes(matrix, known).findings());
        var meaning = new FabricEvidence(known).joined(matrix, findings).stream()
                .filter(finding -> concerns(finding, focus, node)).distinct().sorted(URGENT)
                .toList();
        return new Diagnosis(focus.all() ? new Alike(known.everyPod().values()).folded(meaning) : meaning,
                lookedAt(known, focus, asked),
                skipped(known, asked));
    }

    private Causes stack(Known known, GpuStack stack, Predicate<String> meant, List<Finding> findings) {
        var configs = new ConfigChecks(matrix, known, stack, meant);
        findings.addAll(new StaleConfigs(matrix, known, stack, meant).findings());
        findings.addAll(new SignChecks(matrix, known.remains().signs(), meant).findings());
        var unled = known.remains().signs().unled().filter(_ -> !stack.chains().isEmpty());
        unled.ifPresent(each -> findings.add(each.finding(matrix, stack.chains())));
        var gates = new GateChecks(matrix, stack, meant);
        var leftovers = new Leftovers(matrix, known, stack, meant);
        findings.addAll(leftovers.findings());
        var explained = new HashSet<>(configs.causes().broken());
        UninitializedNodes.claims(known).forEach(claim -> explained.add(claim.node()));
        var parts = new StackChecks(matrix, stack, known.notes(), explained);
        findings.addAll(parts.findings());
        new OtherStacks(matrix, known, stack).finding().ifPresent(findings::add);
        findings.addAll(configs.findings());
        findings.addAll(gates.findings());
        return parts.causes().and(configs.causes()).and(gates.causes()).and(leftovers.causes())
                .and(unled.map(_ -> Unled.causes(stack.chains())).orElse(Causes.NONE));
    }

    /** The nodes whose devices were asked about: with a pod that waits, none. */
    private static List<GpuNode> asked(Known known, Focus focus, String node) {
        return known.fleet().nodes().stream().filter(each -> focus.all() || each.name().equals(node)).toList();
    }

    private static boolean concerns(Finding finding, Focus focus, String node) {
        return focus.all() || (!node.isEmpty() && finding.node().equals(node) && (focus.pod().isEmpty()
                || !finding.object().startsWith("pods/")))
                || (!focus.pod().isEmpty() && (finding.object().equals(Finding.pod(focus.pod()))
                        || (node.isEmpty() && finding.object().endsWith(Finding.pod(focus.pod()).substring(4)))));
    }

    private static List<String> lookedAt(Known known, Focus focus, List<GpuNode> asked) {
        var looked = new ArrayList<String>();
        var snapshot = known.fleet().snapshot();
        if (known.nodesUnseen().isEmpty() && focus.all()) {
            looked.add("%s, %d of them with GPUs: readiness, conditions, what they offer and what is held"
                    .formatted(Counted.of(snapshot.nodes().size(), "node"), known.fleet().nodes().size()));
        } else if (known.nodesUnseen().isEmpty()) {
            asked.forEach(each -> looked.add("The node %s: readiness, conditions, what it offers and what is held"
                    .formatted(each.name())));
        }
        long boards = asked.stream().map(each -> known.fleet().readings().node(each.name()))
                .filter(Objects::nonNull).mapToLong(each -> each.devices().size()).sum();
        if (boards > 0) {
            looked.add("%s, on the readings of %s".formatted(
                    Counted.of(known.rules().all().size(), "alert rule"), Counted.of(boards, "GPU")));
        } else if (!asked.isEmpty()) {
            looked.add("%s, of what the API server tells of nodes"
                    .formatted(Counted.of(rules(known, true), "alert rule")));
        }
        long chains = known.stack().stream().flatMap(stack -> stack.chains().stream()).filter(
                chain -> focus.all() || asked.stream().anyMatch(each -> each.name().equals(chain.name()))).count();
        known.stack().map(stack -> StackChecks.lookedAt(stack, known.nodesUnseen().isEmpty() ? chains : 0))
                .filter(parts -> !parts.isEmpty())
                .ifPresent(parts -> looked.add("The GPU stack: " + String.join(", ", parts)));
        if (snapshot.podSight() != PodSight.NONE && (focus.all() || !known.waiting().isEmpty())) {
            int waiting = known.waiting().stream().mapToInt(each -> each.pods().size()).sum();
            looked.add(waiting == 1 ? "1 pod that wants or holds devices and waits"
                    : "%d pods that want or hold devices and wait, %s".formatted(waiting, known.waiting().size() == 1
                            ? "all alike"
                            : "in %d groups that are alike".formatted(known.waiting().size())));
        }
        return looked;
    }

    /** How many rules there are of nodes, or else of readings. */
    private static long rules(Known known, boolean ofNodes) {
        return known.rules().all().stream()
                .filter(rule -> (rule.signal().kind() == Signal.Kind.NODE) == ofNodes).count();
    }

    private static List<String> skipped(Known known, List<GpuNode> asked) {
        var skipped = new ArrayList<String>();
        var snapshot = known.fleet().snapshot();
        known.nodesUnseen().ifPresent(why -> skipped.add("Nodes: " + why.sentence()));
        if (snapshot.podSight() != PodSight.ALL) {
            skipped.add(snapshot.podSight() == PodSight.NONE ? "Pods: none may be read"
                    : "Pods of other namespaces: they are not seen");
        }
        known.nodesUnseen().ifPresent(_ -> skipped.add("What needs nodes to be known: GPUs and what they measure, the "
                + "parts of the stack on each node, where pods find room"));
        skipped.addAll(known.skipped());
        skipped.addAll(new Unmeasured(known.fleet().readings()).told(asked, rules(known, false)));
        var meant = asked.stream().map(GpuNode::name).collect(Collectors.toSet());
        known.stack().map(StackChecks::unclear).map(nodes -> nodes.stream().filter(meant::contains).toList())
                .filter(nodes -> !nodes.isEmpty())
                .ifPresent(nodes -> skipped.add("Parts of the GPU stack on %s: not known".formatted(Of.names(nodes))));
        // That nodes are not known is told already, of all pods at once.
        var told = known.nodesUnseen().map(Problem::headline);
        known.waiting().stream().flatMap(each -> each.fit().unknown().stream()).distinct()
                .filter(each -> told.filter(each::endsWith).isEmpty()).forEach(skipped::add);
        skipped.add("What only the machines themselves tell: kernel log, nvidia-smi, topology of CPUs and devices");
        return skipped;
    }

}
