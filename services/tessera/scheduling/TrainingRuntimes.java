package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.spec.ManifestPods;
import tessera.scheduling.spec.TrainJobs;

/** Reads the runtimes that TrainJobs of a manifest name, which say what pods these bring. Waits for the cluster. */
final class TrainingRuntimes {

    private final ObjectSource cluster;

    TrainingRuntimes(ObjectSource cluster) {
        this.cluster = cluster;
    }

    /** The same with the pods of its TrainJobs, as far as their runtimes tell. */
    ManifestPods.Brought filled(ManifestPods.Brought manifest) throws Failure, InterruptedException {
        var pods = new ArrayList<>(manifest.pods());
        var gaps = new ArrayList<>(manifest.gaps());
        var source = new ManifestSource(cluster, manifest.beside());
        for (var job : manifest.beside().stream().filter(TrainJobs::is).toList()) {
            var called = job.at("/metadata/name").asText();
            if (manifest.pods().stream().anyMatch(each -> each.of().equals("TrainJob/" + called))) {
                continue;
            }
            var why = new ArrayList<String>();
            var runtime = read(source, job, why);
            runtime.flatMap(found -> TrainJobs.obstacle(job, found)).ifPresent(why::add);
            if (why.isEmpty() && runtime.isPresent()) {
                pods.addAll(ManifestPods.of(List.of(TrainJobs.filled(job, runtime.get())), "").pods());
            } else {
                gaps.add("The pods of TrainJob/%s are not judged: %s"
                        .formatted(called, String.join("; ", why)));
            }
        }
        return new ManifestPods.Brought(pods, manifest.beside(), gaps);
    }

    /** @param why takes why it is not known */
    private static Optional<JsonNode> read(ObjectSource source, JsonNode job, List<String> why)
            throws Failure, InterruptedException {
        var ref = TrainJobs.runtime(job);
        try {
            var runtime = source.object(ref);
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
