package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.gpu.GpuFleet;
import tessera.mig.MigProductCatalog;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.scheduling.spec.TrainJobPodBuilder;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * Predicts placements of pods that do not exist yet; facts common to all manifests are cached. Each question waits for the cluster. Any thread.
 */
public final class ManifestPlacementPredictor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ManifestPlacementPredictor.class);

    private final PodFitCheck check = new PodFitCheck(MigProductCatalog.bundled());
    private final ClusterObjectSource cluster;
    private final SchedulingContextCache neighbourhoods;

    /** Those of a cluster. */
    public ManifestPlacementPredictor(ClusterObjectSource cluster) {
        this.cluster = cluster;
        neighbourhoods = new SchedulingContextCache(cluster);
    }

    /** Returns the manifest contents with the pods that only objects of the cluster describe. */
    public ManifestPodFinder.ManifestContents resolveRuntimes(ManifestPodFinder.ManifestContents manifest)
            throws ProblemException, InterruptedException {
        return new TrainJobRuntimeReader(cluster).resolveRuntimes(manifest);
    }

    /** Returns an outcome for each set of identical pods of a manifest, as if it came alone. */
    public List<PredictedPodPlacement> checkManifest(GpuFleet fleet, ManifestPodFinder.ManifestContents manifest)
            throws ProblemException, InterruptedException {
        return checkResolved(fleet, resolveRuntimes(manifest));
    }

    /** Returns the outcomes for a manifest whose runtimes have been resolved. */
    public List<PredictedPodPlacement> checkResolved(GpuFleet fleet, ManifestPodFinder.ManifestContents contents)
            throws ProblemException, InterruptedException {
        return new ManifestPodPlacementCheck(check, cluster, neighbourhoods.current()).checkAll(fleet,
                contents.mergeIdentical());
    }

    /** Returns the outcomes for the pods of suspended work if it were resumed; empty where it does not exist. */
    public List<PredictedPodPlacement> checkResumed(GpuFleet fleet, ObjectRef workloadRef)
            throws ProblemException, InterruptedException {
        var kind = WorkloadSuspensionFields.findRule(workloadRef.apiVersion(), workloadRef.kind());
        if (kind.isEmpty()) {
            return List.of();
        }
        var object = cluster.find(workloadRef).filter(kind.get()::isSuspended);
        if (object.isEmpty()) {
            return List.of();
        }
        return checkManifest(fleet, ManifestPodFinder.readContents(List.of(object.get()), workloadRef.namespace()));
    }

    /** Reads the runtimes of the TrainJobs in a manifest, which hold the pod templates. Waits for the cluster. */
    private static final class TrainJobRuntimeReader {

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
                    gaps.add(MESSAGES.text("placement.trainJob", called, SentenceJoiner.joinClauses(why)));
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
                    why.add(ref.name().isEmpty() ? MESSAGES.text("placement.noRuntime")
                            : MESSAGES.text("placement.runtimeMissing", ref.kind(), ref.name()));
                }
                return runtime;
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                why.add(MESSAGES.text("placement.runtimeUnread", ref.kind(), ref.name()));
                return Optional.empty();
            }
        }
    }
}
