package tessera.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.ResourceAmounts;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.LaunchOutcome.QueueRoom;
import tessera.scheduling.LaunchOutcome.QueueRoom.QueueVerdict;
import tessera.scheduling.LaunchPredictor;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.spec.ManifestPods;

/**
 * Predicts placements of pods that do not exist yet, with the capacity left in the Kueue queues they name. Each question waits for the
 * cluster. Any thread.
 */
public final class QueuedLaunchPredictor {

    private final LaunchPredictor launches;
    private final ObjectSource cluster;

    /** Those of a cluster. */
    public QueuedLaunchPredictor(ObjectSource cluster) {
        this.cluster = cluster;
        launches = new LaunchPredictor(cluster);
    }

    /** Returns the manifest contents with the pods that only objects of the cluster describe. */
    public ManifestPods.ManifestContents resolveRuntimes(ManifestPods.ManifestContents manifest)
            throws Failure, InterruptedException {
        return launches.resolveRuntimes(manifest);
    }

    /**
     * Checks each set of pods of a resolved manifest as if it came alone, except that a queue sees its whole object.
     */
    public List<LaunchOutcome> checkResolved(GpuFleet fleet, ManifestPods.ManifestContents told)
            throws Failure, InterruptedException {
        var all = launches.checkResolved(fleet, told);
        var namespaces = all.stream().filter(outcome -> !outcome.queue().isEmpty())
                .map(QueuedLaunchPredictor::namespaceOf).distinct()
                .toList();
        return namespaces.isEmpty() ? all : withQueueCapacity(all, namespaces);
    }

    private List<LaunchOutcome> withQueueCapacity(List<LaunchOutcome> all, List<String> namespaces)
            throws InterruptedException {
        try {
            var queues = KueueQueues.read(cluster, namespaces);
            return all.stream()
                    .map(outcome -> outcome.queue().isEmpty() ? outcome
                            : outcome.withQueues(queueRooms(queues, outcome, all)))
                    .toList();
        } catch (Failure failure) {
            var unknown = List.of(new QueueRoom(
                    "What its queue has left is not known: " + failure.problem().problemText(), QueueVerdict.UNKNOWN));
            return all.stream().map(outcome -> outcome.queue().isEmpty() ? outcome : outcome.withQueues(unknown))
                    .toList();
        }
    }

    private static List<QueueRoom> queueRooms(KueueQueues queues, LaunchOutcome launch, List<LaunchOutcome> all) {
        var rooms = new ArrayList<QueueRoom>();
        sumDeviceRequests(launch, all).forEach((resource, amount) -> rooms
                .add(queues.checkRequest(namespaceOf(launch), launch.queue(), resource, amount)));
        return rooms.stream().distinct().toList();
    }

    /** Returns the device requests of all pods of the same object, by resource: a queue admits them together. */
    private static Map<String, Long> sumDeviceRequests(LaunchOutcome launch, List<LaunchOutcome> all) {
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

    private static String namespaceOf(LaunchOutcome launch) {
        return launch.fit().podSpec().namespace();
    }
}
