package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuReader;
import tessera.gpu.ResourceClaimOnlyNodeDetector;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.OperandDeployLabels;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginDaemonSet;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.plan.intent.GpuSharingIntent;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigChoiceOrigin;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem.ConfigProblemEffect;
import tessera.sharing.DeviceShareCounts;

/** Checks a change of sharing for refusals and warnings. */
final class GpuSharingChangeChecks {

    private static final Set<PluginConfigChoiceOrigin> GUESSED = Set.of(PluginConfigChoiceOrigin.FALLBACK,
            PluginConfigChoiceOrigin.NONE);
    private static final String KEY = "[-._a-zA-Z0-9]{1,63}";

    private final GpuSharingIntent intent;
    private final GpuSharingPlannerInput input;
    private final NodeGpuSharingChangeSet changes;

    GpuSharingChangeChecks(GpuSharingIntent intent, GpuSharingPlannerInput input, NodeGpuSharingChangeSet changes) {
        this.intent = intent;
        this.input = input;
        this.changes = changes;
    }

    private static Problem refusal(SharingRefusal reason) {
        return Problem.of(OperationProblemKind.INVALID, reason);
    }

    List<Problem> refusals() {
        var refusals = new ArrayList<>(input.missing());
        input.setup().problem().ifPresent(refusals::add);
        if (intent.isEmpty()) {
            refusals.add(refusal(new SharingRefusal.EmptySharingChange()));
        }
        checkOwner(refusals);
        checkDocuments(refusals);
        checkNodes(refusals);
        if (input.setup().problem().isEmpty()) {
            checkChoices(refusals);
        }
        return refusals.stream().distinct().toList();
    }

    private void checkOwner(List<Problem> refusals) {
        var setup = input.setup();
        if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE
                && input.snapshot().nodes().stream().map(NodeWithBoundPods::name)
                        .filter(node -> changes.labels().isEmpty() || changes.labels().containsKey(node))
                        .anyMatch(this::isGkeNode)) {
            refusals.add(refusal(new SharingRefusal.GkeDevicePlugin()));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE
                && input.nodes().keySet().stream().anyMatch(this::offersGpus)) {
            refusals.add(refusal(new SharingRefusal.InvisibleDevicePlugin()));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE) {
            refusals.add(refusal(new SharingRefusal.MissingDevicePlugin()));
        } else if (setup.problem().isEmpty() && setup.sets().stream().noneMatch(DevicePluginDaemonSet::plugin)) {
            refusals.add(refusal(new SharingRefusal.DisabledDevicePlugin()));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.STANDALONE
                && setup.location().configMap().isEmpty()) {
            refusals.add(refusal(new SharingRefusal.DevicePluginWithoutConfigs(GpuSharingIntent.NEW_MAP)));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.STANDALONE
                && intent.defaultConfig().isPresent()) {
            refusals.add(refusal(new SharingRefusal.ChartManagedDefault(intent.defaultConfig().get().config())));
        }
    }

    private void checkDocuments(List<Problem> refusals) {
        for (var entry : intent.write().entrySet()) {
            var key = entry.getKey();
            var text = entry.getValue();
            if (!key.matches(KEY)) {
                refusals.add(refusal(new SharingRefusal.InvalidConfigName(key)));
            }
            rejections(key, text, false).forEach(refusals::add);
        }
    }

    private static Stream<Problem> rejections(String key, String text, boolean written) {
        return DevicePluginConfigDocument.parse(text).problems().stream()
                .filter(configProblem -> configProblem.weight() == ConfigProblemEffect.REJECTED)
                .map(configProblem -> refusal(new SharingRefusal.RejectedPluginConfig(key, written))
                        .withDetail(configProblem.problemText()));
    }

    private void checkNodes(List<Problem> refusals) {
        var known = new HashSet<String>();
        DevicePluginSharingConfiguration.gpuNodes(input.snapshot()).forEach(node -> known.add(node.name()));
        if (!intent.assignments().isEmpty() && changes.labels().isEmpty()) {
            refusals.add(Problem.of(OperationProblemKind.NOT_FOUND, new SharingRefusal.UnmatchedSharingNodes()));
        }
        new TreeSet<>(changes.labels().keySet()).stream()
                .filter(name -> input.nodes().containsKey(name) && !known.contains(name) && !isGkeNode(name))
                .forEach(name -> refusals.add(refusal(new SharingRefusal.UnshareableNode(name,
                        input.snapshot().findNode(name).filter(ResourceClaimOnlyNodeDetector::usesClaims).isPresent(),
                        input.snapshot().findNode(name).map(NodeWithBoundPods::nodeSummary)
                                .filter(OperandDeployLabels::isForVirtualMachines).isPresent()))));
        var nodes = new NodeGpuReader(input.accelerators());
        for (var change : changes.nodes()) {
            nodes.read(change.node()).flatMap(GpuNode::cardSharer).ifPresent(sharer -> refusals
                    .add(refusal(new SharingRefusal.ForeignSharingPlugin(change.node().name(), sharer))));
        }
        changes.nodes().forEach(change -> change.advertised().obstacle().ifPresent(obstacle -> refusals.add(refusal(
                new SharingRefusal.ImpossibleSharing(change.node().name(), change.after().configName(), obstacle)))));
    }

    private boolean offersGpus(String node) {
        return input.snapshot().findNode(node)
                .filter(info -> info.nodeSummary().allocatable().get(DeviceShareCounts.GPU) > 0).isPresent();
    }

    private boolean isGkeNode(String node) {
        return input.snapshot().findNode(node).map(NodeWithBoundPods::nodeSummary).filter(NodeSummary::isGkeNode)
                .isPresent();
    }

    private void checkChoices(List<Problem> refusals) {
        var texts = changes.after().configs().map(SharingConfigMap::texts).orElseThrow();
        var chosen = new TreeSet<String>();
        changes.labels().values().forEach(chosen::add);
        chosen.add(changes.after().location().defaultConfig());
        DevicePluginSharingConfiguration.gpuNodes(input.snapshot()).stream().map(this::laterConfigName)
                .filter(intent.remove()::contains).forEach(chosen::add);
        chosen.remove("");
        changes.nodes().stream()
                .filter(change -> change.after().source() == PluginConfigChoiceOrigin.NOTHING
                        && change.before().source() != PluginConfigChoiceOrigin.NOTHING)
                .map(change -> change.node().name()).sorted()
                .forEach(name -> refusals.add(refusal(new SharingRefusal.UndecidedPluginConfig(name))));
        for (var key : chosen) {
            var text = texts.get(key);
            if (intent.remove().contains(key)) {
                refusals.add(refusal(new SharingRefusal.RemovedConfigInUse(key)));
            } else if (text == null && !changes.after().location().configMap().isEmpty()) {
                refusals.add(refusal(new SharingRefusal.MissingSharingConfig(key, texts.keySet())));
            } else if (text != null && !intent.write().containsKey(key) && changes.labels().containsValue(key)) {
                rejections(key, text, true).forEach(refusals::add);
            }
        }
    }

    private String laterConfigName(NodeWithBoundPods node) {
        return changes.nodes().stream().filter(change -> change.node().equals(node))
                .map(change -> change.after().configName()).findFirst()
                .orElseGet(() -> input.setup().choiceOf(node.nodeSummary()).configName());
    }

    /** Returns warnings about settings without effect, or with a probably unintended one. */
    List<SharingWarning> collectWarnings() {
        var doubts = new ArrayList<SharingWarning>();
        for (var entry : intent.write().entrySet()) {
            var key = entry.getKey();
            var text = entry.getValue();
            var document = DevicePluginConfigDocument.parse(text);
            document.problems().stream().filter(configProblem -> configProblem.weight() != ConfigProblemEffect.REJECTED)
                    .forEach(configProblem -> doubts
                            .add(new SharingWarning.DoubtfulPluginConfig(key, configProblem.problemText())));
            var told = input.setup().migStrategy();
            document.config().flatMap(config -> config.migStrategy())
                    .filter(own -> !told.isEmpty() && !own.equals(told))
                    .ifPresent(own -> doubts.add(new SharingWarning.OverriddenMigStrategy(key, own, told)));
        }
        boolean guessed = input.setup().location().assumed() && !input.setup().location().configMap().isEmpty()
                && Stream.of(input.setup(), changes.after()).map(setup -> setup.choiceForLabel("").source())
                        .anyMatch(GUESSED::contains);
        if (guessed) {
            doubts.add(new SharingWarning.AssumedFallbackStrategies());
        }
        return doubts;
    }
}
