package tessera.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuNode;
import tessera.model.PodFailureMessagePatterns;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ReadLimitedCharSequence;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Explains broken components and proposes remedies, by their state and their logs. Data: {@code explanations.json}. */
public final class GpuStackComponentFailureExplainer {

    /** The pod on the node that works with the component's. */
    private static final String COMPANION = "{companion}";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackComponentFailureExplainer.class);

    private final List<KnownFailureCause> states;
    private final List<KnownFailureCause> logSigns;

    /**
     * A known cause. Its texts are in the catalog, under its id, which is its code unless several have the same.
     *
     * @param code  names the cause
     * @param match the code of a component's condition, or a line of a log or an event
     * @param condition the code of the condition of a component whose log or event it is
     * @param node  the nodes that it is about: names of labels, kubelet, system, runtime and the vendor of their GPUs
     * @param part  the workloads that it is about, by the names of their operands
     * @param image images of pods that it is about, such as those of old versions; none where it is about any
     */
    private record KnownFailureCause(String code, Set<String> components, Pattern match, Pattern condition,
            Pattern node, Pattern part, Optional<Pattern> image, JsonNode texts) {

        boolean matchesLink(NodeGpuStackComponent stackComponent, GpuNode of) {
            var system = of.info().nodeSummary().system();
            var labels = String.join(" ", of.info().nodeSummary().labels().keySet());
            return (components.isEmpty() || components.contains(stackComponent.component().name()))
                    && condition.matcher(stackComponent.condition().dataName()).find()
                    && part.matcher(stackComponent.operandName()).find() && isOfImage(stackComponent.pod())
                    && node.matcher(
                            String.join(" ", labels, system.kubelet(), system.os(), system.runtime(), of.vendor()))
                            .find();
        }

        private boolean isOfImage(@Nullable PodSummary pod) {
            return image.isEmpty()
                    || (pod != null && pod.images().stream().anyMatch(name -> image.get().matcher(name).find()));
        }

        /** Returns the cause as it is told of a node on which no companion of the component is. */
        KnownFailureCause withoutCompanion() {
            if (texts.has("alone")) {
                return new KnownFailureCause(code, components, match, condition, node, part, image,
                        texts.path("alone"));
            }
            return this;
        }

        /** Returns a text with its placeholders; empty where there is none. */
        String textOf(String field) {
            return MESSAGES.findTemplate(texts.path("id").asText(code) + "." + field).orElse("");
        }
    }

    private GpuStackComponentFailureExplainer(List<KnownFailureCause> states, List<KnownFailureCause> logSigns) {
        this.states = List.copyOf(states);
        this.logSigns = List.copyOf(logSigns);
    }

    /** Returns the bundled explanations. */
    public static GpuStackComponentFailureExplainer standard() {
        try (var file = Objects
                .requireNonNull(GpuStackComponentFailureExplainer.class.getResourceAsStream("explanations.json"))) {
            var tree = new JsonMapper().readTree(file);
            return new GpuStackComponentFailureExplainer(readEntries(tree.path("states")),
                    readEntries(tree.path("signs")));
        } catch (IOException e) {
            throw new UncheckedIOException("explanations.json is damaged", e);
        }
    }

    private static List<KnownFailureCause> readEntries(JsonNode list) {
        return list
                .valueStream().map(
                        entry -> new KnownFailureCause(entry.path("code").asText(),
                                entry.path("at").valueStream().map(JsonNode::asText)
                                        .collect(Collectors.toUnmodifiableSet()),
                                PodFailureMessagePatterns.pattern(entry.path("match").asText()),
                                Pattern.compile(entry.path("condition").asText("")),
                                Pattern.compile(entry.path("node").asText("")),
                                Pattern.compile(entry.path("part").asText("")), Optional.of(entry.path("image"))
                                        .filter(JsonNode::isTextual).map(JsonNode::asText).map(Pattern::compile),
                                entry))
                .toList();
    }

    /** Returns the explanation of a broken component by its state alone. */
    BrokenGpuStackComponentFinding explainState(NodeGpuStackComponent stackComponent, GpuNode node) {
        var entry = stateEntry(stackComponent, node);
        var because = entry.textOf("because") + " " + entry.textOf("guess");
        return toFinding(entry, stackComponent, node, because,
                stackComponent.pod() == null ? "" : stackComponent.pod().message());
    }

    /** Returns the explanation of a broken component with an error line for which no entry exists. */
    BrokenGpuStackComponentFinding explainUnknownError(NodeGpuStackComponent stackComponent, GpuNode node,
            String complaint) {
        var entry = stateEntry(stackComponent, node);
        var because = MESSAGES.text("explanation.log", entry.textOf("because"),
                LogErrorLineFinder.messageOf(complaint));
        var finding = toFinding(entry, stackComponent, node, because, complaint);
        if (entry.textOf("guess").isEmpty()) {
            return finding;
        }
        return finding.withRemedy(MESSAGES.text("remedy.log"));
    }

    private KnownFailureCause stateEntry(NodeGpuStackComponent stackComponent, GpuNode node) {
        return states.stream()
                .filter(entry -> entry.matchesLink(stackComponent, node)
                        && entry.match().matcher(stackComponent.condition().dataName()).matches())
                .findFirst().orElseThrow();
    }

    /**
     * Returns the explanation of lines of a broken component; empty where no line is known.
     *
     * @param lines of events and logs of the component's pod and of its companions
     */
    public Optional<BrokenGpuStackComponentFinding> explainLines(List<String> lines,
            NodeGpuStackComponent stackComponent, GpuNode node) {
        for (var entry : logSigns) {
            var said = lines.stream().filter(each -> ReadLimitedCharSequence.findMatch(entry.match(), each).isPresent())
                    .toList();
            if (!said.isEmpty() && entry.matchesLink(stackComponent, node)) {
                var line = said.stream().filter(LogErrorLineFinder::isError).findFirst().orElse(said.getFirst());
                var told = companionKeys(stackComponent, node).isEmpty() ? entry.withoutCompanion() : entry;
                return Optional.of(toFinding(told, stackComponent, node, told.textOf("because"), line.strip()));
            }
        }
        return Optional.empty();
    }

    /** Returns the reason why a restart of the component would not help, by its lines; empty where it may. */
    public Optional<Problem> restartProblem(GpuStackComponent component, String node, List<String> lines) {
        return logSigns.stream()
                .filter(cause -> cause.components().contains(component.name())
                        && lines.stream().anyMatch(line -> cause.match().matcher(line).find()))
                .findFirst().filter(cause -> !cause.texts().path("restart").asBoolean(true))
                .map(cause -> Problem.of(Problem.OperationProblemKind.INVALID,
                        new KnownFailureReason(cause.code(),
                                cause.textOf("headline").replace("{node}", node).replaceFirst("\\.$", ""),
                                cause.textOf("remedy").replace("{node}", node))));
    }

    private static BrokenGpuStackComponentFinding toFinding(KnownFailureCause entry,
            NodeGpuStackComponent stackComponent, GpuNode node, String because, String evidence) {
        return new BrokenGpuStackComponentFinding(entry.code(), stackComponent.component(),
                fillTemplate(entry.textOf("headline"), stackComponent, node),
                fillTemplate(because, stackComponent, node).strip(),
                fillTemplate(entry.textOf("remedy"), stackComponent, node), evidence,
                commandsFor(entry, stackComponent, node), entry.texts().path("retry").asBoolean(true));
    }

    /** Returns the commands of an entry, without those about a pod that is not on the node. */
    private static List<String> commandsFor(KnownFailureCause entry, NodeGpuStackComponent stackComponent,
            GpuNode node) {
        var companion = companionKeys(stackComponent, node).stream().findFirst().orElse(COMPANION);
        if (stackComponent.pod() == null) {
            return List.of();
        }
        return entry.texts().path("commands").valueStream()
                .map(command -> fillTemplate(command.asText(), stackComponent, node).replace(COMPANION, companion))
                .filter(command -> !command.contains(COMPANION)).toList();
    }

    private static List<String> companionKeys(NodeGpuStackComponent stackComponent, GpuNode node) {
        return GpuStackOperandCatalog.standard().companionPods(stackComponent.component(), node.info()).stream()
                .map(PodSummary::key).toList();
    }

    private static String fillTemplate(String text, NodeGpuStackComponent stackComponent, GpuNode node) {
        var system = node.info().nodeSummary().system();
        var pod = stackComponent.pod();
        var plain = text.replace("{part}", stackComponent.title())
                .replace("{kernel}", OptionalText.orElse(system.kernel(), MESSAGES.text("unknown.kernel")))
                .replace("{os}", OptionalText.orElse(system.os(), MESSAGES.text("unknown.os")))
                .replace("{node}", node.name()).replace("{gate}", stackComponent.gateLabel()).replace("{runtime}",
                        OptionalText.orElse(system.runtime(), MESSAGES.text("unknown.runtime")).replace("://", " "));
        if (pod == null) {
            return plain;
        }
        return plain.replace("{namespace}", pod.namespace()).replace("{pod}", pod.name()).replace("{set}",
                pod.owner().name());
    }
}
