package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.spec.ManifestPods;
import tessera.scheduling.spec.TrainJobs;

/** Reads the runtimes of the TrainJobs in a manifest, which hold the pod templates. Waits for the cluster. */
final class TrainingRuntimeReader {

    private final ObjectSource cluster;

    TrainingRuntimeReader(ObjectSource cluster) {
        this.cluster = cluster;
    }

    /** Returns the manifest contents with the pods of its TrainJobs, where their runtimes can be read. */
    ManifestPods.ManifestContents resolveRuntimes(ManifestPods.ManifestContents manifest)
            throws Failure, InterruptedException {
        var pods = new ArrayList<>(manifest.pods());
        var gaps = new ArrayList<>(manifest.gaps());
        var source = new ManifestObjectSource(cluster, manifest.otherObjects());
        for (var job : manifest.otherObjects().stream().filter(TrainJobs::isTrainJob).toList()) {
            var called = job.at("/metadata/name").asText();
            if (manifest.pods().stream().anyMatch(each -> each.owner().equals("TrainJob/" + called))) {
                continue;
            }
            var why = new ArrayList<String>();
            var runtime = readRuntime(source, job, why);
            runtime.flatMap(found -> TrainJobs.unknownPodsReason(job, found)).ifPresent(why::add);
            if (why.isEmpty() && runtime.isPresent()) {
                pods.addAll(ManifestPods.readContents(List.of(TrainJobs.withRuntimeTemplates(job, runtime.get())), "")
                        .pods());
            } else {
                gaps.add("The pods of TrainJob/%s are not judged: %s"
                        .formatted(called, String.join("; ", why)));
            }
        }
        return new ManifestPods.ManifestContents(pods, manifest.otherObjects(), gaps);
    }

    /** @param why takes why it is not known */
    private static Optional<JsonNode> readRuntime(ObjectSource source, JsonNode job, List<String> why)
            throws Failure, InterruptedException {
        var ref = TrainJobs.runtimeRef(job);
        try {
            var runtime = source.find(ref);
            if (runtime.isEmpty()) {
                why.add(ref.name().isEmpty() ? "it names no runtime"
                        : "there is no %s %s, which says what they are".formatted(ref.kind(), ref.name()));
            }
            return runtime;
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            why.add("its runtime %s %s may not be read".formatted(ref.kind(), ref.name()));
            return Optional.empty();
        }
    }
}
