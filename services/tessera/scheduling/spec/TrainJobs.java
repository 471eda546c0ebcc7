package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tessera.model.ObjectRef;

/** What pods a TrainJob of Kubeflow brings: its runtime has their templates, and the job says some of it otherwise. */
public final class TrainJobs {

    private static final String GROUP = "trainer.kubeflow.org";
    private static final String STEP = "trainer.kubeflow.org/trainjob-ancestor-step";
    private static final String TRAINER = "trainer";
    /** How the container that trains is called. */
    private static final String NODE = "node";
    private static final String OF_NAMESPACE = "TrainingRuntime";
    /** By these it says anything of its pods otherwise, by name in versions one after the other. */
    private static final String PATCHES = "runtimePatches";
    private static final String OVERRIDES = "podTemplateOverrides";
    private static final String FIRST = "podSpecOverrides";
    private static final List<String> CHANGES = List.of(PATCHES, OVERRIDES, FIRST);

    private TrainJobs() {}

    /** Whether an object is one. */
    public static boolean is(JsonNode object) {
        return object.path("kind").asText().equals("TrainJob")
                && ObjectRef.group(object.path("apiVersion").asText()).equals(GROUP);
    }

    /** Whether an object has templates of pods that only TrainJobs bring. */
    static boolean runtime(String apiVersion, String kind) {
        return kind.endsWith(OF_NAMESPACE) && ObjectRef.group(apiVersion).equals(GROUP);
    }

    /** Whether by such a field of one its pods are said to be otherwise, and not what they are. */
    static boolean change(String field) {
        return CHANGES.contains(field);
    }

    /** The runtime that it names. */
    public static ObjectRef runtime(JsonNode job) {
        var named = job.at("/spec/runtimeRef");
        var version = job.path("apiVersion").asText();
        var name = named.path("name").asText();
        return named.path("kind").asText().equals(OF_NAMESPACE)
                ? new ObjectRef(version, OF_NAMESPACE, "trainingruntimes", job.at("/metadata/namespace").asText(), name)
                : new ObjectRef(version, "ClusterTrainingRuntime", "clustertrainingruntimes", "", name);
    }

    /** What keeps its pods from being known although its runtime is, a sentence without a full stop; empty for nothing. */
    public static Optional<String> obstacle(JsonNode job, JsonNode runtime) {
        return CHANGES.stream().filter(field -> unclear(field, job.path("spec").path(field))).findFirst()
                .map("it changes them by %s, and what comes of that is not worked out"::formatted)
                .or(() -> runtime.at("/spec/mlPolicy/mpi/runLauncherAsNode").asBoolean()
                        ? Optional.of(
                                "its launcher is one of its nodes (runLauncherAsNode), and what comes of that is not worked out")
                        : Optional.empty())
                .or(() -> jobs(runtime).findAny().isPresent() ? Optional.empty()
                        : Optional.of("its runtime has no templates of pods"));
    }

    private static boolean unclear(String field, JsonNode changes) {
        return !changes.isEmpty() && (field.equals(FIRST) || StrategicMerge.directs(changes));
    }

    /** The job with the templates of its runtime in it. */
    public static JsonNode filled(JsonNode job, JsonNode runtime) {
        ObjectNode filled = job.deepCopy();
        var replicated = filled.putObject("spec").putArray("replicatedJobs");
        jobs(runtime).map(each -> changed(each, job.path("spec"))).forEach(each -> replicated.add(
                each instanceof ObjectNode one && trains(one)
                        ? trainer(one.deepCopy(), job.at("/spec/trainer"), runtime)
                        : each));
        return filled;
    }

    /** With what the job says of it otherwise: what comes later goes before what came earlier. */
    private static JsonNode changed(JsonNode replicated, JsonNode spec) {
        if (!(replicated instanceof ObjectNode one)) {
            return replicated;
        }
        var name = one.path("name").asText();
        var changed = one;
        for (var override : spec.path(OVERRIDES)) {
            if (override.path("targetJobs").valueStream().anyMatch(each -> each.path("name").asText().equals(name))) {
                changed = StrategicMerge.merged(changed, template(override));
            }
        }
        for (var patch : spec.path(PATCHES)) {
            for (var each : patch.at("/trainingRuntimeSpec/template/spec/replicatedJobs")) {
                if (each.path("name").asText().equals(name)) {
                    changed = StrategicMerge.merged(changed, each);
                }
            }
        }
        return changed;
    }

    /** What an override says of the pods of a job, where a runtime has it. */
    private static ObjectNode template(JsonNode override) {
        var job = JsonNodeFactory.instance.objectNode();
        var pod = job.putObject("template").putObject("spec").putObject("template");
        Stream.of("metadata", "spec").filter(override::hasNonNull).forEach(part -> pod.set(part, override.path(part)));
        return job;
    }

    private static Stream<JsonNode> jobs(JsonNode runtime) {
        return StreamSupport.stream(runtime.at("/spec/template/spec/replicatedJobs").spliterator(), false);
    }

    private static boolean trains(JsonNode job) {
        return job.path("template").path("metadata").path("labels").path(STEP).asText(job.path("name").asText(NODE)
                .equals(NODE) ? TRAINER : "").equals(TRAINER);
    }

    private static ObjectNode trainer(ObjectNode job, JsonNode said, JsonNode runtime) {
        var nodes = said.has("numNodes") ? said.path("numNodes") : runtime.at("/spec/mlPolicy/numNodes");
        if (nodes.isIntegralNumber() && job.at("/template/spec") instanceof ObjectNode spec) {
            spec.set("parallelism", nodes);
            spec.set("completions", nodes);
        }
        var containers = job.at("/template/spec/template/spec/containers");
        var named = StreamSupport.stream(containers.spliterator(), false)
                .filter(each -> each.path("name").asText().equals(NODE)).findFirst().orElse(containers.path(0));
        if (named instanceof ObjectNode container) {
            said.properties().stream().filter(field -> field.getKey().equals("image"))
                    .forEach(field -> container.set("image", field.getValue()));
            if (said.path("resourcesPerNode").isObject()) {
                container.set("resources", said.path("resourcesPerNode"));
            }
        }
        return job;
    }
}
