package tessera.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.gpu.GpuFleet;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.ManifestPlacementPredictor;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.PredictedPodPlacement.KueueAdmissionForecast;
import tessera.scheduling.PredictedPodPlacement.KueueAdmissionForecast.KueueAdmissionVerdict;
import tessera.scheduling.spec.ManifestPodFinder;

/**
 * Predicts placements of pods that do not exist yet, with the capacity left in the Kueue queues they name. Each question waits for the
 * cluster. Any thread.
 */
public final class KueuePodPlacementPredictor {

    private final ManifestPlacementPredictor predictor;
    private final ClusterObjectSource cluster;

    /** Those of a cluster. */
    public KueuePodPlacementPredictor(ClusterObjectSource cluster) {
        this.cluster = cluster;
        predictor = new ManifestPlacementPredictor(cluster);
    }

    /** Returns the manifest contents with the pods that only objects of the cluster describe. */
    public ManifestPodFinder.ManifestContents resolveRuntimes(ManifestPodFinder.ManifestContents manifest)
            throws ProblemException, InterruptedException {
        return predictor.resolveRuntimes(manifest);
    }

    /**
     * Checks each set of pods of a resolved manifest as if it came alone, except that a queue sees its whole object.
     */
    public List<PredictedPodPlacement> checkResolved(GpuFleet fleet, ManifestPodFinder.ManifestContents contents)
            throws ProblemException, InterruptedException {
        var all = predictor.checkResolved(fleet, contents);
        var namespaces = all.stream().filter(outcome -> !outcome.queue().isEmpty())
                .map(KueuePodPlacementPredictor::namespaceOf).distinct().toList();
        return namespaces.isEmpty() ? all : withQueueCapacity(all, namespaces);
    }

    private List<PredictedPodPlacement> withQueueCapacity(List<PredictedPodPlacement> all, List<String> namespaces)
            throws InterruptedException {
        try {
            var queues = KueueQueues.read(cluster, namespaces);
            return all.stream().map(outcome -> outcome.queue().isEmpty() ? outcome
                    : outcome.withQueues(queueRooms(queues, outcome, all))).toList();
        } catch (ProblemException problemException) {
            var unknown = List.of(new KueueAdmissionForecast(
                    new QueueAdmissionReason.QueueCapacityUnknown(problemException.problem().toReason()).text(),
                    KueueAdmissionVerdict.UNKNOWN));
            return all.stream().map(outcome -> outcome.queue().isEmpty() ? outcome : outcome.withQueues(unknown))
                    .toList();
        }
    }

    private static List<KueueAdmissionForecast> queueRooms(KueueQueues queues, PredictedPodPlacement launch,
            List<PredictedPodPlacement> all) {
        var rooms = new ArrayList<KueueAdmissionForecast>();
        sumDeviceRequests(launch, all).forEach((resource, amount) -> rooms
                .add(queues.checkRequest(namespaceOf(launch), launch.queue(), resource, amount)));
        return rooms.stream().distinct().toList();
    }

    /** Returns the device requests of all pods of the same object, by resource: a queue admits them together. */
    private static Map<String, Long> sumDeviceRequests(PredictedPodPlacement launch, List<PredictedPodPlacement> all) {
        var wanted = new TreeMap<String, Long>();
        for (var outcome : all) {
            if (outcome.owner().equals(launch.owner()) && namespaceOf(outcome).equals(namespaceOf(launch))) {
                var requests = outcome.fit().podSpec().requests();
                requests.names().stream().filter(name -> name.contains("/"))
                        .forEach(name -> wanted.merge(name,
                                ResourceAmounts.saturatedProduct(requests.get(name), outcome.podCount()),
                                ResourceAmounts::saturatedSum));
            }
        }
        return wanted;
    }

    private static String namespaceOf(PredictedPodPlacement launch) {
        return launch.fit().podSpec().namespace();
    }
}
