package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.insight.ClaimedGpus;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SharingSetup.PluginKeeper;
import tessera.plan.context.SharingSetup.SharingConfigs;
import tessera.plan.intent.ChangeSharing;
import tessera.sharing.ConfigChoice.ChoiceSource;
import tessera.sharing.ConfigDocument;
import tessera.sharing.ConfigProblem;
import tessera.sharing.ConfigProblem.ProblemWeight;

/** Why sharing must not be changed as is wanted, and what to think of if it is. */
final class SharingChecks {

    private static final Set<ChoiceSource> GUESSED = Set.of(ChoiceSource.FALLBACK, ChoiceSource.NONE);
    private static final String KEY = "[-._a-zA-Z0-9]{1,63}";

    private final ChangeSharing intent;
    private final SharingSurvey survey;
    private final NodeReconfigurations turns;

    SharingChecks(ChangeSharing intent, SharingSurvey survey, NodeReconfigurations turns) {
        this.intent = intent;
        this.survey = survey;
        this.turns = turns;
    }

    private static Problem invalid(String headline, String remedy) {
        return new Problem(ProblemKind.INVALID, headline, "", remedy);
    }

    List<Problem> refusals() {
        var refusals = new ArrayList<>(survey.missing());
        survey.setup().gap().ifPresent(refusals::add);
        if (intent.isEmpty()) {
            refusals.add(invalid("Nothing is wanted", "Name nodes and a configuration."));
        }
        keeper(refusals);
        documents(refusals);
        nodes(refusals);
        if (survey.setup().gap().isEmpty()) {
            choices(refusals);
        }
        return refusals.stream().distinct().toList();
    }

    private void keeper(List<Problem> refusals) {
        var setup = survey.setup();
        if (setup.keeper().kind() == PluginKeeper.KeeperKind.NONE && survey.snapshot().nodes().stream()
                .map(NodeInfo::name)
                .filter(node -> turns.labels().isEmpty() || turns.labels().containsKey(node)).anyMatch(this::ofGke)) {
            refusals.add(invalid("GKE runs the device plugin, and shares GPUs by the settings of a node pool",
                    "Make a node pool with --accelerator type=…,count=…,gpu-sharing-strategy=time-sharing,"
                            + "max-shared-clients-per-gpu=…"));
        } else if (setup.keeper().kind() == PluginKeeper.KeeperKind.NONE) {
            refusals.add(invalid("No device plugin of NVIDIA was found in this cluster",
                    "Install the GPU operator, or the device plugin by itself."));
        } else if (setup.keeper().kind() == PluginKeeper.KeeperKind.STANDALONE && setup.told().map().isEmpty()) {
            refusals.add(invalid("The device plugin was installed without configurations to choose from",
                    "helm upgrade it with --set config.name=%s; then they can be written and chosen here."
                            .formatted(ChangeSharing.NEW_MAP)));
        } else if (setup.keeper().kind() == PluginKeeper.KeeperKind.STANDALONE && intent.usual().isPresent()) {
            refusals.add(invalid("What nodes without a label take is set where the device plugin was installed",
                    "helm upgrade it with --set config.default=%s, or choose nodes."
                            .formatted(intent.usual().get().config())));
        }
    }

    private void documents(List<Problem> refusals) {
        intent.write().forEach((key, text) -> {
            if (!key.matches(KEY)) {
                refusals.add(invalid("“%s” cannot be the name of a configuration".formatted(key),
                        "At most 63 letters, digits, dashes, dots and underscores."));
            }
            ConfigDocument.read(text).flaws().stream().filter(flaw -> flaw.weight() == ProblemWeight.REJECTED)
                    .map(flaw -> new Problem(ProblemKind.INVALID, "The device plugin would not take " + key,
                            flaw.sentence(),
                            "Mend it; nothing was written."))
                    .forEach(refusals::add);
        });
    }

    private void nodes(List<Problem> refusals) {
        var known = new HashSet<String>();
        SharingSetup.gpuNodes(survey.snapshot()).forEach(node -> known.add(node.name()));
        if (!intent.takes().isEmpty() && turns.labels().isEmpty()) {
            refusals.add(Problem.of(ProblemKind.NOT_FOUND, "No node matches")
                    .withRemedy("Look at the labels of the nodes."));
        }
        new TreeSet<>(turns.labels().keySet()).stream()
                .filter(name -> survey.nodes().containsKey(name) && !known.contains(name) && !ofGke(name))
                .forEach(name -> refusals.add(invalid(name + " has no GPU that NVIDIA's device plugin offers",
                        survey.snapshot().node(name).filter(ClaimedGpus::on).isPresent()
                                ? "Claims hand its GPUs out, and how one is shared is said in a claim."
                                : "Feature discovery labels those with nvidia.com/gpu.present.")));
        turns.turns().forEach(turn -> {
            var trouble = turn.advertised().trouble();
            if (!trouble.isEmpty()) {
                refusals.add(invalid("%s cannot take %s: %s".formatted(turn.node().name(), turn.after().key(),
                        trouble), "Choose other nodes, or time-slicing."));
            }
        });
    }

    private boolean ofGke(String node) {
        return survey.snapshot().node(node).map(NodeInfo::facts).filter(NodeFacts::ofGke).isPresent();
    }

    private void choices(List<Problem> refusals) {
        var texts = turns.after().configs().map(SharingConfigs::texts).orElseThrow();
        var chosen = new TreeSet<String>();
        turns.labels().values().forEach(chosen::add);
        chosen.add(turns.after().told().usual());
        SharingSetup.gpuNodes(survey.snapshot()).stream().map(node -> turns.turns().stream()
                .filter(turn -> turn.node().equals(node)).map(turn -> turn.after().key()).findFirst()
                .orElseGet(() -> survey.setup().choice(node.facts()).key())).filter(intent.forget()::contains)
                .forEach(chosen::add);
        chosen.remove("");
        turns.turns().stream().filter(turn -> turn.after().source() == ChoiceSource.NOTHING
                && turn.before().source() != ChoiceSource.NOTHING).map(turn -> turn.node().name()).sorted()
                .forEach(name -> refusals.add(invalid("Nothing would say which configuration %s takes, and the device "
                        .formatted(name) + "plugin would end again and again",
                        "Let it take one by its label, or helm upgrade the plugin with --set config.default=….")));
        for (var key : chosen) {
            var text = texts.get(key);
            if (intent.forget().contains(key)) {
                refusals.add(invalid("Nodes take “%s”, which is to be removed".formatted(key),
                        "Give them another one first."));
            } else if (text == null && !turns.after().told().map().isEmpty()) {
                refusals.add(new Problem(ProblemKind.INVALID, "There is no configuration “%s”".formatted(key),
                        texts.isEmpty() ? "there is none at all" : "there are " + String.join(", ", texts.keySet()),
                        "Write it first, or choose another one."));
            } else if (text != null && !intent.write().containsKey(key) && turns.labels().containsValue(key)) {
                ConfigDocument.read(text).flaws().stream().filter(flaw -> flaw.weight() == ProblemWeight.REJECTED)
                        .map(flaw -> new Problem(ProblemKind.INVALID, "The device plugin does not take " + key,
                                flaw.sentence(), "Mend it first."))
                        .forEach(refusals::add);
            }
        }
    }

    /** What is written and counts for nothing, or may not be meant so. */
    List<String> doubts() {
        var doubts = new ArrayList<String>();
        intent.write().forEach((key, text) -> {
            var document = ConfigDocument.read(text);
            document.flaws().stream().filter(flaw -> flaw.weight() != ProblemWeight.REJECTED)
                    .map(ConfigProblem::sentence)
                    .forEach(words -> doubts.add(key + ": " + words));
            var told = survey.setup().migStrategy();
            document.config().flatMap(config -> config.migStrategy())
                    .filter(own -> !told.isEmpty() && !own.equals(told))
                    .ifPresent(own -> doubts.add("%s: flags.migStrategy is %s, and the operator tells all plugins %s, "
                            .formatted(key, own, told) + "which counts"));
        });
        boolean guessed = survey.setup().told().assumed() && !survey.setup().told().map().isEmpty()
                && Stream.of(survey.setup(), turns.after())
                        .map(setup -> setup.choice("").source()).anyMatch(GUESSED::contains);
        if (guessed) {
            doubts.add("The device plugin does not show its config.fallbackStrategies: that nodes without a label take "
                    + "the configuration called default, or else the only one, is assumed (named, single)");
        }
        return doubts;
    }
}
