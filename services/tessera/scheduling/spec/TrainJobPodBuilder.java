package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tessera.kube.patch.InvalidPatchException;
import tessera.kube.patch.StrategicMergePatch;
import tessera.kube.schema.KindTable;
import tessera.model.ObjectRef;

/** Builds the pods of a Kubeflow TrainJob from the templates of its runtime and the changes in the job. */
public final class TrainJobPodBuilder {

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

    private TrainJobPodBuilder() {}

    /** Returns whether an object is a TrainJob. */
    public static boolean isTrainJob(JsonNode object) {
        return object.path("kind").asText().equals("TrainJob")
                && ObjectRef.group(object.path("apiVersion").asText()).equals(GROUP);
    }

    /** Returns whether a kind is a training runtime, whose templates only TrainJobs use. */
    static boolean isRuntime(String apiVersion, String kind) {
        return kind.endsWith(OF_NAMESPACE) && ObjectRef.group(apiVersion).equals(GROUP);
    }

    /** Returns whether a field of a TrainJob changes pods of the runtime rather than defines them. */
    static boolean isOverrideField(String field) {
        return CHANGES.contains(field);
    }

    /** Returns the reference of the runtime that the job names. */
    public static ObjectRef runtimeRef(JsonNode job) {
        var named = job.at("/spec/runtimeRef");
        var version = job.path("apiVersion").asText();
        var name = named.path("name").asText();
        if (named.path("kind").asText().equals(OF_NAMESPACE)) {
            return new ObjectRef(version, OF_NAMESPACE, "trainingruntimes", job.at("/metadata/namespace").asText(),
                    name);
        }
        return new ObjectRef(version, "ClusterTrainingRuntime", "clustertrainingruntimes", "", name);
    }

    /** Returns the reason why the pods cannot be derived from the runtime, without a full stop; empty for none. */
    public static Optional<String> unknownPodsReason(JsonNode job, JsonNode runtime) {
        return unknownReason(job, runtime).map(UnknownTrainJobPodsReason::text);
    }

    private static Optional<UnknownTrainJobPodsReason> unknownReason(JsonNode job, JsonNode runtime) {
        var change = CHANGES.stream().filter(field -> isUnsupportedChange(field, job.path("spec").path(field)))
                .findFirst();
        if (change.isPresent()) {
            return Optional.of(new UnknownTrainJobPodsReason.UnresolvedTrainJobOverride(change.get()));
        }
        if (runtime.at("/spec/mlPolicy/mpi/runLauncherAsNode").asBoolean()) {
            return Optional.of(new UnknownTrainJobPodsReason.UnresolvedLauncherNode());
        }
        return replicatedJobs(runtime).findAny().isPresent() ? Optional.empty()
                : Optional.of(new UnknownTrainJobPodsReason.MissingRuntimeTemplates());
    }

    private static boolean isUnsupportedChange(String field, JsonNode changes) {
        return !changes.isEmpty() && (field.equals(FIRST) || hasDirective(changes));
    }

    /** Returns the job with the templates of its runtime. */
    public static JsonNode withRuntimeTemplates(JsonNode job, JsonNode runtime) {
        ObjectNode filled = job.deepCopy();
        var replicated = filled.putObject("spec").putArray("replicatedJobs");
        replicatedJobs(runtime).map(element -> applyOverrides(element, job.path("spec")))
                .forEach(element -> replicated.add(element instanceof ObjectNode one && isTrainerJob(one)
                        ? applyTrainer(one.deepCopy(), job.at("/spec/trainer"), runtime)
                        : element));
        return filled;
    }

    /** Returns a replicated job with the overrides of the TrainJob, later ones last. */
    private static JsonNode applyOverrides(JsonNode replicated, JsonNode spec) {
        if (!(replicated instanceof ObjectNode one)) {
            return replicated;
        }
        var name = one.path("name").asText();
        var changed = one;
        for (var override : spec.path(OVERRIDES)) {
            if (override.path("targetJobs").valueStream()
                    .anyMatch(element -> element.path("name").asText().equals(name))) {
                changed = applyPatch(changed, overrideTemplate(override));
            }
        }
        for (var patch : spec.path(PATCHES)) {
            for (var element : patch.at("/trainingRuntimeSpec/template/spec/replicatedJobs")) {
                if (element.path("name").asText().equals(name)) {
                    changed = applyPatch(changed, element);
                }
            }
        }
        return changed;
    }

    /** Returns the patched job template; unchanged where the server refuses the patch. */
    private static ObjectNode applyPatch(ObjectNode replicated, JsonNode patch) {
        try {
            if (patch instanceof ObjectNode changes) {
                return StrategicMergePatch.apply(KindTable.ofManifests(), "ReplicatedJob", replicated, changes);
            }
            return replicated;
        } catch (InvalidPatchException _) {
            return replicated;
        }
    }

    /** Returns whether a patch contains a directive such as {@code $patch} rather than values only. */
    private static boolean hasDirective(JsonNode patch) {
        return patch.propertyStream().anyMatch(field -> field.getKey().startsWith("$"))
                || patch.valueStream().anyMatch(TrainJobPodBuilder::hasDirective);
    }

    /** Returns the pod changes of an override in the structure of a job template. */
    private static ObjectNode overrideTemplate(JsonNode override) {
        var job = JsonNodeFactory.instance.objectNode();
        var pod = job.putObject("template").putObject("spec").putObject("template");
        Stream.of("metadata", "spec").filter(override::hasNonNull).forEach(part -> pod.set(part, override.path(part)));
        return job;
    }

    private static Stream<JsonNode> replicatedJobs(JsonNode runtime) {
        return StreamSupport.stream(runtime.at("/spec/template/spec/replicatedJobs").spliterator(), false);
    }

    private static boolean isTrainerJob(JsonNode job) {
        return job.path("template").path("metadata").path("labels").path(STEP)
                .asText(job.path("name").asText(NODE).equals(NODE) ? TRAINER : "").equals(TRAINER);
    }

    private static ObjectNode applyTrainer(ObjectNode job, JsonNode said, JsonNode runtime) {
        var nodes = said.has("numNodes") ? said.path("numNodes") : runtime.at("/spec/mlPolicy/numNodes");
        if (nodes.isIntegralNumber() && job.at("/template/spec") instanceof ObjectNode spec) {
            spec.set("parallelism", nodes);
            spec.set("completions", nodes);
        }
        var containers = job.at("/template/spec/template/spec/containers");
        var named = StreamSupport.stream(containers.spliterator(), false)
                .filter(element -> element.path("name").asText().equals(NODE)).findFirst().orElse(containers.path(0));
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
