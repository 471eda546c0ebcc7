package tessera.doctor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.model.DriverUpgradeLabels;
import tessera.model.MigNodeLabels;
import tessera.stack.ClusterPolicyStatusText;
import tessera.stack.ClusterPolicyStatusText.ClusterPolicyVerdict;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.stack.NodeGpuStackVariant;
import tessera.text.MessageCatalog;

/** Checks the GPU stack: its operator, the operator's status, and the chain of components on every node. */
final class GpuStackDoctorChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackDoctorChecks.class);
    private static final String SET = "daemonset/";

    private static final Set<GpuStackComponent> CONFIGURED = Set.of(GpuStackComponent.PLUGIN,
            GpuStackComponent.FEATURES);

    private final GpuStackSymptomCatalog catalog;
    private final GpuStackStatus stack;
    private final List<CreationFailureEvent> notes;
    private final Set<String> explained;
    private final Set<String> broken = new HashSet<>();
    private final Set<String> nodesWithoutGpus = new HashSet<>();
    /** Nodes on which parts come up. */
    private final Set<String> starting = new HashSet<>();
    private final List<DiagnosisFinding> findings = new ArrayList<>();

    /**
     * @param notes     what is refused pods: a part without a pod may be
     * @param explained nodes of which another finding tells why their device plugin does not work
     */
    GpuStackDoctorChecks(GpuStackSymptomCatalog catalog, GpuStackStatus stack, List<CreationFailureEvent> notes,
            Set<String> explained) {
        this.catalog = catalog;
        this.stack = stack;
        this.explained = Set.copyOf(explained);
        this.notes = List.copyOf(notes);
    }

    List<DiagnosisFinding> findings() {
        var objects = stack.objects();
        checkUnserved();
        objects.release().result().flatMap(each -> each).filter(each -> !each.isDeployed())
                .ifPresent(this::reportRelease);
        objects.operator().result().flatMap(each -> each).filter(pod -> pod.ready() < pod.desired())
                .ifPresent(
                        pod -> findings
                                .add(catalog.finding("operator-down",
                                        new SymptomPlaceholderValues(
                                                "deployments/%s -n %s".formatted(pod.name(), pod.namespace()), "",
                                                Map.of("namespace", pod.namespace(), "what",
                                                        MESSAGES.text("pods.ready", pod.ready(), pod.desired()))),
                                        List.of())));
        stack.chains().forEach(this::checkChain);
        reportStarting();
        checkSilentOperator();
        stack.policyStatus().filter(statusText -> statusText.verdict() == ClusterPolicyVerdict.IDLE
                || statusText.verdict() == ClusterPolicyVerdict.NOT_READY).ifPresent(this::reportPolicy);
        if (stack.driverCounts().size() > 1) {
            findings.add(catalog.finding("drivers-differ",
                    new SymptomPlaceholderValues("", "",
                            Map.of("what",
                                    stack.driverCounts().stream()
                                            .map(drivers -> "%s on %d".formatted(drivers.version(), drivers.nodes()))
                                            .collect(Collectors.joining(", ")))),
                    List.of()));
        }
        return List.copyOf(findings);
    }

    /** Checks for nodes without the operator on which nothing else does its work: one finding for all of them. */
    private void checkUnserved() {
        var nodes = stack.chains().stream().filter(GpuStackDoctorChecks::isUnserved).toList();
        nodes.forEach(chain -> markBroken(chain, true));
        nodes.stream().filter(chain -> !explained.contains(chain.name()))
                .collect(Collectors.groupingBy(
                        chain -> stack.readyPlugins().getOrDefault(chain.node().vendor(), Set.of()), LinkedHashMap::new,
                        Collectors.mapping(NodeGpuStackComponentChain::name, Collectors.toList())))
                .forEach((plugins, untold) -> findings.add(plugins.isEmpty()
                        ? catalog.finding("no-stack", SymptomPlaceholderValues.ofNodes(untold, ""), List.of())
                                .withRemediation(new FindingRemediation.GpuStackInstallRemedy())
                        : catalog.finding("plugin-elsewhere",
                                SymptomPlaceholderValues.ofNodes(untold, String.join(", ", plugins)), List.of())));
    }

    private static boolean isUnserved(NodeGpuStackComponentChain chain) {
        return chain.kind() == NodeGpuStackVariant.OTHERS && chain.linkOf(GpuStackComponent.PLUGIN).pod() == null
                && chain.linkOf(GpuStackComponent.PLUGIN).state() == NodeGpuStackComponent.NodeComponentState.BROKEN;
    }

    private void reportRelease(GpuStackHelmRelease release) {
        findings.add(catalog.finding(release.isPending() ? "release-pending" : "release-failed",
                SymptomPlaceholderValues.ofCluster("%s -n %s".formatted(release.name(), release.namespace()))
                        .withPlaceholder("status", release.status()),
                List.of("revision %d: %s".formatted(release.revision(), release.status()), release.description())));
    }

    /** Checks for an operator that writes no status; one whose own pod does not run is reported already. */
    private void checkSilentOperator() {
        boolean runs = stack.objects().operator().result().flatMap(each -> each)
                .filter(pod -> pod.ready() >= pod.desired()).isPresent();
        stack.objects().activePolicy().filter(policy -> runs && policy.state().isEmpty()).ifPresent(policy -> findings
                .add(catalog.finding("policy-silent", new SymptomPlaceholderValues("clusterpolicies/" + policy.name(),
                        "", Map.of("what", policy.name())), List.of())));
    }

    private void reportPolicy(ClusterPolicyStatusText policy) {
        var name = stack.objects().activePolicy().map(each -> each.name()).orElse("");
        var plain = catalog.finding("policy",
                new SymptomPlaceholderValues("clusterpolicies/" + name, "", Map.of("what", policy.headline())),
                List.of(String.join(", ", policy.notReadyParts())));
        boolean follows = policy.verdict() == ClusterPolicyVerdict.NOT_READY
                && !(broken.isEmpty() && starting.isEmpty());
        var because = follows ? MESSAGES.text("policy.follows", policy.text(), namesText(broken), namesText(starting))
                : policy.text();
        findings.add(new DiagnosisFinding(plain.id(), follows ? AlertOrFindingSeverity.INFO : plain.severity(),
                plain.object(), "", plain.reason(), because, plain.evidence(), "", plain.commands()));
    }

    private void checkChain(NodeGpuStackComponentChain chain) {
        if (chain.upgrade().hasFailed()) {
            markBroken(chain, true);
            findings.add(catalog
                    .finding("upgrade-failed", SymptomPlaceholderValues.ofNode(chain.name(), ""),
                            upgradeEvidence(chain))
                    .withRemediation(new FindingRemediation.DriverUpgradeRetryRemedy(chain.name())));
            return;
        }
        chain.finding()
                .filter(finding -> !isUnserved(chain) && !isLayoutProblem(chain, finding.component())
                        && chain.worstState() != NodeGpuStackComponent.NodeComponentState.PAUSED)
                .filter(finding -> !(CONFIGURED.contains(finding.component()) && explained.contains(chain.name())))
                .ifPresent(finding -> {
                    markBroken(chain, severityOf(chain, finding.component()) == AlertOrFindingSeverity.CRITICAL);
                    findings.add(findRefusal(chain, finding.component())
                            .map(note -> refusalFinding(chain, finding.component(), note))
                            .orElseGet(() -> brokenFinding(chain, finding)));
                });
    }

    private List<String> upgradeEvidence(NodeGpuStackComponentChain chain) {
        var evidence = new ArrayList<>(List.of("label " + DriverUpgradeLabels.STATE + "=" + chain.upgrade().label()));
        chain.finding()
                .filter(finding -> finding.component() == GpuStackComponent.DRIVER && !finding.evidence().isEmpty())
                .ifPresent(finding -> evidence.addAll(
                        List.of(componentText(chain, finding.component()), finding.headline(), finding.evidence())));
        var waiting = stack.chains().stream()
                .filter(other -> other.upgrade().label().equals(DriverUpgradeLabels.REQUIRED))
                .map(NodeGpuStackComponentChain::name).sorted().toList();
        if (!waiting.isEmpty()) {
            evidence.add(MESSAGES.text("upgrade.waits", SymptomPlaceholderValues.namesText(waiting)));
        }
        return evidence;
    }

    /** Returns whether labels report the same of MIG, with the plan that helps. */
    private static boolean isLayoutProblem(NodeGpuStackComponentChain chain, GpuStackComponent at) {
        var state = chain.node().info().nodeSummary().label(MigNodeLabels.STATE);
        return at == GpuStackComponent.MIG && !state.isEmpty() && !state.equals("success");
    }

    /** Reports components that are starting, which is no problem; a driver upgrade under way is reported as such. */
    private void reportStarting() {
        var chains = stack.chains().stream().filter(chain -> !chain.startingLinks().isEmpty()
                || (chain.upgrade().isInProgress() && chain.finding().isEmpty())).toList();
        chains.forEach(chain -> starting.add(chain.name()));
        var alike = FindingGrouper.groupBy(chains.stream().filter(chain -> !chain.upgrade().isInProgress()).toList(),
                chain -> chain.startingLinks().stream().map(NodeGpuStackComponent::title).toList());
        alike.forEach(group -> findings.add(catalog.finding("stack-starts",
                SymptomPlaceholderValues.ofNodes(group.stream().map(NodeGpuStackComponentChain::name).toList(),
                        group.getFirst().startingLinks().stream().map(NodeGpuStackComponent::title)
                                .collect(Collectors.joining(", "))),
                List.of())));
    }

    private static String namesText(Set<String> nodes) {
        return SymptomPlaceholderValues.namesText(nodes.stream().sorted().toList());
    }

    /** @param needed whether no GPU is offered without what is wrong */
    private void markBroken(NodeGpuStackComponentChain chain, boolean needed) {
        broken.add(chain.name());
        if (needed && !OperandDeployLabelChecks.offersDevices(chain.node())) {
            nodesWithoutGpus.add(chain.name());
        }
    }

    /** Returns the nodes with findings. */
    ExplainedProblemNodes explainedNodes() {
        var known = new HashSet<>(broken);
        known.addAll(starting);
        return new ExplainedProblemNodes(known, nodesWithoutGpus);
    }

    private DiagnosisFinding brokenFinding(NodeGpuStackComponentChain chain,
            tessera.stack.BrokenGpuStackComponentFinding finding) {
        return new DiagnosisFinding("stack", severityOf(chain, finding.component()),
                DiagnosisFinding.nodeResource(chain.name()), chain.name(),
                new FindingHeadline.ComponentBrokenOnNode(chain.name(), finding.code(), finding.headline()),
                finding.explanation(), List.of(componentText(chain, finding.component()), finding.evidence()),
                finding.remedy(), commandsOf(chain, finding));
    }

    /** Returns the event of a component that has no pod because its DaemonSet may create none. */
    private Optional<CreationFailureEvent> findRefusal(NodeGpuStackComponentChain chain, GpuStackComponent at) {
        if (chain.linkOf(at).pod() != null) {
            return Optional.empty();
        }
        return notes.stream().filter(note -> note.kindAndName().startsWith(SET)
                && at.ownsDaemonSet(note.kindAndName().substring(SET.length()))).findFirst();
    }

    private DiagnosisFinding refusalFinding(NodeGpuStackComponentChain chain, GpuStackComponent at,
            CreationFailureEvent note) {
        var why = note.finding(catalog, new SymptomPlaceholderValues(note.object(), chain.name(),
                Map.of("what", note.kindAndName(), "namespace", note.namespace())));
        return new DiagnosisFinding("stack", severityOf(chain, at), DiagnosisFinding.nodeResource(chain.name()),
                chain.name(), MESSAGES.reason("component.refused", chain.name(), at.title()),
                MESSAGES.text("component.refused.because"), List.of(componentText(chain, at), note.message()),
                why.map(DiagnosisFinding::remedy).orElse(""), why.map(DiagnosisFinding::commands).orElse(List.of()));
    }

    /** Returns the severity of a broken component: without labels and measurements, offered GPUs can still be used. */
    private static AlertOrFindingSeverity severityOf(NodeGpuStackComponentChain chain, GpuStackComponent at) {
        return switch (at) {
            case EXPORTER -> AlertOrFindingSeverity.WARNING;
            case DISCOVERY, FEATURES, MIG ->
                OperandDeployLabelChecks.offersDevices(chain.node()) ? AlertOrFindingSeverity.WARNING
                        : AlertOrFindingSeverity.CRITICAL;
            case DRIVER ->
                chain.linkOf(at).isPartFailing() ? AlertOrFindingSeverity.WARNING : AlertOrFindingSeverity.CRITICAL;
            case TOOLKIT, VALIDATOR, PLUGIN -> AlertOrFindingSeverity.CRITICAL;
        };
    }

    private static String componentText(NodeGpuStackComponentChain chain, GpuStackComponent at) {
        return chain.linkOf(at).title() + ": " + chain.linkOf(at).text();
    }

    private List<String> commandsOf(NodeGpuStackComponentChain chain,
            tessera.stack.BrokenGpuStackComponentFinding finding) {
        var known = GpuOperandCommandSelector.applicableCommands(finding.commands(), stack.objects());
        if (known.isEmpty()) {
            return GpuOperandCommandSelector.inspectionCommands(chain.linkOf(finding.component()));
        }
        return known;
    }

    /**
     * Returns the parts of a stack that were looked at, a few words each.
     *
     * @param nodes on how many its chain of parts was
     */
    static List<String> lookedAtParts(GpuStackStatus stack, long nodes) {
        var objects = stack.objects();
        var parts = new ArrayList<String>();
        if (objects.release().problem().isEmpty()) {
            parts.add(MESSAGES.text("checked.release"));
        }
        if (objects.policies().problem().isEmpty()) {
            parts.add("ClusterPolicy");
        }
        if (objects.operator().problem().isEmpty()) {
            parts.add(MESSAGES.text("checked.operator"));
        }
        if (nodes > 0) {
            parts.add(MESSAGES.text("checked.components", nodes));
        }
        return parts;
    }

    /** Returns the nodes whose chain has components that are not known. */
    static List<String> unclearNodes(GpuStackStatus stack) {
        return stack.chains().stream().filter(GpuStackDoctorChecks::isUnclear).map(NodeGpuStackComponentChain::name)
                .toList();
    }

    static boolean isUnclear(NodeGpuStackComponentChain chain) {
        return chain.links().stream()
                .anyMatch(link -> link.state() == NodeGpuStackComponent.NodeComponentState.UNKNOWN);
    }
}
