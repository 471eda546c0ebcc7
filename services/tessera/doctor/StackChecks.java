package tessera.doctor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.alerts.Severity;
import tessera.doctor.DiagnosisInput.FailureEvent;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.model.DriverUpgradeLabels;
import tessera.model.MigLabels;
import tessera.model.SentenceText;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.NodeChain;
import tessera.stack.PolicyStanding;
import tessera.stack.PolicyStanding.PolicyVerdict;
import tessera.stack.StackComponent;
import tessera.stack.StackKind;

/** Looks at the GPU stack: its operator, the operator's word, and the chain of parts on every node. */
final class StackChecks {

    private static final String SET = "daemonset/";
    private static final Set<ChainLink.LinkState> UNCLEAR = Set.of(ChainLink.LinkState.UNKNOWN);

    private static final Set<StackComponent> CONFIGURED = Set.of(StackComponent.PLUGIN, StackComponent.FEATURES);

    private final SymptomCatalog matrix;
    private final GpuStack stack;
    private final List<FailureEvent> notes;
    private final Set<String> explained;
    private final Set<String> broken = new HashSet<>();
    private final Set<String> idle = new HashSet<>();
    /** Nodes on which parts come up. */
    private final Set<String> starting = new HashSet<>();
    private final List<DoctorFinding> found = new ArrayList<>();

    /**
     * @param notes     what is refused pods: a part without a pod may be
     * @param explained nodes of which another finding tells why their device plugin does not work
     */
    StackChecks(SymptomCatalog matrix, GpuStack stack, List<FailureEvent> notes, Set<String> explained) {
        this.matrix = matrix;
        this.stack = stack;
        this.explained = Set.copyOf(explained);
        this.notes = List.copyOf(notes);
    }

    List<DoctorFinding> findings() {
        var objects = stack.objects();
        unserved();
        objects.release().found().flatMap(each -> each).filter(each -> !each.settled()).ifPresent(this::release);
        objects.operator().found().flatMap(each -> each).filter(each -> each.ready() < each.wanted())
                .ifPresent(each -> found.add(matrix.finding("operator-down",
                        new SymptomSubject("deployments/%s -n %s".formatted(each.name(), each.namespace()), "",
                                Map.of("namespace", each.namespace(), "what",
                                        "%d of %d pods ready".formatted(each.ready(), each.wanted()))),
                        List.of())));
        stack.chains().forEach(this::chain);
        starting();
        silent();
        stack.policy().filter(each -> each.verdict() == PolicyVerdict.IDLE || each.verdict() == PolicyVerdict.NOT_READY)
                .ifPresent(this::policy);
        if (stack.drivers().size() > 1) {
            found.add(matrix.finding("drivers-differ",
                    new SymptomSubject("", "", Map.of("what", stack.drivers().stream()
                            .map(each -> "%s on %d".formatted(each.version(), each.nodes()))
                            .collect(Collectors.joining(", ")))),
                    List.of()));
        }
        return List.copyOf(found);
    }

    /** Nodes without the operator on which nothing else does its work: one finding for all of them. */
    private void unserved() {
        var nodes = stack.chains().stream().filter(StackChecks::unserved).toList();
        nodes.forEach(chain -> wrong(chain, true));
        var untold = nodes.stream().map(NodeChain::name).filter(name -> !explained.contains(name)).toList();
        if (untold.isEmpty()) {
            return;
        }
        var plugins = stack.chains().stream().filter(chain -> chain.kind() == StackKind.OTHERS)
                .map(chain -> chain.link(StackComponent.PLUGIN))
                .filter(link -> link.state() == ChainLink.LinkState.READY)
                .map(ChainLink::pod).filter(Objects::nonNull).map(pod -> pod.namespace() + "/" + pod.owner().name())
                .distinct().sorted().toList();
        found.add(plugins.isEmpty()
                ? matrix.finding("no-stack", SymptomSubject.nodes(untold, ""), List.of())
                        .mendedBy(new Remediation.InstallStack())
                : matrix.finding("plugin-elsewhere", SymptomSubject.nodes(untold, String.join(", ", plugins)),
                        List.of()));
    }

    private static boolean unserved(NodeChain chain) {
        return chain.kind() == StackKind.OTHERS && chain.link(StackComponent.PLUGIN).pod() == null
                && chain.link(StackComponent.PLUGIN).state() == ChainLink.LinkState.BROKEN;
    }

    private void release(HelmReleaseFacts release) {
        found.add(matrix.finding(release.pending() ? "release-pending" : "release-failed",
                SymptomSubject.cluster("%s -n %s".formatted(release.name(), release.namespace())).with("status",
                        release.status()),
                List.of("revision %d: %s".formatted(release.revision(), release.status()), release.description())));
    }

    /** One whose own pod does not run is told of already. */
    private void silent() {
        boolean runs = stack.objects().operator().found().flatMap(each -> each)
                .filter(each -> each.ready() >= each.wanted()).isPresent();
        stack.objects().policy().filter(policy -> runs && policy.state().isEmpty())
                .ifPresent(policy -> found.add(matrix.finding("policy-silent", new SymptomSubject("clusterpolicies/"
                        + policy.name(), "", Map.of("what", policy.name())), List.of())));
    }

    private void policy(PolicyStanding policy) {
        var name = stack.objects().policy().map(each -> each.name()).orElse("");
        var plain = matrix.finding("policy",
                new SymptomSubject("clusterpolicies/" + name, "", Map.of("what", policy.headline())),
                List.of(String.join(", ", policy.notReady())));
        boolean follows = policy.verdict() == PolicyVerdict.NOT_READY && !(broken.isEmpty() && starting.isEmpty());
        var because = follows ? "%s It comes of %s.".formatted(policy.text(), broken.isEmpty()
                ? "what is coming up on " + names(starting)
                : "what is wrong on " + names(broken)).strip() : policy.text();
        found.add(new DoctorFinding(plain.id(), follows ? Severity.INFO : plain.severity(), plain.object(), "",
                plain.headline(), because, plain.evidence(), "", plain.commands()));
    }

    private void chain(NodeChain chain) {
        if (chain.upgrade().failed()) {
            wrong(chain, true);
            found.add(matrix.finding("upgrade-failed", SymptomSubject.node(chain.name(), ""),
                    List.of("label " + DriverUpgradeLabels.STATE + "=" + chain.upgrade().label()))
                    .mendedBy(new Remediation.RetryUpgrade(chain.name())));
            return;
        }
        chain.finding()
                .filter(each -> !unserved(chain) && !ofLayout(chain, each.at())
                        && chain.worst() != ChainLink.LinkState.PAUSED)
                .filter(each -> !(CONFIGURED.contains(each.at()) && explained.contains(chain.name())))
                .ifPresent(each -> {
                    wrong(chain, severity(chain, each.at()) == Severity.CRITICAL);
                    found.add(refused(chain, each.at()).map(note -> refusal(chain, each.at(), note))
                            .orElseGet(() -> broken(chain, each)));
                });
    }

    /** Whether labels tell the same of MIG, with the plan that helps. */
    private static boolean ofLayout(NodeChain chain, StackComponent at) {
        var state = chain.node().info().facts().label(MigLabels.STATE);
        return at == StackComponent.MIG && !state.isEmpty() && !state.equals("success");
    }

    /** What comes up is a state and no fault; of a change that somebody makes it is told as such. */
    private void starting() {
        var chains = stack.chains().stream().filter(chain -> !chain.starting().isEmpty()
                || (chain.upgrade().underWay() && chain.finding().isEmpty())).toList();
        chains.forEach(chain -> starting.add(chain.name()));
        var alike = FindingGrouper.groups(chains.stream().filter(chain -> !chain.upgrade().underWay()).toList(),
                chain -> chain.starting().stream().map(ChainLink::title).toList());
        alike.forEach(group -> found.add(matrix.finding("stack-starts", SymptomSubject.nodes(
                group.stream().map(NodeChain::name).toList(), group.getFirst().starting().stream().map(ChainLink::title)
                        .collect(Collectors.joining(", "))),
                List.of())));
    }

    private static String names(Set<String> nodes) {
        return SymptomSubject.names(nodes.stream().sorted().toList());
    }

    /** @param needed whether no GPU is offered without what is wrong */
    private void wrong(NodeChain chain, boolean needed) {
        broken.add(chain.name());
        if (needed && !GateChecks.offers(chain.node())) {
            idle.add(chain.name());
        }
    }

    /** Of whom something was found. */
    ExplainedNodes causes() {
        var known = new HashSet<>(broken);
        known.addAll(starting);
        return new ExplainedNodes(known, idle);
    }

    private DoctorFinding broken(NodeChain chain, tessera.stack.ChainFinding link) {
        return new DoctorFinding("stack", severity(chain, link.at()), DoctorFinding.node(chain.name()), chain.name(),
                "%s: %s".formatted(chain.name(), SentenceText.bare(link.headline())), link.because(),
                List.of(part(chain, link.at()), link.evidence()), link.remedy(), commands(chain, link));
    }

    /** A part that has no pod because its DaemonSet is refused one. */
    private Optional<FailureEvent> refused(NodeChain chain, StackComponent at) {
        return chain.link(at).pod() != null ? Optional.empty()
                : notes.stream().filter(note -> note.name().startsWith(SET)
                        && at.runsAs(note.name().substring(SET.length()))).findFirst();
    }

    private DoctorFinding refusal(NodeChain chain, StackComponent at, FailureEvent note) {
        var why = matrix.note(note.message(), new SymptomSubject(note.object(), chain.name(),
                Map.of("what", note.name(), "namespace", note.namespace())));
        return new DoctorFinding("stack", severity(chain, at), DoctorFinding.node(chain.name()), chain.name(),
                "%s: %s has no pod, because it is refused one".formatted(chain.name(), at.title()),
                "Nothing after it can start.", List.of(part(chain, at), note.message()),
                why.map(DoctorFinding::remedy).orElse(""), why.map(DoctorFinding::commands).orElse(List.of()));
    }

    /** Without labels and measurements GPUs that are offered can be used. */
    private static Severity severity(NodeChain chain, StackComponent at) {
        return switch (at) {
            case EXPORTER -> Severity.WARNING;
            case DISCOVERY, FEATURES, MIG -> GateChecks.offers(chain.node()) ? Severity.WARNING : Severity.CRITICAL;
            case DRIVER, TOOLKIT, VALIDATOR, PLUGIN -> Severity.CRITICAL;
        };
    }

    private static String part(NodeChain chain, StackComponent at) {
        return chain.link(at).title() + ": " + chain.link(at).words();
    }

    private List<String> commands(NodeChain chain, tessera.stack.ChainFinding link) {
        var known = OperandCommands.able(link.commands(), stack.objects());
        return known.isEmpty() ? OperandCommands.looking(chain.link(link.at())) : known;
    }

    /**
     * What of a stack was looked at, a few words each.
     *
     * @param nodes on how many its chain of parts was
     */
    static List<String> lookedAt(GpuStack stack, long nodes) {
        var objects = stack.objects();
        var parts = new ArrayList<String>();
        if (objects.release().missing().isEmpty()) {
            parts.add("release");
        }
        if (objects.policies().missing().isEmpty()) {
            parts.add("ClusterPolicy");
        }
        if (objects.operator().missing().isEmpty()) {
            parts.add("operator");
        }
        if (nodes > 0) {
            parts.add("the chain of parts on " + (nodes == 1 ? "1 node" : nodes + " nodes"));
        }
        return parts;
    }

    /** Nodes of whose chain not every link is known. */
    static List<String> unclear(GpuStack stack) {
        return stack.chains().stream().filter(chain -> chain.links().stream()
                .anyMatch(link -> UNCLEAR.contains(link.state()))).map(NodeChain::name).toList();
    }
}
