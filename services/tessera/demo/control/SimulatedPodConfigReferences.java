package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.control.SimulatedKubeletPods.PodStep;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;

/** The ConfigMaps and Secrets that a pod or container needs: the kubelet waits for them and records events. */
record SimulatedPodConfigReferences(SimulatedKubeletPods pods) {

    private static final Duration RETRY = Duration.ofSeconds(10);

    private static final List<ReferencedObjectKind> KINDS = List.of(
            new ReferencedObjectKind("configmaps", "configMap", "configmap",
                    "configmap references non-existent config key: ", "ConfigMap"),
            new ReferencedObjectKind("secrets", "secret", "secret", "references non-existent secret key: ", "Secret"));

    /** A kind of source for volumes and variables, with its field and event names. */
    private record ReferencedObjectKind(String plural, String field, String noun, String lacking, String name) {}

    /**
     * A ConfigMap or Secret that a pod refers to.
     *
     * @param keys that it must have
     */
    private record ReferencedObject(ReferencedObjectKind kind, String name, List<String> keys, boolean optional) {
        static ReferencedObject of(ReferencedObjectKind kind, JsonNode reference) {
            var keys = reference.has("key") ? List.of(reference.path("key").asText())
                    : reference.path("items").valueStream().map(item -> item.path("key").asText()).toList();
            return new ReferencedObject(kind,
                    reference.path(reference.has("secretName") ? "secretName" : "name").asText(), keys,
                    reference.path("optional").asBoolean());
        }
    }

    /** Continues once everything mounted exists. */
    void awaitMounts(ObjectNode pod, PodStep next) throws SimulatedApiException {
        var mounted = Stream.of("containers", "initContainers")
                .flatMap(list -> pod.path("spec").path(list).valueStream())
                .flatMap(container -> container.path("volumeMounts").valueStream())
                .map(mount -> mount.path("name").asText()).collect(Collectors.toSet());
        for (var volume : pod.path("spec").path("volumes")) {
            var name = volume.path("name").asText();
            var lack = mounted.contains(name)
                    ? findProblem(pod,
                            Stream.concat(Stream.of(volume), volume.path("projected").path("sources").valueStream())
                                    .flatMap(source -> referencesIn(source, "")),
                            true)
                    : Optional.<String>empty();
            if (lack.isPresent()) {
                pods.recordEvent(pod, SimulatedEvent.warning("FailedMount",
                        "MountVolume.SetUp failed for volume \"%s\" : %s".formatted(name, lack.get())));
                pods.runAfter(RETRY, pod, there -> awaitMounts(there, next));
                return;
            }
        }
        next.perform(pod);
    }

    /** Continues once all sources of the container's environment exist. */
    void awaitEnvironment(ObjectNode pod, JsonNode container, PodStep next) throws SimulatedApiException {
        var lack = environmentProblemText(pod, container);
        if (lack.isEmpty()) {
            next.perform(pod);
            return;
        }
        var name = container.path("name").asText();
        pods.recordEvent(pod, SimulatedEvent.warning("Failed", "Error: " + lack.get()));
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.failConfiguration(status, name, lack.get()));
        pods.runAfter(RETRY, pod, there -> awaitEnvironment(there, container, next));
    }

    /** Returns the names of the containers that cannot start yet. */
    Set<String> unconfiguredContainers(JsonNode pod) {
        return pod.path("spec").path("containers").valueStream()
                .filter(element -> environmentProblemText(pod, element).isPresent())
                .map(element -> element.path("name").asText()).collect(Collectors.toSet());
    }

    private Optional<String> environmentProblemText(JsonNode pod, JsonNode container) {
        var references = Stream.concat(
                container.path("envFrom").valueStream().flatMap(from -> referencesIn(from, "Ref")),
                container.path("env").valueStream().flatMap(each -> referencesIn(each.path("valueFrom"), "KeyRef")));
        return findProblem(pod, references, false);
    }

    private static Stream<ReferencedObject> referencesIn(JsonNode source, String suffix) {
        return KINDS.stream().filter(kind -> source.path(kind.field + suffix).isObject())
                .map(kind -> ReferencedObject.of(kind, source.path(kind.field + suffix)));
    }

    /** Returns what the first reference lacks that must not lack it; empty if there is none. */
    private Optional<String> findProblem(JsonNode pod, Stream<ReferencedObject> references, boolean mounted) {
        return references.filter(reference -> !reference.optional())
                .flatMap(reference -> problemText(SimulatedMetadata.namespaceOf(pod), reference, mounted).stream())
                .findFirst();
    }

    private Optional<String> problemText(String namespace, ReferencedObject reference, boolean mounted) {
        var kind = reference.kind();
        var object = pods.component.find(pods.component.objects().catalog().get(kind.plural), namespace,
                reference.name());
        if (object == null) {
            return Optional.of("%s \"%s\" not found".formatted(kind.noun, reference.name()));
        }
        return reference.keys().stream()
                .filter(key -> !object.path("data").has(key) && !object.path("binaryData").has(key)).findFirst()
                .map(key -> mounted ? kind.lacking + key
                        : "couldn't find key %s in %s %s/%s".formatted(key, kind.name, namespace, reference.name()));
    }
}
