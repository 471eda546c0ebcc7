package tessera.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.ResourceAmounts;
import tessera.scheduling.LaunchChecks;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.LaunchOutcome.QueueRoom;
import tessera.scheduling.LaunchOutcome.QueueRoom.QueueVerdict;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.spec.ManifestPods;

/**
 * How pods would fare that are not created yet, and what the queues have left that they name. Each question waits for the
 * cluster. Any thread.
 */
public final class QueuedLaunches {

    private final LaunchChecks launches;
    private final ObjectSource cluster;

    /** Those of a cluster. */
    public QueuedLaunches(ObjectSource cluster) {
        this.cluster = cluster;
        launches = new LaunchChecks(cluster);
    }

    /** The same with the pods that only the cluster tells of. */
    public ManifestPods.Brought told(ManifestPods.Brought manifest) throws Failure, InterruptedException {
        return launches.told(manifest);
    }

    /**
     * How it stands with the pods of a manifest that was told of before, each looked at as if it came alone, but for the
     * queue of its object.
     */
    public List<LaunchOutcome> of(GpuFleet fleet, ManifestPods.Brought told) throws Failure, InterruptedException {
        var all = launches.judged(fleet, told);
        var namespaces = all.stream().filter(each -> !each.queue().isEmpty()).map(QueuedLaunches::namespace).distinct()
                .toList();
        return namespaces.isEmpty() ? all : queued(all, namespaces);
    }

    private List<LaunchOutcome> queued(List<LaunchOutcome> all, List<String> namespaces) throws InterruptedException {
        try {
            var queues = KueueQueues.read(cluster, namespaces);
            return all.stream().map(each -> each.queue().isEmpty() ? each : each.queued(rooms(queues, each, all)))
                    .toList();
        } catch (Failure failure) {
            var unknown = List.of(new QueueRoom(
                    "What its queue has left is not known: " + failure.problem().sentence(), QueueVerdict.UNKNOWN));
            return all.stream().map(each -> each.queue().isEmpty() ? each : each.queued(unknown)).toList();
        }
    }

    private static List<QueueRoom> rooms(KueueQueues queues, LaunchOutcome launch, List<LaunchOutcome> all) {
        var rooms = new ArrayList<QueueRoom>();
        together(launch, all).forEach((resource, amount) -> rooms
                .add(queues.room(namespace(launch), launch.queue(), resource, amount)));
        return rooms.stream().distinct().toList();
    }

    /** What all pods of its object want of devices: a queue looks at them together. */
    private static Map<String, Long> together(LaunchOutcome launch, List<LaunchOutcome> all) {
        var wanted = new TreeMap<String, Long>();
        for (var each : all) {
            if (each.of().equals(launch.of()) && namespace(each).equals(namespace(launch))) {
                var requests = each.fit().wish().requests();
                requests.names().stream().filter(name -> name.contains("/"))
                        .forEach(name -> wanted.merge(name,
                                ResourceAmounts.saturatedProduct(requests.get(name), each.wanted()),
                                ResourceAmounts::saturatedSum));
            }
        }
        return wanted;
    }

    private static String namespace(LaunchOutcome launch) {
        return launch.fit().wish().namespace();
    }
}
