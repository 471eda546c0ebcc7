package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.insight.ClaimOnlyGpuNodes;
import tessera.insight.GpuNode;
import tessera.insight.NodeGpuReader;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginDaemonSet;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.plan.intent.GpuSharingIntent;
import tessera.sharing.DevicePluginConfigChoice.ChoiceSource;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem;
import tessera.sharing.DevicePluginConfigProblem.ConfigProblemEffect;
import tessera.sharing.DeviceShareCounts;

/** Checks a change of sharing for refusals and warnings. */
final class GpuSharingChecks {

    private static final Set<ChoiceSource> GUESSED = Set.of(ChoiceSource.FALLBACK, ChoiceSource.NONE);
    private static final String KEY = "[-._a-zA-Z0-9]{1,63}";

    private final GpuSharingIntent intent;
    private final GpuSharingPlannerInput survey;
    private final NodeSharingChangeSet turns;

    GpuSharingChecks(GpuSharingIntent intent, GpuSharingPlannerInput survey, NodeSharingChangeSet turns) {
        this.intent = intent;
        this.survey = survey;
        this.turns = turns;
    }

    private static Problem invalidInput(String headline, String remedy) {
        return new Problem(ProblemKind.INVALID, headline, "", remedy);
    }

    List<Problem> refusals() {
        var refusals = new ArrayList<>(survey.missing());
        survey.setup().gap().ifPresent(refusals::add);
        if (intent.isEmpty()) {
            refusals.add(invalidInput("Nothing is wanted", "Name nodes and a configuration."));
        }
        checkOwner(refusals);
        checkDocuments(refusals);
        checkNodes(refusals);
        if (survey.setup().gap().isEmpty()) {
            checkChoices(refusals);
        }
        return refusals.stream().distinct().toList();
    }

    private void checkOwner(List<Problem> refusals) {
        var setup = survey.setup();
        if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE && survey.snapshot().nodes().stream()
                .map(NodeWithBoundPods::name)
                .filter(node -> turns.labels().isEmpty() || turns.labels().containsKey(node))
                .anyMatch(this::isGkeNode)) {
            refusals.add(invalidInput("GKE runs the device plugin, and shares GPUs by the settings of a node pool",
                    "Make a node pool with --accelerator type=…,count=…,gpu-sharing-strategy=time-sharing,"
                            + "max-shared-clients-per-gpu=…"));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE
                && survey.nodes().keySet().stream()
                        .anyMatch(this::offersGpus)) {
            refusals.add(invalidInput("The device plugin is a part of the machines, or runs where it is not seen",
                    "Set sharing where the machines are configured. A second device plugin would offer the same GPUs "
                            + "again."));
        } else if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE) {
            refusals.add(invalidInput("No device plugin of NVIDIA was found in this cluster",
                    "Install the GPU operator, or the device plugin by itself."));
        } else if (setup.gap().isEmpty() && setup.sets().stream().noneMatch(DevicePluginDaemonSet::plugin)) {
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
        intent.write().forEach((key, text) -> {
            if (!key.matches(KEY)) {
                refusals.add(invalidInput("“%s” cannot be the name of a configuration".formatted(key),
                        "At most 63 letters, digits, dashes, dots and underscores."));
            }
            DevicePluginConfigDocument.parse(text).problems().stream()
                    .filter(flaw -> flaw.weight() == ConfigProblemEffect.REJECTED)
                    .map(flaw -> new Problem(ProblemKind.INVALID, "The device plugin would not take " + key,
                            flaw.problemText(),
                            "Mend it; nothing was written."))
                    .forEach(refusals::add);
        });
    }

    private void checkNodes(List<Problem> refusals) {
        var known = new HashSet<String>();
        DevicePluginSharingConfiguration.gpuNodes(survey.snapshot()).forEach(node -> known.add(node.name()));
        if (!intent.assignments().isEmpty() && turns.labels().isEmpty()) {
            refusals.add(Problem.of(ProblemKind.NOT_FOUND, "No node matches")
                    .withRemedy("Look at the labels of the nodes."));
        }
        new TreeSet<>(turns.labels().keySet()).stream()
                .filter(name -> survey.nodes().containsKey(name) && !known.contains(name) && !isGkeNode(name))
                .forEach(name -> refusals.add(invalidInput(name + " has no GPU that NVIDIA's device plugin offers",
                        survey.snapshot().findNode(name).filter(ClaimOnlyGpuNodes::usesClaims).isPresent()
                                ? "Claims hand its GPUs out, and how one is shared is said in a claim."
                                : "Feature discovery labels those with nvidia.com/gpu.present.")));
        var nodes = new NodeGpuReader(survey.accelerators());
        turns.nodes().forEach(turn -> nodes.read(turn.node()).flatMap(GpuNode::cardSharer)
                .ifPresent(sharer -> refusals.add(invalidInput(
                        "%s shares the GPUs of %s by a device plugin of its own".formatted(sharer,
                                turn.node().name()),
                        "Set the number of shares where that was installed, or take the node from %s first."
                                .formatted(sharer)))));
        turns.nodes().forEach(turn -> {
            var problemText = turn.advertised().problem();
            if (!problemText.isEmpty()) {
                refusals.add(
                        invalidInput("%s cannot take %s: %s".formatted(turn.node().name(), turn.after().configName(),
                                problemText), "Choose other nodes, or time-slicing."));
            }
        });
    }

    private boolean offersGpus(String node) {
        return survey.snapshot().findNode(node)
                .filter(info -> info.facts().allocatable().get(DeviceShareCounts.GPU) > 0).isPresent();
    }

    private boolean isGkeNode(String node) {
        return survey.snapshot().findNode(node).map(NodeWithBoundPods::facts).filter(NodeSummary::isGkeNode)
                .isPresent();
    }

    private void checkChoices(List<Problem> refusals) {
        var texts = turns.after().configs().map(SharingConfigMap::texts).orElseThrow();
        var chosen = new TreeSet<String>();
        turns.labels().values().forEach(chosen::add);
        chosen.add(turns.after().location().defaultConfig());
        DevicePluginSharingConfiguration.gpuNodes(survey.snapshot()).stream().map(node -> turns.nodes().stream()
                .filter(turn -> turn.node().equals(node)).map(turn -> turn.after().configName()).findFirst()
                .orElseGet(() -> survey.setup().choiceOf(node.facts()).configName())).filter(intent.remove()::contains)
                .forEach(chosen::add);
        chosen.remove("");
        turns.nodes().stream().filter(turn -> turn.after().source() == ChoiceSource.NOTHING
                && turn.before().source() != ChoiceSource.NOTHING).map(turn -> turn.node().name()).sorted()
                .forEach(name -> refusals.add(invalidInput(
                        "Nothing would say which configuration %s takes, and the device "
                                .formatted(name) + "plugin would end again and again",
                        "Let it take one by its label, or helm upgrade the plugin with --set config.default=….")));
        for (var key : chosen) {
            var text = texts.get(key);
            if (intent.remove().contains(key)) {
                refusals.add(invalidInput("Nodes take “%s”, which is to be removed".formatted(key),
                        "Give them another one first."));
            } else if (text == null && !turns.after().location().configMap().isEmpty()) {
                refusals.add(new Problem(ProblemKind.INVALID, "There is no configuration “%s”".formatted(key),
                        texts.isEmpty() ? "there is none at all" : "there are " + String.join(", ", texts.keySet()),
                        "Write it first, or choose another one."));
            } else if (text != null && !intent.write().containsKey(key) && turns.labels().containsValue(key)) {
                DevicePluginConfigDocument.parse(text).problems().stream()
                        .filter(flaw -> flaw.weight() == ConfigProblemEffect.REJECTED)
                        .map(flaw -> new Problem(ProblemKind.INVALID, "The device plugin does not take " + key,
                                flaw.problemText(), "Mend it first."))
                        .forEach(refusals::add);
            }
        }
    }

    /** Returns warnings about settings without effect, or with a probably unintended one. */
    List<String> collectWarnings() {
        var doubts = new ArrayList<String>();
        intent.write().forEach((key, text) -> {
            var document = DevicePluginConfigDocument.parse(text);
            document.problems().stream().filter(flaw -> flaw.weight() != ConfigProblemEffect.REJECTED)
                    .map(DevicePluginConfigProblem::problemText)
                    .forEach(words -> doubts.add(key + ": " + words));
            var told = survey.setup().migStrategy();
            document.config().flatMap(config -> config.migStrategy())
                    .filter(own -> !told.isEmpty() && !own.equals(told))
                    .ifPresent(own -> doubts.add("%s: flags.migStrategy is %s, and the operator tells all plugins %s, "
                            .formatted(key, own, told) + "which counts"));
        });
        boolean guessed = survey.setup().location().assumed() && !survey.setup().location().configMap().isEmpty()
                && Stream.of(survey.setup(), turns.after())
                        .map(setup -> setup.choiceForLabel("").source()).anyMatch(GUESSED::contains);
        if (guessed) {
            doubts.add("The device plugin does not show its config.fallbackStrategies: that nodes without a label take "
                    + "the configuration called default, or else the only one, is assumed (named, single)");
        }
        return doubts;
    }
}
