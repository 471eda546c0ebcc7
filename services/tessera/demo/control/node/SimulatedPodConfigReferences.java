package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The ConfigMaps and Secrets that a pod or container needs: the kubelet waits for them and records events. */
record SimulatedPodConfigReferences(SimulatedControlPlaneComponent component, SimulatedControllerResourceTypes types,
        SimulatedKubeletStepScheduler steps) {

    private static final Duration RETRY = Duration.ofSeconds(10);

    /** The kinds of sources for volumes and variables, with their field and event names. */
    private enum ReferencedObjectKind {
        CONFIG_MAP("configmaps", "configMap", "configmap", "configmap references non-existent config key: ",
                "ConfigMap"),
        SECRET("secrets", "secret", "secret", "references non-existent secret key: ", "Secret");

        private final String plural;
        private final String field;
        private final String noun;
        private final String lacking;
        private final String name;

        ReferencedObjectKind(String plural, String field, String noun, String lacking, String name) {
            this.plural = plural;
            this.field = field;
            this.noun = noun;
            this.lacking = lacking;
            this.name = name;
        }
    }

    /** Continues once everything mounted exists. */
    void awaitMounts(ObjectNode pod, SimulatedKubeletStepScheduler.DelayedStep next) throws SimulatedApiException {
        var mounted = Stream.of("containers", "initContainers")
                .flatMap(list -> pod.path("spec").path(list).valueStream())
                .flatMap(container -> container.path("volumeMounts").valueStream())
                .map(mount -> mount.path("name").asText()).collect(Collectors.toSet());
        for (var volume : pod.path("spec").path("volumes")) {
            var name = volume.path("name").asText();
            var lack = mounted.contains(name) ? mountProblemText(pod, volume) : Optional.<String>empty();
            if (lack.isPresent()) {
                recordEvent(pod,
                        SimulatedEventContent.warningEvent("FailedMount",
                                "MountVolume.SetUp failed for volume \"%s\" : %s"
                                        .formatted(name, lack.get())));
                steps.runAfter(RETRY, SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"),
                        there -> awaitMounts(there, next));
                return;
            }
        }
        next.perform(pod);
    }

    private Optional<String> mountProblemText(JsonNode pod, JsonNode volume) {
        return Stream.concat(Stream.of(volume), volume.path("projected").path("sources").valueStream())
                .flatMap(source -> mountProblems(source, pod))
                .findFirst();
    }

    private Stream<String> mountProblems(JsonNode source, JsonNode pod) {
        return Stream.of(ReferencedObjectKind.values())
                .flatMap(kind -> source.path(kind.field).isObject()
                        ? mountProblemText(pod, kind, source.path(kind.field)).stream()
                        : Stream.empty());
    }

    private Optional<String> mountProblemText(JsonNode pod, ReferencedObjectKind kind, JsonNode source) {
        var name = source.path(source.has("secretName") ? "secretName" : "name").asText();
        return sourceProblemText(pod, kind, source, name, object -> absentItemText(object, source, kind));
    }

    private static Optional<String> absentItemText(JsonNode object, JsonNode source, ReferencedObjectKind kind) {
        return source.path("items").valueStream()
                .map(item -> item.path("key").asText()).filter(key -> !hasKey(object, key)).findFirst()
                .map(key -> kind.lacking + key);
    }

    /** Continues once all sources of the container's environment exist. */
    void awaitEnvironment(ObjectNode pod, JsonNode container, SimulatedKubeletStepScheduler.DelayedStep next)
            throws SimulatedApiException {
        var lack = environmentProblemText(pod, container);
        if (lack.isEmpty()) {
            next.perform(pod);
            return;
        }
        var name = container.path("name").asText();
        recordEvent(pod, SimulatedEventContent.warningEvent("Failed", "Error: " + lack.get()));
        component.editStatus(types.pods(), pod,
                status -> SimulatedContainerStatusWriter.failConfiguration(status, name, lack.get()));
        steps.runAfter(RETRY, SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"),
                there -> awaitEnvironment(there, container, next));
    }

    /** Returns the names of the containers that cannot start yet. */
    Set<String> unconfiguredContainers(JsonNode pod) {
        return pod.path("spec").path("containers").valueStream()
                .filter(element -> environmentProblemText(pod, element).isPresent())
                .map(element -> element.path("name").asText()).collect(Collectors.toSet());
    }

    private Optional<String> environmentProblemText(JsonNode pod, JsonNode container) {
        BiFunction<JsonNode, String, Stream<String>> ask = (from, end) -> environmentProblems(from, end, pod);
        return Stream.concat(container.path("envFrom").valueStream().flatMap(from -> ask.apply(from, "Ref")),
                container.path("env").valueStream().flatMap(element -> ask.apply(element.path("valueFrom"), "KeyRef")))
                .findFirst();
    }

    private Stream<String> environmentProblems(JsonNode from, String end, JsonNode pod) {
        return Stream.of(ReferencedObjectKind.values())
                .filter(kind -> from.path(kind.field + end).isObject())
                .flatMap(kind -> environmentProblemText(pod, kind, from.path(kind.field + end)).stream());
    }

    private Optional<String> environmentProblemText(JsonNode pod, ReferencedObjectKind kind, JsonNode reference) {
        var name = reference.path("name").asText();
        var key = reference.path("key").asText();
        return sourceProblemText(pod, kind, reference, name, object -> key.isEmpty() || hasKey(object, key)
                ? Optional.empty()
                : Optional.of("couldn't find key %s in %s %s/%s".formatted(key, kind.name, namespaceOf(pod), name)));
    }

    private interface ReferencedObjectCheck {
        Optional<String> problemIn(JsonNode object);
    }

    private Optional<String> sourceProblemText(JsonNode pod, ReferencedObjectKind kind, JsonNode reference, String name,
            ReferencedObjectCheck objectLookup) {
        if (reference.path("optional").asBoolean()) {
            return Optional.empty();
        }
        var type = component.objects().catalog().get(kind.plural);
        var object = component.find(type, namespaceOf(pod), name);
        if (object == null) {
            return Optional.of("%s \"%s\" not found".formatted(kind.noun, name));
        }
        return objectLookup.problemIn(object);
    }

    private static boolean hasKey(JsonNode object, String key) {
        return object.path("data").has(key) || object.path("binaryData").has(key);
    }

    private static String namespaceOf(JsonNode pod) {
        return SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace");
    }

    private void recordEvent(ObjectNode pod, SimulatedEventContent note) {
        component.recordEvent(types.pods(), pod, note.onNode(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName")));
    }
}
