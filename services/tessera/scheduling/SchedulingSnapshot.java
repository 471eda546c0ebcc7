package tessera.scheduling;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Snapshot;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * A cluster as the scheduler sees it for one pod.
 *
 * @param promised pods that wait for a node which is kept for them, by its name
 * @param now      by the server's clock
 */
record SchedulingSnapshot(List<SchedulerNode> rooms, Map<String, List<AssignedPod>> promised, PlacementInputs around,
        Instant now) {

    static SchedulingSnapshot of(Snapshot snapshot, PlacementInputs around, String self) {
        var rooms = new ArrayList<SchedulerNode>();
        for (var info : snapshot.nodes()) {
            rooms.add(SchedulerNode.of(info.facts(),
                    info.pods().stream().filter(pod -> pod.holdsResources() && !pod.uid().equals(self))
                            .map(pod -> AssignedPod.of(pod, around.neighbour(pod.uid()))).toList()));
        }
        var promised = new HashMap<String, List<AssignedPod>>();
        for (var pod : snapshot.unbound()) {
            if (pod.node().isEmpty() && !pod.phase().terminal() && !pod.nominated().isEmpty()
                    && !pod.uid().equals(self)) {
                promised.computeIfAbsent(pod.nominated(), _ -> new ArrayList<>())
                        .add(AssignedPod.of(pod, around.neighbour(pod.uid())));
            }
        }
        return new SchedulingSnapshot(List.copyOf(rooms), Map.copyOf(promised), around,
                snapshot.at().plus(snapshot.clockSkew()));
    }

    /** The same with one of its nodes otherwise. */
    SchedulingSnapshot with(SchedulerNode other) {
        return new SchedulingSnapshot(
                rooms.stream().map(room -> room.name().equals(other.name()) ? other : room).toList(), promised,
                around, now);
    }

    /** The same once some pods that are alike have found their places. */
    SchedulingSnapshot with(PodSchedulingSpec wish, PodCapacity places) {
        var taken = rooms.stream().map(room -> {
            var more = new ArrayList<AssignedPod>();
            for (long each = 0; each < places.nodes().getOrDefault(room.name(), 0L); each++) {
                more.add(AssignedPod.of(wish, "new-%s-%d".formatted(room.name(), each)));
            }
            return more.isEmpty() ? room : room.with(more);
        }).toList();
        return new SchedulingSnapshot(taken, promised, around, now);
    }

    Optional<SchedulerNode> room(String name) {
        return rooms.stream().filter(room -> room.name().equals(name)).findFirst();
    }

    /** Who waits for a node and comes before a pod of some priority. */
    List<AssignedPod> before(String node, int priority) {
        return promised.getOrDefault(node, List.of()).stream().filter(each -> each.priority() >= priority).toList();
    }
}
