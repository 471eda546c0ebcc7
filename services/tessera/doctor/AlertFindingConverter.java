package tessera.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertCauseMerger;
import tessera.doctor.AlertFindingConverter.LostGpuFindingMerger.MergedAlertsAndFindings;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.GpuLossStage;
import tessera.stack.GpuStackComponent;
import tessera.stack.NodeGpuStackComponent.NodeComponentState;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.stack.NodeGpuStackVariant;
import tessera.text.MessageCatalog;

/** Turns active alerts into findings: one for many devices of a node, or of several nodes, with the same cause. */
final class AlertFindingConverter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertFindingConverter.class);
    private static final Set<AlertSignal> OF_MIG = Set.of(AlertSignal.MIG_CHANGE_PENDING,
            AlertSignal.MIG_CHANGE_FAILED);
    private static final Set<AlertSignal> OF_STACK = Set.of(AlertSignal.OPERATOR_COMPONENT_DOWN,
            AlertSignal.GPUS_NOT_OFFERED, AlertSignal.EXPORTER_SILENT);
    /** What an exporter needs: while one of these is broken, its silence is no news. */
    private static final Set<GpuStackComponent> BEFORE_EXPORTER = Set.of(GpuStackComponent.DISCOVERY,
            GpuStackComponent.DRIVER, GpuStackComponent.TOOLKIT);
    private static final Set<AlertSignal> OF_NODE = Set.of(AlertSignal.NODE_NOT_READY, AlertSignal.NODE_UNREACHABLE);
    private static final Set<AlertSignal> UNPROVED = Set.of(AlertSignal.MEMORY_SHARE, AlertSignal.CHANGE_PENDING);
    private static final int LISTED = 8;

    private final DiagnosisInput input;
    private final Predicate<String> nodeFilter;
    private final LostGpuFindingMerger losses;

    /** @param nodeFilter whether a node is looked at: of others nothing is told */
    AlertFindingConverter(GpuStackSymptomCatalog catalog, DiagnosisInput input, Predicate<String> nodeFilter) {
        this.input = input;
        losses = new LostGpuFindingMerger(input.rules(), input.fleet(), catalog);
        this.nodeFilter = nodeFilter;
    }

    /**
     * Returns what the rules find and nothing else tells better, and of devices what no alert accounts for.
     *
     * @param causes  what is known of stacks already
     * @param divided nodes of whose changes of MIG it is known already how they stand
     * @param devices what else is found of devices
     */
    List<DiagnosisFinding> findings(ExplainedProblemNodes causes, Set<String> divided, List<DiagnosisFinding> devices) {
        var rung = Stream.concat(input.alerts().active().stream(), input.alerts().pending().stream())
                .filter(alert -> nodeFilter.test(alert.subject().node()) && !isExplained(alert, causes, divided))
                .map(this::downgradeUnproven).toList();
        var report = losses.joined(new MergedAlertsAndFindings(rung, devices));
        var all = report.alerts();
        var alike = FindingGrouper.groupBy(all.stream().filter(alert -> isMostSevere(alert, all)).toList(),
                this::groupKey);
        return Stream.concat(report.findings().stream(),
                alike.stream().flatMap(group -> splitByNode(group).stream()).map(this::findingOf)).toList();
    }

    private boolean isMostSevere(Alert alert, List<Alert> all) {
        return all.stream().noneMatch(other -> isMoreSevere(other, alert));
    }

    private DiagnosisFinding findingOf(List<Alert> group) {
        if (group.size() == 1) {
            return singleFinding(group.getFirst());
        }
        return groupFinding(group.stream().sorted(Comparator.comparing(alert -> alert.subject().node())).toList());
    }

    /** Returns the key of alerts that are reported as one: a rule has many XIDs, and each of them its own remedy. */
    private List<Object> groupKey(Alert alert) {
        var subject = alert.subject();
        // What a node is in is told of each; what nobody has to act on is told once for the whole cluster.
        boolean everywhere = !subject.device().isEmpty() || alert.severity() == AlertOrFindingSeverity.INFO;
        return List.of(alert.ruleId(), alert.severity(), subject.part(), alert.remedy(),
                everywhere ? "" : subject.node());
    }

    /** Splits a group of few nodes where each has a remedy of its own. */
    private List<List<Alert>> splitByNode(List<Alert> group) {
        boolean few = nodeNames(group).size() <= FindingGrouper.ONE_BY_ONE
                && remediationOf(group.getFirst()).isPresent();
        if (few) {
            return FindingGrouper.groupBy(group, alert -> alert.subject().node());
        }
        return List.of(group);
    }

    private static List<String> nodeNames(List<Alert> group) {
        return group.stream().map(alert -> alert.subject().node()).distinct().toList();
    }

    /** Returns a pending alert as mere information where one reading proves nothing: servers take all memory at their start. */
    private Alert downgradeUnproven(Alert alert) {
        if (alert.state() == Alert.AlertState.PENDING && signalOf(alert).filter(UNPROVED::contains).isPresent()) {
            return alert.withSeverity(AlertOrFindingSeverity.INFO);
        }
        return alert;
    }

    private Optional<AlertSignal> signalOf(Alert alert) {
        return input.rules().findRule(alert.ruleId()).map(AlertRule::signal);
    }

    /** Returns whether another check reports the same, in more detail. */
    private boolean isExplained(Alert alert, ExplainedProblemNodes causes, Set<String> divided) {
        var node = alert.subject().node();
        var signal = signalOf(alert);
        boolean lost = input.fleet().node(node).filter(GpuNode::isLost).isPresent();
        // What claims hand out is not offered to the scheduler as a resource.
        boolean claimed = signal.filter(AlertSignal.GPUS_NOT_OFFERED::equals).isPresent()
                && (input.fleet().node(node).filter(GpuNode::unpublished).isPresent()
                        || input.stack().flatMap(stack -> stack.findChain(node))
                                .filter(chain -> chain.kind() == NodeGpuStackVariant.CLAIMS).isPresent());
        // Their taints are told as such.
        boolean tainted = signal.filter(AlertSignal.UNHEALTHY_DEVICES::equals).isPresent()
                && input.fleet().node(node).filter(GpuNode::isClaimsOnly).isPresent();
        return claimed || tainted || (signal.filter(OF_MIG::contains).isPresent() && divided.contains(node))
                || (signal.filter(AlertSignal.UNHEALTHY_DEVICES::equals).isPresent()
                        && causes.nodesWithoutGpus().contains(node))
                || (signal.filter(OF_STACK::contains).isPresent()
                        && (lost || ((causes.broken().contains(node) || divided.contains(node))
                                && !(signal.filter(AlertSignal.EXPORTER_SILENT::equals).isPresent()
                                        && shouldExporterAnswer(node)))));
    }

    /** Returns whether the exporter of a node runs, and nothing that it needs is broken. */
    private boolean shouldExporterAnswer(String node) {
        return input.stack().flatMap(stack -> stack.findChain(node))
                .filter(chain -> chain.linkOf(GpuStackComponent.EXPORTER).state() == NodeComponentState.READY)
                .filter(AlertFindingConverter::isSoundBeforeExporter).isPresent();
    }

    private static boolean isSoundBeforeExporter(NodeGpuStackComponentChain chain) {
        return chain.finding().filter(found -> BEFORE_EXPORTER.contains(found.component())).isEmpty();
    }

    /** Returns whether another alert says the same of the same device, with a higher severity. */
    private boolean isMoreSevere(Alert other, Alert alert) {
        return other.severity().compareTo(alert.severity()) > 0 && other.subject().equals(alert.subject())
                && signalOf(other).equals(signalOf(alert));
    }

    private DiagnosisFinding singleFinding(Alert alert) {
        var node = alert.subject().node();
        var evidence = new ArrayList<>(alert.evidence());
        if (!alert.holders().isEmpty()) {
            evidence.add(MESSAGES.text("held.by", alert.holders()));
        }
        return new DiagnosisFinding(alert.ruleId(), alert.severity(), DiagnosisFinding.nodeResource(node), node,
                alert.reason(), durationText(alert), evidence, alert.remedy(), commandsOf(alert), remediationOf(alert),
                List.of());
    }

    private DiagnosisFinding groupFinding(List<Alert> group) {
        var first = group.getFirst();
        var nodes = nodeNames(group);
        var only = nodes.stream().filter(_ -> nodes.size() == 1).findFirst();
        var commands = RemedyCommandJoiner.joinCommands(FindingGrouper.groupBy(group, alert -> alert.subject().node())
                .stream().map(List::getFirst)
                .map(each -> new RemedyCommandJoiner.ObjectRemedyCommands(each.subject().node(), commandsOf(each)))
                .toList());
        return new DiagnosisFinding(first.ruleId(), first.severity(),
                only.map(DiagnosisFinding::nodeResource).orElse(""), only.orElse(""),
                MESSAGES.reason("alerts.headline", LostGpuFindingMerger.title(first), deviceCountText(group), nodes),
                group.stream().map(this::durationText).noneMatch(String::isEmpty) ? durationText(first) : "",
                groupEvidence(group), first.remedy(), commands, only.flatMap(_ -> remediationOf(first)),
                only.isPresent() ? List.of() : nodes.stream().map(DiagnosisFinding::nodeResource).sorted().toList());
    }

    /** Returns the evidence, first one line of each node, so that none is named without it while there is room. */
    private static List<String> groupEvidence(List<Alert> group) {
        var firsts = FindingGrouper.groupBy(group, alert -> alert.subject().node()).stream().map(List::getFirst)
                .toList();
        var told = Stream.concat(firsts.stream(), group.stream()).distinct().limit(LISTED).toList();
        var evidence = new ArrayList<>(group.stream().filter(told::contains).map(Alert::sentence).toList());
        var others = group.stream().filter(alert -> !told.contains(alert)).map(alert -> alert.subject().displayName())
                .distinct().toList();
        if (!others.isEmpty()) {
            evidence.add(MESSAGES.text("same.for", FindingGrouper.namesText(others)));
        }
        // Where it is about what they make of it, each is named with its GPU.
        var holders = group.stream().filter(alert -> alert.subject().pod().isEmpty())
                .flatMap(alert -> alert.holders().stream()).distinct().toList();
        if (!holders.isEmpty()) {
            evidence.add(MESSAGES.text("held.by", FindingGrouper.namesText(holders)));
        }
        return evidence;
    }

    /** Returns the number and kind of the devices of a group. */
    private static String deviceCountText(List<Alert> group) {
        long devices = group.stream().map(Alert::subject).map(AlertSubject::displayName).distinct().count();
        long instances = group.stream().filter(alert -> alert.subject().instance() >= 0).count();
        if (instances == 0) {
            return MESSAGES.text("gpus", devices);
        }
        return MESSAGES.text(instances == group.size() ? "instances" : "gpus.instances", devices);
    }

    /** Returns a reservation about a value that was measured only once; empty for other alerts. */
    private String durationText(Alert alert) {
        boolean measured = signalOf(alert).filter(signal -> signal.kind() != AlertSignal.SignalEvaluationKind.NODE)
                .isPresent();
        if (measured && alert.state() == Alert.AlertState.PENDING) {
            return MESSAGES.text("alerts.pending");
        }
        return "";
    }

    private List<String> commandsOf(Alert alert) {
        var node = alert.subject().node();
        if (signalOf(alert).filter(OF_NODE::contains).isPresent()) {
            return List.of("tessera doctor --node " + node);
        }
        if (remediationOf(alert).isEmpty()) {
            return List.of();
        }
        return List.of((isCordoned(node) ? "tessera plan drain " : "tessera plan cordon ") + node);
    }

    private Optional<FindingRemediation> remediationOf(Alert alert) {
        if (alert.severity() == AlertOrFindingSeverity.CRITICAL && signalOf(alert).filter(OF_NODE::contains).isEmpty()
                && !hasCordonOwner(alert.subject().node())) {
            return Optional.of(new FindingRemediation.CordonNodesRemedy(List.of(alert.subject().node())));
        }
        return Optional.empty();
    }

    /** Returns whether a controller has cordoned the node, which handles its pods as well. */
    private boolean hasCordonOwner(String node) {
        return input.fleet().node(node)
                .flatMap(each -> CordonOwnerCatalog.standard().findOwner(each.info().nodeSummary())).isPresent();
    }

    private boolean isCordoned(String node) {
        return input.fleet().node(node).filter(GpuNode::isCordoned).isPresent();
    }

    /**
     * Alerts and findings about lost GPUs, one for each cause: findings that an alert accounts for on its node become evidence of it.
     */
    static final class LostGpuFindingMerger {

        private final AlertCauseMerger causes;
        private final GpuFleet fleet;
        private final GpuStackSymptomCatalog catalog;

        LostGpuFindingMerger(AlertRules rules, GpuFleet fleet, GpuStackSymptomCatalog catalog) {
            this.causes = new AlertCauseMerger(rules, fleet);
            this.fleet = fleet;
            this.catalog = catalog;
        }

        /** Alerts and findings of which none only repeats another. */
        record MergedAlertsAndFindings(List<Alert> alerts, List<DiagnosisFinding> findings) {

            MergedAlertsAndFindings {
                alerts = List.copyOf(alerts);
                findings = List.copyOf(findings);
            }
        }

        /** Returns the title of an alert: of its XID where it is about one, as its rule is about many. */
        static String title(Alert alert) {
            return AlertCauseMerger.findCode(alert)
                    .map(code -> XidCatalog.standardCatalog().forCode(code).displayName()).orElse(alert.title());
        }

        /** Returns the same alerts and findings with what has one cause put together. */
        MergedAlertsAndFindings joined(MergedAlertsAndFindings all) {
            var joined = all;
            for (var node : fleet.nodes()) {
                joined = joined(node, joined);
            }
            return joined;
        }

        private MergedAlertsAndFindings joined(GpuNode node, MergedAlertsAndFindings all) {
            var cause = causes.causesOn(node, all.alerts()).stream().findFirst();
            var effects = cause.map(causes::lossOf).map(first -> followingFindings(first, all, node)).orElse(List.of());
            if (cause.isEmpty() || effects.isEmpty()) {
                return all;
            }
            // The sentence of one that withholds devices tells how many are short already.
            var shortage = Optional.of(effects.getFirst().headline()).filter(_ -> node.withheldDevices() == 0);
            var evidence = effects.stream()
                    .flatMap(finding -> Stream.concat(Stream.of(finding.headline()), finding.evidence().stream()))
                    .toList();
            return new MergedAlertsAndFindings(
                    all.alerts().stream()
                            .map(alert -> alert.key().equals(cause.get().key())
                                    ? causes.withEffects(alert, shortage, evidence.stream())
                                    : alert)
                            .toList(),
                    all.findings().stream().filter(finding -> !effects.contains(finding)).toList());
        }

        private List<DiagnosisFinding> followingFindings(GpuLossStage first, MergedAlertsAndFindings all,
                GpuNode node) {
            return all.findings().stream()
                    .filter(finding -> finding.node().equals(node.name()) && follows(catalog.loss(finding.id()), first))
                    .toList();
        }

        private static boolean follows(GpuLossStage loss, GpuLossStage cause) {
            return loss != GpuLossStage.NONE && loss.compareTo(cause) > 0;
        }
    }
}
