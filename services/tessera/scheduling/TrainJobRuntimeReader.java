package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.scheduling.spec.TrainJobPodBuilder;

/** Reads the runtimes of the TrainJobs in a manifest, which hold the pod templates. Waits for the cluster. */
final class TrainJobRuntimeReader {

    private final ClusterObjectSource cluster;

    TrainJobRuntimeReader(ClusterObjectSource cluster) {
        this.cluster = cluster;
    }

    /** Returns the manifest contents with the pods of its TrainJobs, where their runtimes can be read. */
    ManifestPodFinder.ManifestContents resolveRuntimes(ManifestPodFinder.ManifestContents manifest)
            throws ProblemException, InterruptedException {
        var pods = new ArrayList<>(manifest.pods());
        var gaps = new ArrayList<>(manifest.problemTexts());
        var source = new ManifestOverlayObjectSource(cluster, manifest.otherObjects());
        for (var job : manifest.otherObjects().stream().filter(TrainJobPodBuilder::isTrainJob).toList()) {
            var called = job.at("/metadata/name").asText();
            if (manifest.pods().stream().anyMatch(each -> each.owner().equals("TrainJob/" + called))) {
                continue;
            }
            var why = new ArrayList<String>();
            var runtime = readRuntime(source, job, why);
            runtime.flatMap(found -> TrainJobPodBuilder.unknownPodsReason(job, found)).ifPresent(why::add);
            if (why.isEmpty() && runtime.isPresent()) {
                pods.addAll(ManifestPodFinder
                        .readContents(List.of(TrainJobPodBuilder.withRuntimeTemplates(job, runtime.get())), "")
                        .pods());
            } else {
                gaps.add("The pods of TrainJob/%s are not judged: %s"
                        .formatted(called, String.join("; ", why)));
            }
        }
        return new ManifestPodFinder.ManifestContents(pods, manifest.otherObjects(), gaps);
    }

    /** @param why takes why it is not known */
    private static Optional<JsonNode> readRuntime(ClusterObjectSource source, JsonNode job, List<String> why)
            throws ProblemException, InterruptedException {
        var ref = TrainJobPodBuilder.runtimeRef(job);
        try {
            var runtime = source.find(ref);
            if (runtime.isEmpty()) {
                why.add(ref.name().isEmpty() ? "it names no runtime"
                        : "there is no %s %s, which says what they are".formatted(ref.kind(), ref.name()));
            }
            return runtime;
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            why.add("its runtime %s %s may not be read".formatted(ref.kind(), ref.name()));
            return Optional.empty();
        }
    }
}
