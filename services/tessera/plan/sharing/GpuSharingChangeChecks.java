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
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginDaemonSet;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.plan.intent.GpuSharingIntent;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigChoiceOrigin;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem;
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

    private static Problem invalidInput(String headline, String remedy) {
        return new Problem(OperationProblemKind.INVALID, headline, "", remedy);
    }

    List<Problem> refusals() {
        var refusals = new ArrayList<>(input.missing());
        input.setup().problem().ifPresent(refusals::add);
        if (intent.isEmpty()) {
            refusals.add(invalidInput("Nothing is wanted", "Name nodes and a configuration."));
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
        if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE && input.snapshot().nodes().stream()
                .map(NodeWithBoundPods::name)
                .filter(node -> changes.labels().isEmpty() || changes.labels().containsKey(node))
                .anyMatch(this::isGkeNode)) {
            refusals.add(invalidInput("GKE runs the device plugin, and shares GPUs by the settings of a node pool",
                    "Make a node pool with --accelerator type=…,count=…,gpu-sharing-strategy=time-sharing,"
                            + "max-shared-clients-per-gpu=…"));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE
                && input.nodes().keySet().stream()
                        .anyMatch(this::offersGpus)) {
            refusals.add(invalidInput("The device plugin is a part of the machines, or runs where it is not seen",
                    "Set sharing where the machines are configured. A second device plugin would offer the same GPUs "
                            + "again."));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE) {
            refusals.add(invalidInput("No device plugin of NVIDIA was found in this cluster",
                    "Install the GPU operator, or the device plugin by itself."));
        } else if (setup.problem().isEmpty() && setup.sets().stream().noneMatch(DevicePluginDaemonSet::plugin)) {
            refusals.add(invalidInput("The device plugin of the GPU operator is not deployed",
                    "Turn it on in the ClusterPolicy (devicePlugin.enabled), or share GPUs where the plugin that runs "
                            + "instead was installed."));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.STANDALONE
                && setup.location().configMap().isEmpty()) {
            refusals.add(invalidInput("The device plugin was installed without configurations to choose from",
                    "helm upgrade it with --set config.name=%s; then they can be written and chosen here."
                            .formatted(GpuSharingIntent.NEW_MAP)));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.STANDALONE
                && intent.defaultConfig().isPresent()) {
            refusals.add(invalidInput("What nodes without a label take is set where the device plugin was installed",
                    "helm upgrade it with --set config.default=%s, or choose nodes."
                            .formatted(intent.defaultConfig().get().config())));
        }
    }

    private void checkDocuments(List<Problem> refusals) {
        for (var entry : intent.write().entrySet()) {
            var key = entry.getKey();
            var text = entry.getValue();
            if (!key.matches(KEY)) {
                refusals.add(invalidInput("“%s” cannot be the name of a configuration".formatted(key),
                        "At most 63 letters, digits, dashes, dots and underscores."));
            }
            DevicePluginConfigDocument.parse(text).problems().stream()
                    .filter(configProblem -> configProblem.weight() == ConfigProblemEffect.REJECTED)
                    .map(configProblem -> new Problem(OperationProblemKind.INVALID,
                            "The device plugin would not take " + key,
                            configProblem.problemText(),
                            "Mend it; nothing was written."))
                    .forEach(refusals::add);
        }
    }

    private void checkNodes(List<Problem> refusals) {
        var known = new HashSet<String>();
        DevicePluginSharingConfiguration.gpuNodes(input.snapshot()).forEach(node -> known.add(node.name()));
        if (!intent.assignments().isEmpty() && changes.labels().isEmpty()) {
            refusals.add(Problem.of(OperationProblemKind.NOT_FOUND, "No node matches")
                    .withRemedy("Look at the labels of the nodes."));
        }
        new TreeSet<>(changes.labels().keySet()).stream()
                .filter(name -> input.nodes().containsKey(name) && !known.contains(name) && !isGkeNode(name))
                .forEach(name -> refusals.add(invalidInput(name + " has no GPU that NVIDIA's device plugin offers",
                        input.snapshot().findNode(name).filter(ResourceClaimOnlyNodeDetector::usesClaims).isPresent()
                                ? "Claims hand its GPUs out, and how one is shared is said in a claim."
                                : "Feature discovery labels those with nvidia.com/gpu.present.")));
        var nodes = new NodeGpuReader(input.accelerators());
        for (var change : changes.nodes()) {
            nodes.read(change.node()).flatMap(GpuNode::cardSharer)
                    .ifPresent(sharer -> refusals.add(invalidInput(
                            "%s shares the GPUs of %s by a device plugin of its own".formatted(sharer,
                                    change.node().name()),
                            "Set the number of shares where that was installed, or take the node from %s first."
                                    .formatted(sharer))));
        }
        changes.nodes().forEach(change -> {
            var problemText = change.advertised().problem();
            if (!problemText.isEmpty()) {
                refusals.add(
                        invalidInput(
                                "%s cannot take %s: %s".formatted(change.node().name(), change.after().configName(),
                                        problemText),
                                "Choose other nodes, or time-slicing."));
            }
        });
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
                .filter(intent.remove()::contains)
                .forEach(chosen::add);
        chosen.remove("");
        changes.nodes().stream().filter(change -> change.after().source() == PluginConfigChoiceOrigin.NOTHING
                && change.before().source() != PluginConfigChoiceOrigin.NOTHING).map(change -> change.node().name())
                .sorted()
                .forEach(name -> refusals.add(invalidInput(
                        "Nothing would say which configuration %s takes, and the device "
                                .formatted(name) + "plugin would end again and again",
                        "Let it take one by its label, or helm upgrade the plugin with --set config.default=….")));
        for (var key : chosen) {
            var text = texts.get(key);
            if (intent.remove().contains(key)) {
                refusals.add(invalidInput("Nodes take “%s”, which is to be removed".formatted(key),
                        "Give them another one first."));
            } else if (text == null && !changes.after().location().configMap().isEmpty()) {
                refusals.add(new Problem(OperationProblemKind.INVALID, "There is no configuration “%s”".formatted(key),
                        texts.isEmpty() ? "there is none at all" : "there are " + String.join(", ", texts.keySet()),
                        "Write it first, or choose another one."));
            } else if (text != null && !intent.write().containsKey(key) && changes.labels().containsValue(key)) {
                DevicePluginConfigDocument.parse(text).problems().stream()
                        .filter(configProblem -> configProblem.weight() == ConfigProblemEffect.REJECTED)
                        .map(configProblem -> new Problem(OperationProblemKind.INVALID,
                                "The device plugin does not take " + key,
                                configProblem.problemText(), "Mend it first."))
                        .forEach(refusals::add);
            }
        }
    }

    private String laterConfigName(NodeWithBoundPods node) {
        return changes.nodes().stream()
                .filter(change -> change.node().equals(node)).map(change -> change.after().configName()).findFirst()
                .orElseGet(() -> input.setup().choiceOf(node.nodeSummary()).configName());
    }

    /** Returns warnings about settings without effect, or with a probably unintended one. */
    List<String> collectWarnings() {
        var doubts = new ArrayList<String>();
        for (var entry : intent.write().entrySet()) {
            var key = entry.getKey();
            var text = entry.getValue();
            var document = DevicePluginConfigDocument.parse(text);
            for (var words : document.problems().stream()
                    .filter(configProblem -> configProblem.weight() != ConfigProblemEffect.REJECTED)
                    .map(DevicePluginConfigProblem::problemText).toList()) {
                doubts.add(key + ": " + words);
            }
            var told = input.setup().migStrategy();
            document.config().flatMap(config -> config.migStrategy())
                    .filter(own -> !told.isEmpty() && !own.equals(told))
                    .ifPresent(own -> doubts.add("%s: flags.migStrategy is %s, and the operator tells all plugins %s, "
                            .formatted(key, own, told) + "which counts"));
        }
        boolean guessed = input.setup().location().assumed() && !input.setup().location().configMap().isEmpty()
                && Stream.of(input.setup(), changes.after())
                        .map(setup -> setup.choiceForLabel("").source()).anyMatch(GUESSED::contains);
        if (guessed) {
            doubts.add("The device plugin does not show its config.fallbackStrategies: that nodes without a label take "
                    + "the configuration called default, or else the only one, is assumed (named, single)");
        }
        return doubts;
    }
}
